import type {Tokens} from 'marked';
import {cutToWidth, textWidth, wrap} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/paint.ts';
import {inline} from './inline.ts';

const least = 3;
const gap = 3;

type Cells = readonly string[];
type Column = {readonly width: number; readonly align: Tokens.TableCell['align']};

const linesOf = (cell: string): readonly string[] => cell.split('\n');

const widthOf = (cell: string): number => Math.max(...linesOf(cell).map(textWidth));

/** The longest part of a cell that should not be broken. */
const wordOf = (cell: string): number => Math.max(...cell.split(/\s+/).map(textWidth));

/** Widths that fit: the widest columns give way first, as far as their longest words if that is enough. */
function fitColumns(wanted: readonly number[], words: readonly number[], room: number): number[] {
	const widths = wanted.map((width, index) => Math.min(width, Math.max(least, words[index] ?? 0)));
	const sum = () => widths.reduce((total, width) => total + width, 0);
	if (sum() > room) return shrink(widths, room);
	for (let left = room - sum(); left > 0; ) {
		const growing = widths.flatMap((width, index) => (width < (wanted[index] ?? 0) ? [index] : []));
		if (growing.length === 0) break;
		const share = Math.max(1, Math.floor(left / growing.length));
		for (const index of growing) {
			const more = Math.min(share, (wanted[index] ?? 0) - (widths[index] ?? 0), left);
			widths[index] = (widths[index] ?? 0) + more;
			left -= more;
		}
	}

	return widths;
}

/** Cuts the widest down to a common width. */
function shrink(widths: readonly number[], room: number): number[] {
	let [low, high] = [least, Math.max(...widths)];
	const at = (most: number) => widths.map(width => Math.min(width, most));
	const sum = (most: number) => at(most).reduce((total, width) => total + width, 0);
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (sum(middle) <= room) low = middle;
		else high = middle - 1;
	}

	return at(low);
}

function aligned(text: string, {width, align}: Column): string {
	const cut = cutToWidth(text, width);
	const space = Math.max(0, width - textWidth(cut));
	const left = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
	return ' '.repeat(left) + cut + ' '.repeat(space - left);
}

function rowLines(cells: Cells, columns: readonly Column[], bar: string): readonly string[] {
	const wrapped = columns.map(({width}, index) => wrap(cells[index] ?? '', width));
	const height = Math.max(1, ...wrapped.map(lines => lines.length));
	return Array.from({length: height}, (_, line) =>
		columns.map((column, index) => aligned(wrapped[index]?.[line] ?? '', column)).join(bar),
	);
}

/** Where columns do not fit beside one another: one line a cell, named by its column. */
function stacked(header: Cells, body: readonly Cells[], width: number): readonly string[] {
	if (body.length === 0) return header.flatMap(name => wrap(name, width));
	return body.flatMap((row, index) => [
		...(index > 0 ? [''] : []),
		...row.flatMap((cell, at) => wrap(`${header[at] ?? ''}: ${cell}`, width)),
	]);
}

/** A table fitted to the width. */
export function tableRows(token: Tokens.Table, width: number, paint: Paint): readonly string[] {
	const header = token.header.map(cell => paint.bold(inline(cell.tokens, paint)));
	const body = token.rows.map(row => row.map(cell => inline(cell.tokens, paint)));
	const room = width - (header.length - 1) * gap;
	if (room < header.length * least) return stacked(header, body, width);
	const most = (measure: (cell: string) => number) =>
		header.map((name, index) =>
			body.reduce((max, row) => Math.max(max, measure(row[index] ?? '')), measure(name)),
		);
	const widths = fitColumns(
		most(widthOf).map(each => Math.max(1, each)),
		most(wordOf),
		room,
	);
	const columns = widths.map((each, index) => ({width: each, align: token.align[index] ?? null}));
	const bar = paint.fg('mdCodeBlockBorder', ' │ ');
	const rule = paint.fg('mdCodeBlockBorder', widths.map(each => '─'.repeat(each)).join('─┼─'));
	return [
		...rowLines(header, columns, bar),
		rule,
		...body.flatMap(row => rowLines(row, columns, bar)),
	];
}
