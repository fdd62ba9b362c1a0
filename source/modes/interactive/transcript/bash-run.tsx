import {framed} from '../components/row-marks.ts';
import {smallSpinnerAt} from '../components/spinner.ts';
import type {BashItem} from '../store/state.ts';
import {oneLine, preview} from '../tool-views/tool-view.ts';
import {duration} from './duration.ts';
import {type ItemLook, laidOut} from './item-look.ts';
import {ItemTitle} from './item-title.tsx';

function endOf({message, isRunning}: BashItem, {paint, now}: ItemLook): string {
	const {exitCode, cancelled, truncated, timestamp} = message;
	if (isRunning) return paint.fg('accent', `${smallSpinnerAt(now)} ${duration(now - timestamp)}`);
	return [
		exitCode !== undefined && exitCode !== 0 ? paint.fg('error', `✗ exit ${exitCode}`) : '',
		cancelled ? paint.fg('warning', '■ stopped') : '',
		truncated ? paint.fg('warning', 'cut') : '',
	]
		.filter(part => part !== '')
		.join(' ');
}

/** A command that the person ran. */
export function bashRows(item: BashItem, look: ItemLook): readonly string[] {
	const {paint, width} = look;
	const {command, output, excludeFromContext, fullOutputPath} = item.message;
	const title = laidOut(
		<ItemTitle
			head={paint.bold(paint.fg('bashMode', excludeFromContext ? '!!' : '!'))}
			subject={oneLine(command)}
			aside={endOf(item, look)}
			width={width}
		/>,
		width,
	);
	const indent = width > 20 ? '  ' : '';
	const inner = {...look, width: Math.max(1, width - indent.length)};
	const rows = preview(output, inner, {lines: 10, from: 'end'});
	const whole =
		look.expanded && fullOutputPath !== undefined
			? preview(`All of it: ${fullOutputPath}`, inner, {lines: 1, from: 'start'})
			: [];
	return [...title, ...[...rows, ...whole].map(row => framed(indent, row))];
}
