import {printable} from '../../../lib/foreign-text.ts';
import {isJoint} from '../../../lib/line-break.ts';
import {textWidth, toPieces} from '../../../lib/text-width.ts';
import {type Caret, type Line, lineAt, type TextBuffer} from './text-buffer.ts';

// Soft wrap for writing: every place of the text has a cell of its own, so spaces are never dropped, and a full last
// row is followed by an empty one for the caret.

/** The rows of one line. Places are counted in units; `starts` names the first place whose cell is in a row. */
type LineRows = {
	readonly rows: readonly string[];
	readonly starts: readonly number[];
	/** The column of the first place of each row. */
	readonly columns: readonly number[];
};

type Piece = {readonly text: string; readonly width: number; readonly unit: number};

type Cells = readonly {readonly text: string; readonly width: number}[];

const knownCells = new Map<string, Cells>();
const mostKnown = 5000;

/** A unit as it is shown: a control character or a lone mark must not move the cursor. */
function cellsOf(unit: string): Cells {
	let cells = knownCells.get(unit);
	if (cells === undefined) {
		const shown = unit === '\t' ? '    ' : printable(unit).replaceAll('\n', '\u2424');
		// A mark that stands alone is shown on a circle, so that the caret has a cell for it.
		cells = toPieces(textWidth(shown) === 0 ? `\u25CC${shown}` : shown);
		if (knownCells.size >= mostKnown) knownCells.clear();
		knownCells.set(unit, cells);
	}

	return cells;
}

function shownWidth(unit: string): number {
	let width = 0;
	for (const cell of cellsOf(unit)) width += cell.width;
	return width;
}

function toUnitPieces(units: Line, width: number): readonly Piece[] {
	const pieces: Piece[] = [];
	for (let unit = 0; unit < units.length; unit += 1) {
		for (const cell of cellsOf(units[unit] ?? '')) {
			// A wide character may be wider than all there is.
			const isOver = cell.width > width;
			pieces.push({
				text: isOver ? ' '.repeat(width) : cell.text,
				width: isOver ? width : cell.width,
				unit,
			});
		}
	}

	return pieces;
}

/** Indexes of the pieces that begin a row. */
function breaks(pieces: readonly Piece[], width: number): readonly number[] {
	const starts = [0];
	let start = 0;
	let column = 0;
	let place = {index: 0, column: 0};
	const breakAt = (at: {readonly index: number; readonly column: number}) => {
		starts.push(at.index);
		start = at.index;
		column -= at.column;
		place = {index: start, column: 0};
	};
	for (const [index, piece] of pieces.entries()) {
		const before = pieces[index - 1];
		const isPlace = before?.text === ' ' || isJoint(before, piece);
		if (isPlace && before?.unit !== piece.unit) place = {index, column};
		const isOver = () => column + piece.width > width;
		// A word moves to the next row as a whole; one that is longer than a row is cut.
		if (isOver() && place.index > start && piece.text !== ' ') breakAt(place);
		if (isOver() && index > start) breakAt({index, column});
		column += piece.width;
	}

	return starts;
}

function wrapLine(units: Line, width: number): LineRows {
	const pieces = toUnitPieces(units, width);
	const starts = breaks(pieces, width);
	const rows: string[] = [];
	const places: number[] = [];
	const columns: number[] = [];
	let last = 0;
	for (const [row, start] of starts.entries()) {
		const own = pieces.slice(start, starts[row + 1]);
		rows.push(own.map(({text}) => text).join(''));
		// The rest of a chip that began above has no place of its own.
		const first = own.findIndex(({unit}, at) => unit !== pieces[start + at - 1]?.unit);
		places.push(first < 0 ? (own.at(-1)?.unit ?? -1) + 1 : (own[first]?.unit ?? 0));
		columns.push(widthOf(first < 0 ? own : own.slice(0, first)));
		last = widthOf(own);
	}

	if (last >= width) {
		rows.push('');
		places.push(units.length);
		columns.push(0);
	}

	return {rows, starts: places, columns};
}

const widthOf = (pieces: readonly Piece[]): number =>
	pieces.reduce((sum, {width}) => sum + width, 0);

const cache = new WeakMap<Line, {readonly width: number; readonly rows: LineRows}>();

/** Only the line that was edited is wrapped again. */
function rowsOf(units: Line, width: number): LineRows {
	const known = cache.get(units);
	if (known?.width === width) return known.rows;
	const rows = wrapLine(units, width);
	cache.set(units, {width, rows});
	return rows;
}

type Cell = {readonly row: number; readonly column: number};

