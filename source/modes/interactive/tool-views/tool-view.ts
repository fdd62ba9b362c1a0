import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs} from '../../../lib/text-width.ts';
import type {ToolItem} from '../store/state.ts';
import type {Paint} from '../theme/paint.ts';

export type ToolLook = {
	readonly paint: Paint;
	readonly expanded: boolean;
	readonly width: number;
};

/** How the calls of a tool look. The title is made printable by who shows it; the body is printable already. */
export type ToolView = {
	title(item: ToolItem): string;
	body(item: ToolItem, look: ToolLook): readonly string[];
};

/** The first or last lines of a text, and how many are left out. */
export function preview(
	text: string,
	{paint, expanded}: ToolLook,
	fold: {readonly lines: number; readonly from: 'start' | 'end'},
): readonly string[] {
	const lines = expandTabs(printable(text))
		.replace(/\n+$/, '')
		.split('\n')
		.map(line => paint.fg('toolOutput', line));
	if (text.trim() === '') return [];
	if (expanded || lines.length <= fold.lines) return lines;
	const left = lines.length - fold.lines;
	const note = paint.fg('dim', `… ${left} more ${left === 1 ? 'line' : 'lines'} (ctrl+o)`);
	return fold.from === 'start'
		? [...lines.slice(0, fold.lines), note]
		: [note, ...lines.slice(-fold.lines)];
}
