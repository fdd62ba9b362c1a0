import {sliceColumns, textWidth} from '../../../lib/text-width.ts';
import {frameOf, joint, plainText} from '../components/row-marks.ts';
import type {Paint} from '../theme/paint.ts';
import type {Content, Place} from './scroll.ts';

/** A cell of the content: it stays with its text wherever that is on the screen. */
export type Spot = Place & {
	/** Of the item. */
	readonly id: string;
	readonly column: number;
};

/** From where the mouse went down to where it is; which of them comes first does not matter. */
export type Selection = {readonly anchor: Spot; readonly head: Spot};

export const isBefore = (a: Spot, b: Spot): boolean =>
	a.index !== b.index ? a.index < b.index : a.row !== b.row ? a.row < b.row : a.column < b.column;

function ordered({anchor, head}: Selection): {readonly from: Spot; readonly to: Spot} {
	return isBefore(head, anchor) ? {from: head, to: anchor} : {from: anchor, to: head};
}

export const isSameCell = (one: Spot, other: Spot): boolean =>
	one.id === other.id && one.row === other.row && one.column === other.column;

/** Columns of a row that are selected. undefined: none. */
export function columnsOf(
	selection: Selection,
	place: Place,
): {readonly from: number; readonly to: number} | undefined {
	const {from, to} = ordered(selection);
	const isRow = (spot: Spot) => spot.index === place.index && spot.row === place.row;
	const isIn =
		(isRow(from) || isBefore(from, {...from, ...place})) &&
		(isRow(to) || isBefore({...to, ...place}, to));
	if (!isIn) return undefined;
	return {
		from: isRow(from) ? from.column : 0,
		to: isRow(to) ? to.column : Number.POSITIVE_INFINITY,
	};
}

/** The row with the selected cells standing out. */
export function markSelected(
	row: string,
	selected: {from: number; to: number},
	paint: Paint,
): string {
	const width = textWidth(row);
	const from = Math.max(selected.from, textWidth(frameOf(row)));
	const to = Math.min(selected.to, width);
	if (to <= from) return row;
	const text = plainText(sliceColumns(row, from, to));
	return sliceColumns(row, 0, from) + paint.inverse(text) + sliceColumns(row, to, width);
}

/** A selection from a row that is not there any more, as after another width, is none. */
export const isStill = ({anchor, head}: Selection, content: Content): boolean =>
	[anchor, head].every(({id, index}) => content.idAt(index) === id);

/** What was selected as it was written: without frames, and lines whole that were broken to fit. */
export function selectedText(selection: Selection, content: Content): string {
	const {from, to} = ordered(selection);
	let text = '';
	for (let index = from.index; index <= to.index; index += 1) {
		const rows = content.rowsAt(index);
		const first = index === from.index ? from.row : 0;
		const last = index === to.index ? Math.min(to.row, rows.length - 1) : rows.length - 1;
		for (let row = first; row <= last; row += 1) {
			const whole = rows[row] ?? '';
			const columns = columnsOf(selection, {index, row});
			if (!columns) continue;
			const start = Math.max(columns.from, textWidth(frameOf(whole)));
			const part = plainText(sliceColumns(whole, start, Math.min(columns.to, textWidth(whole))));
			text += part.trimEnd() + joint(whole);
		}

		if (index < to.index && content.gapAfter(index) > 0) text += '\n';
	}

	return text.replace(/\n+$/, '');
}

const wordPart = /[\p{L}\p{N}_./~:@%+-]/u;

/** The word or the whole line around a cell. */
export function around(spot: Spot, row: string, what: 'word' | 'line'): Selection {
	const start = textWidth(frameOf(row));
	const end = textWidth(row);
	if (what === 'line') {
		return {anchor: {...spot, column: start}, head: {...spot, column: end}};
	}

	const isWord = (column: number) =>
		column >= start &&
		column < end &&
		wordPart.test(plainText(sliceColumns(row, column, column + 1)));
	let from = spot.column;
	let to = spot.column + 1;
	if (isWord(from)) {
		while (isWord(from - 1)) from -= 1;
		while (isWord(to)) to += 1;
	}

	return {anchor: {...spot, column: from}, head: {...spot, column: to}};
}

const link = /\u001B\]8;([^;\u0007\u001B]*);([^\u0007\u001B]*)(?:\u0007|\u001B\\)/g;

/** The address behind a cell of a row. */
export function linkAt(row: string, column: number): string | undefined {
	let address = '';
	for (const match of row.matchAll(link)) {
		if (textWidth(row.slice(0, match.index)) > column) break;
		address = match[2] ?? '';
	}

	return address === '' || textWidth(row) <= column ? undefined : address;
}