function cellIn(units: Line, {starts, columns}: LineRows, column: number): Cell {
	const row = starts.findLastIndex(start => start <= column);
	const start = starts[row] ?? 0;
	const cells = units.slice(start, column).reduce((sum, unit) => sum + shownWidth(unit), 0);
	return {row, column: (columns[row] ?? 0) + cells};
}

/** The place of a row that is nearest to a column from the left. */
function placeIn(units: Line, {starts, columns}: LineRows, cell: Cell): number {
	let place = starts[cell.row] ?? 0;
	let column = columns[cell.row] ?? 0;
	const end = starts[cell.row + 1] ?? units.length + 1;
	for (; place + 1 < end; place += 1) {
		column += shownWidth(units[place] ?? '');
		if (column > cell.column) break;
	}

	return place;
}

export type ComposerRows = {
	/** At most as many as asked for. */
	readonly rows: readonly string[];
	/** The caret's cell, counted from the first of these rows. */
	readonly caret: Cell;
	/** Rows that do not fit above and below. */
	readonly above: number;
	readonly below: number;
};

/** The rows of the text that are visible. `top` is how many were above before; it moves no more than it must. */
export function composerRows(
	buffer: Pick<TextBuffer, 'lines' | 'caret'>,
	room: {readonly width: number; readonly height: number; readonly top?: number},
): ComposerRows {
	const width = Math.max(1, room.width);
	const height = Math.max(1, room.height);
	const heights = buffer.lines.map(units => rowsOf(units, width).rows.length);
	const total = heights.reduce((sum, each) => sum + each, 0);
	const above = heights.slice(0, buffer.caret.line).reduce((sum, each) => sum + each, 0);
	const own = lineAt(buffer, buffer.caret.line);
	const cell = cellIn(own, rowsOf(own, width), buffer.caret.column);
	const row = above + cell.row;
	const wished = Math.max(row - height + 1, Math.min(room.top ?? 0, row));
	const top = Math.max(0, Math.min(wished, total - height));
	const rows = visibleRows(buffer.lines, heights, {top, height, width});
	return {
		rows,
		caret: {row: row - top, column: cell.column},
		above: top,
		below: Math.max(0, total - top - rows.length),
	};
}

function visibleRows(
	lines: readonly Line[],
	heights: readonly number[],
	window: {readonly top: number; readonly height: number; readonly width: number},
): readonly string[] {
	const rows: string[] = [];
	let passed = 0;
	for (const [line, units] of lines.entries()) {
		const end = passed + (heights[line] ?? 0);
		if (end > window.top) {
			const from = Math.max(0, window.top - passed);
			const own = rowsOf(units, window.width).rows;
			rows.push(...own.slice(from, from + window.height - rows.length));
			if (rows.length >= window.height) break;
		}

		passed = end;
	}

	return rows;
}

export type RowMove = {readonly caret: Caret; readonly wanted: number};

/** The caret some visual rows further up (negative) or down, as far as there are any; undefined at the edge. */
export function moveRows(
	buffer: Pick<TextBuffer, 'lines' | 'caret' | 'wanted'>,
	by: number,
	width: number,
): RowMove | undefined {
	const room = Math.max(1, width);
	let {line} = buffer.caret;
	let rows = rowsOf(lineAt(buffer, line), room);
	const cell = cellIn(lineAt(buffer, line), rows, buffer.caret.column);
	const wanted = buffer.wanted ?? cell.column;
	let {row} = cell;
	let target: RowMove | undefined;
	for (let left = Math.abs(by); left > 0; ) {
		row += Math.sign(by);
		if (row < 0 || row >= rows.rows.length) {
			line += Math.sign(by);
			if (line < 0 || line >= buffer.lines.length) break;
			rows = rowsOf(lineAt(buffer, line), room);
			row = by < 0 ? rows.rows.length - 1 : 0;
		}

		// The middle of a long chip has no place for the caret.
		if (rows.starts[row] === rows.starts[row + 1]) continue;
		const column = placeIn(lineAt(buffer, line), rows, {row, column: wanted});
		target = {caret: {line, column}, wanted};
		left -= 1;
	}

	return target;
}

/** The last place of the first visual row: a recalled prompt is read from there, and Up goes on from it. */
export function firstRowEnd(buffer: Pick<TextBuffer, 'lines'>, width: number): Caret {
	const {starts} = rowsOf(lineAt(buffer, 0), Math.max(1, width));
	const column = starts[1] === undefined ? lineAt(buffer, 0).length : starts[1] - 1;
	return {line: 0, column: Math.max(0, column)};
}
