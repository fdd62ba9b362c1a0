import {diffWordsWithSpace} from 'diff';
import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/paint.ts';
import type {ThemeToken} from '../theme/tokens.ts';

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

/** The text of a line with those words marked that the other one does not have. */
function marked(own: DiffLine, other: DiffLine, paint: Paint): string {
	const role = roles[own.sign];
	if (own.text.length > longest || other.text.length > longest) return paint.fg(role, own.text);
	const [before, after] = own.sign === '-' ? [own.text, other.text] : [other.text, own.text];
	const parts = diffWordsWithSpace(before, after).filter(part =>
		own.sign === '-' ? !part.added : !part.removed,
	);
	const isOwn = (part: {readonly added: boolean; readonly removed: boolean}) =>
		part.added || part.removed;
	const common = parts.reduce((sum, part) => sum + (isOwn(part) ? 0 : part.value.trim().length), 0);
	if (common < own.text.trim().length * leastInCommon) return paint.fg(role, own.text);
	return parts
		.map(part => paint.fg(role, isOwn(part) ? paint.inverse(part.value) : part.value))
		.join('');
}

/** A diff in colours; where one line became another, the words that differ stand out. */
export function diffRows(given: readonly DiffLine[], paint: Paint): readonly string[] {
	const lines = given.map(each => ({...each, text: expandTabs(printable(each.text))}));
	const partners = pairs(lines);
	return lines.map((own, index) => {
		const other = lines[partners.get(index) ?? -1];
		const role = roles[own.sign];
		const text = other ? marked(own, other, paint) : paint.fg(role, own.text);
		return own.number === ''
			? paint.fg('dim', own.text)
			: paint.fg(role, `${own.sign}${own.number} `) + text;
	});
}
