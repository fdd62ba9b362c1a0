/** A grapheme, or a sequence that takes no room. */
export type Piece = {readonly text: string; readonly width: number; readonly isSequence: boolean};

/** One row of a line: pieces from `start` up to `end` are shown, those before `next` dropped. */
export type Span = {readonly start: number; readonly end: number; readonly next: number};

/** Where a row may end, where the next one then begins, and the column of that. */
type Place = {readonly end: number; readonly next: number; readonly column: number};

/** Cuts a line into rows of at most `width` cells, spaces at the end of a row not counted. */
export function breakLine(pieces: readonly Piece[], width: number): readonly Span[] {
	const spans: Span[] = [];
	let start = 0;
	let column = 0;
	let place: Place = {end: 0, next: 0, column: 0};

	const breakAt = ({end, next, column: used}: Place) => {
		spans.push({start, end, next});
		start = next;
		column -= used;
		place = {end: next, next, column: 0};
	};

	/** Ends rows until a character of `cells` fits in front of `index`. */
	const makeRoom = (index: number, cells: number) => {
		if (column + cells > width && place.end > start) breakAt(place);
		if (column + cells > width && index > start) breakAt({end: index, next: index, column});
	};

	for (const [index, piece] of pieces.entries()) {
		if (piece.text === ' ') {
			// Spaces hang over the edge; a run of them is one place.
			place = {end: place.next === index ? place.end : index, next: index + 1, column: column + 1};
		} else if (piece.width > 0) {
			if (isJoint(pieces[index - 1], piece)) place = {end: index, next: index, column};
			makeRoom(index, piece.width);
		}

		column += piece.width;
	}

	return [...spans, {start, end: pieces.length, next: pieces.length}];
}

/** Cuts a line into rows that are as full as they can be. */
export function breakCells(pieces: readonly Piece[], width: number): readonly Span[] {
	const spans: Span[] = [];
	let start = 0;
	let column = 0;
	for (const [index, piece] of pieces.entries()) {
		if (column + piece.width > width && column > 0) {
			spans.push({start, end: index, next: index});
			start = index;
			column = 0;
		}

		column += piece.width;
	}

	return [...spans, {start, end: pieces.length, next: pieces.length}];
}

const startsNoRow =
	/^[、。，．・：；？！’”）〕］｝〉》」』】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ…,.:;!?)\]}%]/;
const endsNoRow = /[（「『【〈《〔［｛“‘([{]$/;

type Sized = Pick<Piece, 'text' | 'width'>;

/** Scripts without spaces may be broken between any two characters, but for punctuation. */
export function isJoint(before: Sized | undefined, after: Sized): boolean {
	if (before === undefined || before.text === ' ') return false;
	if (before.width < 2 && after.width < 2) return false;
	return !startsNoRow.test(after.text) && !endsNoRow.test(before.text);
}

/** The rows of a line in which every character takes one cell: what `breakLine` finds, several times faster. */
export function breakAscii(line: string, width: number): readonly string[] {
	if (line.length <= width) return [line];
	const rows: string[] = [];
	const length = trimEnd(line, 0, line.length);
	let start = 0;
	while (length - start > width) {
		const gap = lastSpace(line, start, start + width);
		const end = trimEnd(line, start, gap);
		if (end > start) {
			rows.push(line.slice(start, end));
			start = skipSpaces(line, gap);
		} else {
			rows.push(line.slice(start, start + width));
			start = Math.max(start + width, skipSpaces(line, start));
		}
	}

	rows.push(line.slice(start, start + width));
	return rows;
}

function lastSpace(line: string, from: number, to: number): number {
	let at = to;
	while (at > from && line[at] !== ' ') at -= 1;
	return at;
}

function trimEnd(line: string, from: number, to: number): number {
	let end = to;
	while (end > from && line[end - 1] === ' ') end -= 1;
	return end;
}

function skipSpaces(line: string, from: number): number {
	let at = from;
	while (line[at] === ' ') at += 1;
	return at;
}
