import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, textWidth} from '../../../lib/text-width.ts';

/** Where a view wants the cursor of the terminal. */
const marker = '\u001B_pi:c\u0007';

export type ViewLines = {
	readonly lines: readonly string[];
	readonly caret: {readonly row: number; readonly column: number} | undefined;
};

function caretOf(lines: readonly string[]): ViewLines['caret'] {
	const row = lines.findIndex(line => line.includes(marker));
	const [before] = (lines[row] ?? '').split(marker);
	return row < 0 || before === undefined ? undefined : {row, column: textWidth(printable(before))};
}

/** Lines that fit: colours are kept, nothing drives the terminal, none is wider than the width. */
export function toViewLines(given: readonly string[], width: number, height: number): ViewLines {
	const shown = given.slice(0, Math.max(0, height));
	return {
		lines: shown.map(line =>
			cutToWidth(printable(String(line), {colours: true}).replaceAll('\n', ' '), width),
		),
		caret: caretOf(shown),
	};
}
