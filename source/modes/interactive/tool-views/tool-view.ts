import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, expandTabs, textWidth} from '../../../lib/text-width.ts';
import type {CodeLook} from '../components/code.ts';
import {wrapMarked} from '../components/row-marks.ts';
import type {ToolItem} from '../store/state.ts';
import type {Paint} from '../theme/paint.ts';

export type ToolLook = CodeLook & {
	readonly expanded: boolean;
	readonly width: number;
	/** The key that unfolds; empty when there is none. */
	readonly expandKey: string;
};

/** How the calls of a tool look. What a view gives is printable, and its rows are no wider than the look says. */
export type ToolView = {
	/** What the tool works on: a path, a command. Cut in the middle where there is no room for it. */
	title(item: ToolItem): string;
	/** What stands behind the title and is not cut. */
	aside?(item: ToolItem, paint: Paint): string;
	body(item: ToolItem, look: ToolLook): readonly string[];
};

/** Even unfolded, nobody reads more than this. */
const mostRows = 2000;

export const isFailed = ({status}: ToolItem): boolean => status === 'failed';

/** An argument as text. While the call is still being written it may be missing or half there. */
export function argument({args}: ToolItem, name: string): string {
	const value = args[name];
	return typeof value === 'string' ? value : '';
}

/** One line, printable. */
export const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ').trim();

const count = (number: number): string => `${number} more ${number === 1 ? 'line' : 'lines'}`;

type Fold = {readonly lines: number; readonly from: 'start' | 'end'};

/** Finished lines at a width: folded to the first or last of them, each cut; or unfolded, each broken. */
export function foldRows(rows: readonly string[], look: ToolLook, fold: Fold): readonly string[] {
	const {expanded, width, paint, expandKey} = look;
	const note = (left: number, key: string) =>
		paint.fg('dim', cutToWidth(`… ${count(left)}${key}`, width, '…'));
	if (expanded) {
		const shown = rows
			.slice(0, mostRows)
			.flatMap(row => broken(row, width))
			.slice(0, mostRows);
		return rows.length > mostRows ? [...shown, note(rows.length - mostRows, '')] : shown;
	}

	const cut = (row: string) => cutToWidth(row, width, '…');
	const left = rows.length - fold.lines;
	// A note in place of one line would hide it for nothing.
	if (left <= 1) return rows.map(cut);
	const key = expandKey === '' ? '' : ` (${expandKey})`;
	return fold.from === 'start'
		? [...rows.slice(0, fold.lines).map(cut), note(left, key)]
		: [note(left, key), ...rows.slice(-fold.lines).map(cut)];
}

const broken = (row: string, width: number): readonly string[] =>
	textWidth(row) <= width ? [row] : wrapMarked(row, width, 'cells');

/** Plain output, folded. Colours that a program gave it are kept. */
export function preview(text: string, look: ToolLook, fold: Fold): readonly string[] {
	const {paint, expanded} = look;
	const trimmed = text.replace(/\n+$/, '');
	if (trimmed.trim() === '') return [];
	const all = trimmed.split('\n');
	// Of a long output only what will be seen is made printable.
	const from = fold.from === 'end' && !expanded ? Math.max(0, all.length - fold.lines - 1) : 0;
	const to = fold.from === 'start' && !expanded ? fold.lines + 1 : all.length;
	const lines = all.map((line, index) =>
		index < from || index >= to || index > mostRows + from
			? ''
			: paint.fg('toolOutput', expandTabs(printable(line, {colours: true}))),
	);
	return foldRows(lines, look, fold);
}

/** The language of a file by its ending, or by its name where it has none. */
export function languageOfPath(path: string): string {
	const [, ending, name] = /\.([^./\\]+)$|([^./\\]+)$/.exec(path) ?? [];
	return ending ?? name ?? '';
}

/** Lines of a file in the colours of its language, folded. */
export function codePreview(
	text: string,
	{path, look}: {readonly path: string; readonly look: ToolLook},
	lines: number,
): readonly string[] {
	const all = text.replace(/\n$/, '').split('\n');
	if (text === '') return [];
	const seen = all.slice(0, look.expanded ? mostRows : lines + 1);
	const code = expandTabs(printable(seen.join('\n')));
	const coloured = look.highlighter.highlight(code, languageOfPath(path), look);
	const rest = Array.from({length: all.length - seen.length}, () => '');
	return foldRows([...coloured, ...rest], look, {lines, from: 'start'});
}
