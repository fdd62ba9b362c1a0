import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, textWidth, toPieces} from '../../../lib/text-width.ts';

export type PaintedRow = {
	readonly text: string;
	/** The last column is taken: erasing behind it would eat its character. */
	readonly isFull: boolean;
};

const controls = /[\0-\u001F\u007F-\u009F]/;
const allowed = /\u001B\[[\d;:]*m|\u001B\]8;[^\u0007\u001B]*(?:\u0007|\u001B\\)/g;

/** A row as it may be written: nothing that moves the cursor, no wider than the screen, placed cell by cell. */
export function toPaintedRow(row: string, width: number): PaintedRow {
	const safe = isSafe(row) ? row : printable(row, {colours: true}).replaceAll('\n', ' ');
	const cut = cutToWidth(safe, width);
	return {text: anchor(cut), isFull: textWidth(cut) >= width};
}

function isSafe(row: string): boolean {
	return !controls.test(row) || !controls.test(row.replaceAll(allowed, ''));
}

/** Characters whose width terminals do not agree on. */
const risky = /[\u200D\uFE0E\uFE0F\u20E3\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]|\p{M}/u;
/** Those that some draw wider or narrower than two cells, not only differently. */
const pictures = /[\u200D\uFE0E\uFE0F\u20E3\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/u;

/**
 * Says the column again behind every character that a terminal may count differently, so that what follows stands
 * where it belongs. The cells of a picture are blanked first: a terminal may leave one of them as it was.
 */
function anchor(row: string): string {
	if (!risky.test(row)) return row;
	let column = 0;
	let isAstray = false;
	let anchored = '';
	for (const {text, width, isSequence} of toPieces(row)) {
		if (isSequence) {
			anchored += text;
			continue;
		}

		const isPicture = pictures.test(text);
		if (isAstray && (isPicture || !risky.test(text))) anchored += toColumn(column);
		isAstray = isPicture || risky.test(text);
		anchored += isPicture ? ' '.repeat(width) + toColumn(column) + text : text;
		column += width;
	}

	return isAstray ? anchored + toColumn(column) : anchored;
}

function toColumn(column: number): string {
	return `\u001B[${column + 1}G`;
}
