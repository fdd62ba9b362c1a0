import {diffWordsWithSpace} from 'diff';
import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs, sliceColumns, textWidth} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/paint.ts';
import type {ThemeToken} from '../theme/tokens.ts';
import type {CodeLook} from './code.ts';

export type DiffSign = '+' | '-' | ' ';

/** A line of a diff. `number` is padded; empty for what stands between the parts. */
export type DiffLine = {readonly sign: DiffSign; readonly number: string; readonly text: string};

const roles: Readonly<Record<DiffSign, ThemeToken>> = {
	'+': 'toolDiffAdded',
	'-': 'toolDiffRemoved',
	' ': 'toolDiffContext',
};

const line = /^([+\- ])( *\d+) ?(.*)$/;

/** Reads a numbered diff as the edit tool writes it. */
export const parseDiff = (diff: string): readonly DiffLine[] =>
	diff.split('\n').map(text => {
		const [, sign, number, rest] = line.exec(text) ?? [];
		return number === undefined
			? {sign: ' ', number: '', text}
			: {sign: sign === '+' || sign === '-' ? sign : ' ', number, text: rest ?? ''};
	});

export const countChanges = (lines: readonly DiffLine[]): {added: number; removed: number} => ({
	added: lines.filter(({sign}) => sign === '+').length,
	removed: lines.filter(({sign}) => sign === '-').length,
});

/** Lines that became one another: as many removed as added, in one place. By index of the line. */
function pairs(lines: readonly DiffLine[]): ReadonlyMap<number, number> {
	const found = new Map<number, number>();
	for (let at = 0; at < lines.length; ) {
		const removed = runOf(lines, at, '-');
		const added = runOf(lines, at + removed, '+');
		if (removed > 0 && removed === added) {
			for (let index = at; index < at + removed; index += 1) {
				found.set(index, index + removed);
				found.set(index + removed, index);
			}
		}

		at += Math.max(1, removed + added);
	}

	return found;
}

function runOf(lines: readonly DiffLine[], from: number, sign: DiffSign): number {
	let count = 0;
	while (lines[from + count]?.sign === sign) count += 1;
	return count;
}

const longest = 500;
/** Lines that have less than this in common were not changed but replaced. */
const leastInCommon = 0.4;

type Span = {readonly from: number; readonly to: number};

/** Columns of the words of a line that the other one does not have; none where hardly anything is common. */
function ownWords(own: DiffLine, other: DiffLine): readonly Span[] {
	if (own.text.length > longest || other.text.length > longest) return [];
	const [before, after] = own.sign === '-' ? [own.text, other.text] : [other.text, own.text];
	const spans: Span[] = [];
	let column = 0;
	let common = 0;
	for (const {value, added, removed} of diffWordsWithSpace(before, after)) {
		if (own.sign === '-' ? added : removed) continue;
		const to = column + textWidth(value);
		if (added || removed) spans.push({from: column, to});
		else common += value.trim().length;
		column = to;
	}

	return common < own.text.trim().length * leastInCommon ? [] : spans;
}

/** The row with some of its columns standing out, whatever colours it has. */
function standingOut(row: string, spans: readonly Span[], paint: Paint): string {
	if (spans.length === 0) return row;
	let out = '';
	let column = 0;
	for (const {from, to} of spans) {
		out += sliceColumns(row, column, from) + paint.inverse(sliceColumns(row, from, to));
		column = to;
	}

	return out + sliceColumns(row, column, textWidth(row));
}

const grounds: Readonly<Record<DiffSign, ThemeToken | undefined>> = {
	'+': 'toolSuccessBg',
	'-': 'toolErrorBg',
	' ': undefined,
};

/** Lines in the colours of their language, on a ground that says what was added and removed. undefined: there is none. */
function inLanguage(
	lines: readonly DiffLine[],
	{look, language}: DiffLook,
): readonly string[] | undefined {
	const {paint} = look;
	// Without a ground the colour of the line is what tells it from the others.
	if (language === '' || paint.bg('toolSuccessBg', 'x') === 'x') return undefined;
	return look.highlighter.highlight(lines.map(({text}) => text).join('\n'), language, look);
}

export type DiffLook = {readonly look: CodeLook; readonly language: string};

/** A diff in colours; where one line became another, the words that differ stand out. */
export function diffRows(given: readonly DiffLine[], diffLook: DiffLook): readonly string[] {
	const {paint} = diffLook.look;
	const lines = given.map(each => ({...each, text: expandTabs(printable(each.text))}));
	const partners = pairs(lines);
	const coloured = inLanguage(lines, diffLook);
	return lines.map((own, index) => {
		const other = lines[partners.get(index) ?? -1];
		const role = roles[own.sign];
		if (own.number === '') return paint.fg('dim', own.text);
		const plain = coloured?.[index] ?? paint.fg(role, own.text);
		const text = standingOut(plain, other ? ownWords(own, other) : [], paint);
		const ground = coloured && grounds[own.sign];
		const head = paint.fg(role, `${own.sign}${own.number} `);
		return head + (ground ? paint.bg(ground, text) : text);
	});
}
