import type {TranscriptItem} from '../store/state.ts';

/** Where the person looks: at the end, wherever that is, or at a row of an item, whatever comes below it. */
export type View =
	| {readonly follow: true}
	| {readonly follow: false; readonly index: number; readonly row: number};

/** The list that is looked at; heights are asked for only where they matter. */
export type Content = {
	readonly count: number;
	/** Rows of an item, with the empty row that parts it from the next. */
	rowsAt(index: number): readonly string[];
};

export const atEnd: View = {follow: true};

type Top = {readonly index: number; readonly row: number};

/** The top row when the last row of the content is at the bottom. */
function bottomTop(content: Content, height: number): Top {
	let left = height;
	for (let index = content.count - 1; index >= 0; index -= 1) {
		const rows = content.rowsAt(index).length;
		if (rows >= left) return {index, row: rows - left};
		left -= rows;
	}

	return {index: 0, row: 0};
}

const isBefore = (a: Top, b: Top): boolean =>
	a.index < b.index || (a.index === b.index && a.row < b.row);

export const topOf = (view: View, content: Content, height: number): Top => {
	const end = bottomTop(content, height);
	if (view.follow) return end;
	const index = Math.min(view.index, Math.max(0, content.count - 1));
	const top = {index, row: Math.min(view.row, Math.max(0, content.rowsAt(index).length - 1))};
	return isBefore(end, top) ? end : top;
};

/** The rows that are visible, from the top. */
export function visibleRows(view: View, content: Content, height: number): readonly string[] {
	const {index, row} = topOf(view, content, height);
	const rows: string[] = [];
	let from = row;
	for (let at = index; at < content.count && rows.length < height; at += 1) {
		rows.push(...content.rowsAt(at).slice(from, from + height - rows.length));
		from = 0;
	}

	return rows;
}

/** Moves by rows; reaching the end follows it again. */
export function scrollBy(
	view: View,
	by: number,
	place: {readonly content: Content; readonly height: number},
): View {
	const {content, height} = place;
	if (content.count === 0) return atEnd;
	let {index, row} = topOf(view, content, height);
	row += by;
	while (row < 0 && index > 0) {
		index -= 1;
		row += content.rowsAt(index).length;
	}

	while (index < content.count - 1 && row >= content.rowsAt(index).length) {
		row -= content.rowsAt(index).length;
		index += 1;
	}

	const top = {index, row: Math.max(0, row)};
	const end = bottomTop(content, height);
	return isBefore(top, end) ? {follow: false, ...top} : atEnd;
}

/** To the prompt before or after the one at the top. */
export function toPrompt(
	view: View,
	direction: -1 | 1,
	place: {
		readonly items: readonly TranscriptItem[];
		readonly content: Content;
		readonly height: number;
	},
): View {
	const {index, row} = topOf(view, place.content, place.height);
	const from = direction < 0 && row > 0 ? index + 1 : index;
	for (let at = from + direction; at >= 0 && at < place.items.length; at += direction) {
		if (place.items[at]?.kind !== 'user') continue;
		return scrollBy({follow: false, index: at, row: 0}, 0, place);
	}

	return direction < 0 ? scrollBy({follow: false, index: 0, row: 0}, 0, place) : atEnd;
}

/** Rows below what is visible. */
export function rowsBelow(view: View, content: Content, height: number): number {
	if (view.follow) return 0;
	const {index, row} = topOf(view, content, height);
	let below = -row - height;
	for (let at = index; at < content.count && below < 9999; at += 1)
		below += content.rowsAt(at).length;
	return Math.max(0, below);
}
