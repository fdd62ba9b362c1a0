import {framed} from '../components/row-marks.ts';
import {smallSpinnerAt} from '../components/spinner.ts';
import type {ToolItem, ToolStatus} from '../store/state.ts';
import type {ThemeToken} from '../theme/tokens.ts';
import {toolViewOf} from '../tool-views/index.ts';
import {oneLine} from '../tool-views/tool-view.ts';
import {duration} from './duration.ts';
import {type ItemLook, laidOut} from './item-look.ts';
import {ItemTitle} from './item-title.tsx';

/** State is told by a sign as well as by its colour. */
const signs: Readonly<Record<ToolStatus, readonly [sign: string, token: ThemeToken]>> = {
	pending: ['○', 'dim'],
	running: ['◐', 'accent'],
	done: ['✓', 'success'],
	failed: ['✗', 'error'],
};

/** Shorter times are nobody's concern. */
const worthTelling = 1000;

function timeOf({status, startedAt, durationMs}: ToolItem, now: number): string {
	const isRunning = status === 'running' && startedAt !== undefined;
	const ms = isRunning ? now - startedAt : (durationMs ?? 0);
	return ms < worthTelling ? '' : duration(ms);
}

/** One call: what it works on, how it stands, and below it what there is to see. */
export function toolCallRows(item: ToolItem, look: ItemLook): readonly string[] {
	const {paint, width, now} = look;
	const view = toolViewOf(item.name);
	const [still, token] = signs[item.status];
	const sign = item.status === 'running' ? smallSpinnerAt(now) : still;
	const aside = [view.aside?.(item, paint) ?? '', paint.fg('dim', timeOf(item, now))];
	const title = laidOut(
		<ItemTitle
			head={`${paint.fg(token, sign)} ${paint.bold(paint.fg('toolTitle', oneLine(item.name)))}`}
			subject={view.title(item)}
			aside={aside.filter(part => part !== '').join(' ')}
			width={width}
		/>,
		width,
	);
	const indent = width > 20 ? '  ' : '';
	const body = view.body(item, {...look, width: Math.max(1, width - indent.length)});
	return [...title, ...body.map(row => (row === '' ? row : framed(indent, row)))];
}
