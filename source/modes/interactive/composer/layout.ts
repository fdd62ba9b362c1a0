import {textWidth} from '../../../lib/text-width.ts';
import type {TextBuffer} from './text-buffer.ts';

export type ComposerRows = {
	readonly rows: readonly string[];
	/** The caret's cell, counted from the first of these rows. */
	readonly caret: {readonly row: number; readonly column: number};
	/** Rows that do not fit above and below. */
	readonly above: number;
	readonly below: number;
};

type Row = {
	readonly text: string;
	readonly line: number;
	readonly from: number;
	readonly to: number;
};

/** A unit as it is shown: a control character or a lone mark must not move the cursor. */
const shown = (unit: string): string =>
	unit === '\t' ? '    ' : /^[\u0000-\u001f\u007f-\u009f]$/.test(unit) ? '·' : unit;

/** Soft-wraps one line by cells; a row may end anywhere, so that the caret has a cell for every place. */
function wrapLine(units: readonly string[], line: number, width: number): readonly Row[] {
	const rows: Row[] = [];
	let text = '';
	let column = 0;
	let from = 0;
	for (const [index, unit] of units.entries()) {
		const cells = Math.min(textWidth(shown(unit)), width);
		if (column + cells > width && text !== '') {
			rows.push({text, line, from, to: index});
			text = '';
			column = 0;
			from = index;
		}

		text += shown(unit);
		column += cells;
	}

	rows.push({text, line, from, to: units.length});
	// A full last row leaves no cell for the caret.
	if (column >= width && units.length > 0)
		rows.push({text: '', line, from: units.length, to: units.length});
	return rows;
}

const cache = new WeakMap<
	readonly string[],
	{readonly width: number; readonly line: number; readonly rows: readonly Row[]}
>();

/** Only the line that was edited is wrapped again. */
function rowsOf(units: readonly string[], line: number, width: number): readonly Row[] {
	const known = cache.get(units);
	if (known?.width === width && known.line === line) return known.rows;
	const rows = wrapLine(units, line, width);
	cache.set(units, {width, line, rows});
	return rows;
}

/** The visible rows of the text and the cell of the caret, at most `maxRows` around it. */
export function composerRows(buffer: TextBuffer, width: number, maxRows: number): ComposerRows {
	const all = buffer.lines.flatMap((units, line) => rowsOf(units, line, Math.max(1, width)));
	const {line, column} = buffer.caret;
	const at = all.findLastIndex(row => row.line === line && row.from <= column && column <= row.to);
	const row = Math.max(0, at);
	const own = all[row];
	const units = buffer.lines[line]?.slice(own?.from ?? 0, column) ?? [];
	const cells = units.reduce((sum, unit) => sum + textWidth(shown(unit)), 0);
	const first = Math.max(0, Math.min(row - Math.floor(maxRows / 2), all.length - maxRows));
	const visible = all.slice(first, first + maxRows);
	return {
		rows: visible.map(({text}) => text),
		caret: {row: row - first, column: Math.min(cells, Math.max(0, width - 1))},
		above: first,
		below: Math.max(0, all.length - first - visible.length),
	};
}

/** The caret one visual row up or down; undefined at the edge, where history begins. */
export function moveByRow(buffer: TextBuffer, width: number, by: -1 | 1): TextBuffer | undefined {
	const all = buffer.lines.flatMap((units, line) => rowsOf(units, line, Math.max(1, width)));
	const {line, column} = buffer.caret;
	const at = all.findLastIndex(row => row.line === line && row.from <= column && column <= row.to);
	const own = all[at];
	const target = all[at + by];
	if (!own || !target) return undefined;
	const wanted = buffer.wanted ?? column - own.from;
	const next = Math.min(target.from + wanted, target.to);
	return {...buffer, caret: {line: target.line, column: next}, wanted, last: 'other'};
}
