import {printable} from '../../../lib/foreign-text.ts';
import {sliceColumns, textWidth} from '../../../lib/text-width.ts';
import {plainText} from '../components/row-marks.ts';
import type {TranscriptItem} from '../store/state.ts';
import type {Paint} from '../theme/paint.ts';
import type {Place} from './scroll.ts';

/** What a person can find in an item. */
function textOf(item: TranscriptItem): string {
	switch (item.kind) {
		case 'tool':
			return `${item.name} ${JSON.stringify(item.args)}\n${item.output}`;
		case 'bash':
			return `${item.message.command}\n${item.message.output}`;
		case 'summary':
			return `${item.title}\n${item.text}`;
		default:
			return item.text;
	}
}

const folded = (text: string): string => text.toLowerCase();

/** Rows that hold the query. A match that is broken over rows is in none of them. */
function rowsWith(rows: readonly string[], wanted: string): readonly number[] {
	return rows.flatMap((row, index) => (folded(plainText(row)).includes(wanted) ? [index] : []));
}

export type Hunt = {
	readonly query: string;
	readonly direction: -1 | 1;
	readonly from: Place;
	/** Rows are asked for only of items that hold the query. */
	rowsAt(index: number): readonly string[];
};

/** The match after or before a place; beyond the last one it begins anew. */
export function nextMatch(
	items: readonly TranscriptItem[],
	{query, direction, from, rowsAt}: Hunt,
): Place | undefined {
	const wanted = folded(printable(query));
	if (wanted === '') return undefined;
	// The item one is in comes first and last: its other matches are behind the beginning.
	for (let step = 0; step <= items.length; step += 1) {
		const index = (from.index + direction * step + items.length * 2) % items.length;
		const item = items[index];
		if (!item || !folded(textOf(item)).includes(folded(query))) continue;
		const rows = rowsWith(rowsAt(index), wanted);
		const isAhead = (row: number) => step > 0 || (direction > 0 ? row > from.row : row < from.row);
		const row = direction > 0 ? rows.find(isAhead) : rows.findLast(isAhead);
		if (row !== undefined) return {index, row};
		if (rows.length === 0 && step > 0) return {index, row: 0};
	}

	return undefined;
}

/** A visible row with every match of the query standing out. */
export function markMatches(row: string, query: string, paint: Paint): string {
	const wanted = folded(printable(query));
	const plain = plainText(row);
	const text = folded(plain);
	if (wanted === '' || !text.includes(wanted)) return row;
	let out = '';
	let column = 0;
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
		const match = plain.slice(at, at + wanted.length);
		const from = textWidth(plain.slice(0, at));
		const to = from + textWidth(match);
		out += sliceColumns(row, column, from);
		out += paint.bg('searchMatchBg', paint.fg('searchMatchText', match));
		column = to;
	}

	return out + sliceColumns(row, column, textWidth(plain));
}
