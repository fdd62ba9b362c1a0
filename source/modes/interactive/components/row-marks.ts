import {wrap} from '../../../lib/text-width.ts';

// What a row says to who copies it: where its frame ends, and whether the text goes on in the next row. The marks have
// the form of a style, so everything that measures or cuts rows passes them by; they are taken off before painting.

const frameEnd = '\u001B[8000m';
const softAtSpace = '\u001B[8001m';
const softInWord = '\u001B[8002m';
const marks = /\u001B\[800[012]m/g;

const sequences = /\u001B\[[\d;:]*m|\u001B\]8;[^\u0007\u001B]*(?:\u0007|\u001B\\)/g;

/** The row as it is painted. */
export const withoutMarks = (row: string): string =>
	row.includes('\u001B[800') ? row.replaceAll(marks, '') : row;

/** Only what can be read of a row. */
export const plainText = (row: string): string =>
	row.includes('\u001B') ? row.replaceAll(sequences, '') : row;

/** A row behind something that is not part of its text: an indent, a bar. */
export const framed = (frame: string, row: string): string => frame + frameEnd + row;

/** A row that is there for its looks: nothing of it is copied. */
export const ornament = (row: string): string => row + softInWord;

/** Says of the rows of one line where it was broken. */
function markBreaks(line: string, rows: readonly string[]): readonly string[] {
	if (rows.length < 2) return rows;
	const text = plainText(line);
	let at = 0;
	return rows.map((row, index) => {
		if (index === rows.length - 1) return row;
		at += plainText(row).length;
		const isSpace = text[at] === ' ';
		while (text[at] === ' ') at += 1;
		return row + (isSpace ? softAtSpace : softInWord);
	});
}

/** As `wrap`, and each row that goes on in the next one says so. */
export const wrapMarked = (
	text: string,
	width: number,
	between: 'words' | 'cells' = 'words',
): readonly string[] =>
	text.split('\n').flatMap(line => markBreaks(line, wrap(line, width, between)));

/** What stands between the text of a row and that of the next one. */
export function joint(row: string): '' | ' ' | '\n' {
	if (row.includes(softAtSpace)) return ' ';
	return row.includes(softInWord) ? '' : '\n';
}

/** Cells of a row that are frame: what comes before the last mark of its end. */
export function frameOf(row: string): string {
	const end = row.lastIndexOf(frameEnd);
	return end < 0 ? '' : row.slice(0, end);
}
