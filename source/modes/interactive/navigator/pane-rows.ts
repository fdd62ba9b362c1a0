import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, expandTabs, fitToWidth} from '../../../lib/text-width.ts';
import {tokens} from '../components/footer.tsx';
import {type MarkdownLook, markdownRows} from '../components/markdown.ts';
import {oneLine} from '../tool-views/tool-view.ts';
import {shortTime} from './row-parts.ts';
import type {TurnDetails} from './turn-details.ts';

export type PaneLook = MarkdownLook & {
	readonly width: number;
	readonly height: number;
	readonly now: number;
};

/** More text than this does not fit any window. */
const longest = 20_000;
const mostFiles = 8;

function costRow({usage, tools}: TurnDetails, {paint}: PaneLook): string {
	const parts = [
		usage && usage.totalTokens > 0 ? `↑${tokens(usage.input + usage.cacheRead)}` : '',
		usage && usage.totalTokens > 0 ? `↓${tokens(usage.output)}` : '',
		usage && usage.cost.total > 0 ? `$${usage.cost.total.toFixed(3)}` : '',
		tools > 0 ? `${tools} ${tools === 1 ? 'call' : 'calls'}` : '',
	].filter(part => part !== '');
	return parts.length === 0 ? '' : paint.fg('muted', parts.join(' '));
}

function fileRows({files}: TurnDetails, {paint}: PaneLook): readonly string[] {
	const shown = files.slice(0, mostFiles).map(({path, isChanged}) => {
		const sign = isChanged ? paint.fg('warning', '✎') : paint.fg('dim', '·');
		return `${sign} ${oneLine(path)}`;
	});
	const more = files.length - shown.length;
	return more > 0 ? [...shown, paint.fg('dim', `… ${more} more files`)] : shown;
}

/** The turn that is selected: when and what it cost, the files it touched, and its text as far as there is room. */
export function paneRows(details: TurnDetails | undefined, look: PaneLook): readonly string[] {
	const {paint, width, height, now} = look;
	if (!details) return [];
	const label = details.label === undefined ? '' : ` ${paint.fg('warning', `[${details.label}]`)}`;
	const head = [
		paint.bold(paint.fg('accent', details.title)) +
			paint.fg('dim', ` ${shortTime(details.timestamp, now)}`) +
			label,
		details.model === undefined ? '' : paint.fg('muted', oneLine(details.model)),
		costRow(details, look),
		...fileRows(details, look),
	].filter(row => row !== '');
	const text = expandTabs(printable(details.text.slice(0, longest)));
	const body = markdownRows(text, width, look);
	const room = Math.max(0, height - head.length - 1);
	const cut = body.length > room ? [...body.slice(0, room - 1), paint.fg('dim', '…')] : body;
	return [...head, '', ...cut].slice(0, height).map(row => cutToWidth(row, width, '…'));
}

/** Two columns with a line between them. */
export function beside(
	left: readonly string[],
	right: readonly string[],
	{
		paint,
		width,
		height,
	}: {readonly paint: PaneLook['paint']; readonly width: number; readonly height: number},
): readonly string[] {
	const line = paint.fg('borderMuted', ' │ ');
	return Array.from(
		{length: height},
		(_, index) => fitToWidth(left[index] ?? '', width) + line + (right[index] ?? ''),
	);
}
