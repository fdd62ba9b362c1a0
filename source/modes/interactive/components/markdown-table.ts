import type {Tokens} from 'marked';
import {fitToWidth, textWidth, wrap} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/paint.ts';
import {inline} from './markdown-inline.ts';

const minimum = 3;

/** Widths that fit: the widest columns give way first. */
function fitColumns(wanted: readonly number[], room: number): readonly number[] {
	const widths = [...wanted];
	for (let over = widths.reduce((sum, each) => sum + each, 0) - room; over > 0; over -= 1) {
		const widest = widths.indexOf(Math.max(...widths));
		if ((widths[widest] ?? 0) <= minimum) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}

	return widths;
}

function rowLines(
	cells: readonly string[],
	widths: readonly number[],
	bar: string,
): readonly string[] {
	const wrapped = cells.map((cell, index) => wrap(cell, Math.max(1, widths[index] ?? 1)));
	const height = Math.max(1, ...wrapped.map(lines => lines.length));
	return Array.from({length: height}, (_, line) =>
		wrapped.map((lines, index) => fitToWidth(lines[line] ?? '', widths[index] ?? 1)).join(bar),
	);
}

/** A table fitted to the width; where not even that is possible, one line a cell. */
export function tableRows(token: Tokens.Table, width: number, paint: Paint): readonly string[] {
	const header = token.header.map(cell => paint.bold(inline(cell.tokens, paint)));
	const body = token.rows.map(row => row.map(cell => inline(cell.tokens, paint)));
	const columns = header.length;
	const room = width - (columns - 1) * 3;
	if (room < columns * minimum) {
		return [header, ...body].flatMap(row => row.flatMap(cell => wrap(cell, width)));
	}

	const wanted = header.map((_, index) =>
		Math.max(minimum, ...[header, ...body].map(row => textWidth(row[index] ?? ''))),
	);
	const widths = fitColumns(wanted, room);
	const bar = paint.fg('mdCodeBlockBorder', ' │ ');
	const rule = paint.fg('mdCodeBlockBorder', widths.map(each => '─'.repeat(each)).join('─┼─'));
	return [
		...rowLines(header, widths, bar),
		rule,
		...body.flatMap(row => rowLines(row, widths, bar)),
	];
}
