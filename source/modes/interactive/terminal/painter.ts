import {toPaintedRow} from './row.ts';

export type Size = {readonly columns: number; readonly rows: number};

/** A cell of the screen, counted from 0. */
export type Cell = {readonly row: number; readonly column: number};

/** Where the cursor stands; not visible, it still tells an input method where text appears. */
export type Caret = Cell & {readonly isVisible: boolean};

export type Frame = {
	readonly rows: readonly string[];
	readonly size: Size;
	readonly caret: Caret | undefined;
	/** Rows of the last frame that now stand `by` higher (lower when negative). */
	readonly scroll?: {readonly top: number; readonly height: number; readonly by: number};
};

export type Painter = {
	/** What turns the last frame into this one on the terminal; empty when it is there already. */
	paint(frame: Frame): string;
	/** The terminal shows something else than the last frame. */
	forget(): void;
};

const syncOn = '\u001B[?2026h';
const syncOff = '\u001B[?2026l';
const hideCursor = '\u001B[?25l';

/** Writes frames as differences of rows. Never erases more than the end of a row, so that nothing can flicker. */
export function createPainter(hasSync: () => boolean): Painter {
	const shown: string[] = [];
	let isKnown = false;
	let caret = '';
	/** undefined: nobody knows. */
	let isCursorShown: boolean | undefined;

	const paintRows = (frame: Frame) => {
		let body = isKnown ? scroll(frame, shown) : '';
		for (let row = 0; row < frame.size.rows; row += 1) {
			const text = frame.rows[row] ?? '';
			if (isKnown && shown[row] === text) continue;
			shown[row] = text;
			body += toRowBytes(row, text, frame.size.columns);
		}

		isKnown = true;
		shown.length = frame.size.rows;
		return body;
	};

	return {
		paint(frame) {
			const body = paintRows(frame);
			const place = toCaretBytes(frame);
			const isVisible = frame.caret?.isVisible === true;
			if (body === '' && place === caret && isVisible === isCursorShown) return '';
			// Without a synchronized frame around it the cursor would be seen running over the rows.
			const mustHide = isCursorShown !== false && body !== '' && !hasSync();
			const visibility = mustHide || isVisible !== isCursorShown ? toVisibility(isVisible) : '';
			caret = place;
			isCursorShown = isVisible;
			const bytes = (mustHide ? hideCursor : '') + body + place + visibility;
			return hasSync() ? syncOn + bytes + syncOff : bytes;
		},
		forget() {
			isKnown = false;
			isCursorShown = undefined;
		},
	};
}

function toVisibility(isVisible: boolean): string {
	return isVisible ? '\u001B[?25h' : hideCursor;
}

function toRowBytes(row: number, text: string, columns: number): string {
	const {text: painted, isFull} = toPaintedRow(text, columns);
	const reset = text.includes('\u001B') ? '\u001B[0m' : '';
	return `\u001B[${row + 1};1H${painted}${reset}${isFull ? '' : '\u001B[K'}`;
}

function toCaretBytes({caret, size}: Frame): string {
	if (caret === undefined) return '';
	const row = Math.max(0, Math.min(caret.row, size.rows - 1));
	const column = Math.max(0, Math.min(caret.column, size.columns - 1));
	return `\u001B[${row + 1};${column + 1}H`;
}

/** Moves rows that only changed their place, on the terminal and in `shown`, where that saves writing them again. */
function scroll({scroll: move, rows, size}: Frame, shown: string[]): string {
	if (move === undefined || move.by === 0 || Math.abs(move.by) >= move.height) return '';
	const {top, height, by} = move;
	const before = shown.slice(top, top + height);
	const blank = Array.from({length: Math.abs(by)}, () => '');
	const after = by > 0 ? [...before.slice(by), ...blank] : [...blank, ...before.slice(0, by)];
	const wanted = rows.slice(top, top + height);
	if (top + height > size.rows || countSame(after, wanted) <= countSame(before, wanted)) return '';
	shown.splice(top, height, ...after);
	return `\u001B[${top + 1};${top + height}r\u001B[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\u001B[r`;
}

function countSame(some: readonly string[], others: readonly string[]): number {
	return some.filter((row, index) => row === (others[index] ?? '')).length;
}
