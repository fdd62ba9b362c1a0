/** What is looked at: items of rows, asked for only where they matter. */
export type Content = {
	readonly count: number;
	idAt(index: number): string | undefined;
	rowsAt(index: number): readonly string[];
	/** Empty rows between an item and the next. */
	gapAfter(index: number): number;
};

/**
 * Where the person looks: at the end, wherever that is, or at a row of an item, whatever comes above and below it.
 * The index is where the item was; its id is who it is.
 */
export type View =
	| {readonly follow: true}
	| {readonly follow: false; readonly id: string; readonly index: number; readonly row: number};

export const atEnd: View = {follow: true};

/** A row of the content, by item. */
export type Place = {readonly index: number; readonly row: number};

const heightAt = (content: Content, index: number): number =>
	content.rowsAt(index).length + content.gapAfter(index);

const isBefore = (a: Place, b: Place): boolean =>
	a.index < b.index || (a.index === b.index && a.row < b.row);

/** The top row when the last row of the content is at the bottom. */
function bottomTop(content: Content, height: number): Place {
	let left = height;
	for (let index = content.count - 1; index >= 0; index -= 1) {
		const rows = heightAt(content, index);
		if (rows >= left) return {index, row: rows - left};
		left -= rows;
	}

	return {index: 0, row: 0};
}

/** Where the item is now; undefined when it is gone. */
function indexOf(
	{id, index}: Extract<View, {follow: false}>,
	content: Content,
): number | undefined {
	if (content.idAt(index) === id) return index;
	for (let by = 1; by <= content.count; by += 1) {
		if (content.idAt(index - by) === id) return index - by;
		if (content.idAt(index + by) === id) return index + by;
	}

	return undefined;
}

/** The view as it can be: where the item is gone that was looked at, the end is followed. */
export const stillThere = (view: View, content: Content): View =>
	view.follow || indexOf(view, content) !== undefined ? view : atEnd;

/** The top row of what is visible. */
export function topOf(view: View, content: Content, height: number): Place {
	const end = bottomTop(content, height);
	const index = view.follow ? undefined : indexOf(view, content);
	if (view.follow || index === undefined) return end;
	const top = {index, row: Math.min(view.row, Math.max(0, heightAt(content, index) - 1))};
	return isBefore(end, top) ? end : top;
}

/** Looking at a place; at the end of the content it is followed. */
function viewAt(place: Place, content: Content, height: number): View {
	const id = content.idAt(place.index);
	if (id === undefined || !isBefore(place, bottomTop(content, height))) return atEnd;
	return {follow: false, id, ...place};
}

export type Window = {readonly content: Content; readonly height: number};

/** Moves by rows; reaching the end follows it again. */
export function scrollBy(view: View, by: number, {content, height}: Window): View {
	if (content.count === 0) return atEnd;
	let {index, row} = topOf(view, content, height);
	row += by;
	while (row < 0 && index > 0) {
		index -= 1;
		row += heightAt(content, index);
	}

	while (index < content.count - 1 && row >= heightAt(content, index)) {
		row -= heightAt(content, index);
		index += 1;
	}

	return viewAt({index, row: Math.max(0, row)}, content, height);
}

export const scrollTo = (place: Place, {content, height}: Window): View =>
	viewAt(place, content, height);

/** To the prompt before or after the one at the top. `prompts` tells which items are prompts. */
export function toPrompt(
	view: View,
	direction: -1 | 1,
	window: Window & {readonly isPrompt: (index: number) => boolean},
): View {
	const {content, height, isPrompt} = window;
	const {index, row} = topOf(view, content, height);
	const from = direction < 0 && row > 0 ? index + 1 : index;
	for (let at = from + direction; at >= 0 && at < content.count; at += direction) {
		if (isPrompt(at)) return viewAt({index: at, row: 0}, content, height);
	}

	return direction < 0 ? viewAt({index: 0, row: 0}, content, height) : atEnd;
}

/** The rows that are visible, from the top. */
export function visibleRows(top: Place, content: Content, height: number): readonly string[] {
	const rows: string[] = [];
	let from = top.row;
	for (let index = top.index; index < content.count && rows.length < height; index += 1) {
		const own = content.rowsAt(index);
		const end = Math.min(own.length, from + height - rows.length);
		for (let at = from; at < end; at += 1) rows.push(own[at] ?? '');
		const gap = own.length + content.gapAfter(index) - Math.max(own.length, from);
		for (let at = 0; at < gap && rows.length < height; at += 1) rows.push('');
		from = 0;
	}

	return rows;
}

/** What each of the visible rows belongs to; the rows of a gap are behind the last one of their item. */
export function visiblePlaces(top: Place, content: Content, height: number): readonly Place[] {
	const places: Place[] = [];
	let {row} = top;
	for (let {index} = top; index < content.count && places.length < height; index += 1) {
		const rows = heightAt(content, index);
		for (; row < rows && places.length < height; row += 1) places.push({index, row});
		row = 0;
	}

	return places;
}

/** How many rows lie between two places, no more than `most`; negative when the second is above. */
export function rowsBetween(from: Place, to: Place, {content, height: most}: Window): number {
	if (isBefore(to, from)) return -rowsBetween(to, from, {content, height: most});
	let rows = -from.row;
	for (let index = from.index; index < to.index && rows < most; index += 1) {
		rows += heightAt(content, index);
	}

	return Math.min(most, rows + to.row);
}
