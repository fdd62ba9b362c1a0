import {fuzzyScore} from '../../../lib/fuzzy.ts';
import type {SelectorRow} from '../store/state.ts';

const elsewhere = 20;

const nameScore = (word: string, label: string, value: string): number =>
	Math.max(
		fuzzyScore(word, label.toLowerCase()) ?? -1,
		value === label ? -1 : (fuzzyScore(word, value.toLowerCase()) ?? -1),
	);

const leastScore = 30;

/** Letters that are scattered over a sentence are chance. */
function titleScore(word: string, label: string): number {
	const score = fuzzyScore(word, label.toLowerCase()) ?? -1;
	return score >= leastScore ? score : -1;
}

/** What a word is worth for a row: letters may be left out in its name, not in what is said about it. */
function scoreOf(
	word: string,
	{label, value, hint = '', about = '', search = ''}: SelectorRow,
): number {
	const named = search === undefined ? nameScore(word, label, value) : titleScore(word, label);
	const isSaid = `${hint} ${about} ${search ?? ''}`.toLowerCase().includes(word);
	return Math.max(named, isSaid ? elsewhere : -1);
}

function search(rows: readonly SelectorRow[], words: readonly string[]): readonly SelectorRow[] {
	return rows
		.flatMap(row => {
			const scores = words.map(word => scoreOf(word, row));
			const fits = scores.every(score => score >= 0);
			return fits ? [{row, score: scores.reduce((sum, score) => sum + score, 0)}] : [];
		})
		.sort((a, b) => b.score - a.score)
		.map(({row}) => row);
}

/** A regular expression that is still being typed fits nothing. */
function toPattern(source: string): RegExp | undefined {
	try {
		return new RegExp(source, 'i');
	} catch {
		return undefined;
	}
}

function matching(rows: readonly SelectorRow[], source: string): readonly SelectorRow[] {
	const pattern = toPattern(source);
	const fits = ({label, value, hint, about, search}: SelectorRow) =>
		[label, value, hint, about, search].some(text => text !== undefined && pattern?.test(text));
	return rows.filter(fits);
}

/** What stands in quotes is one word. */
const wordsOf = (query: string): readonly string[] =>
	(query.toLowerCase().match(/"[^"]*"?|\S+/g) ?? [])
		.map(word => word.replaceAll('"', ''))
		.filter(Boolean);

type Found = {readonly query: string; readonly rows: readonly SelectorRow[]};
const known = new WeakMap<readonly SelectorRow[], Found>();

/**
 * Rows that every word of the query fits, the best first; without one all of them as they are. "Several words" are
 * looked for as they stand, and `re:` makes the rest a regular expression.
 */
export function filterRows(rows: readonly SelectorRow[], query: string): readonly SelectorRow[] {
	const words = wordsOf(query);
	if (words.length === 0) return rows;
	const before = known.get(rows);
	if (before?.query === query) return before.rows;
	const found = query.startsWith('re:')
		? matching(rows, query.slice(3).trim())
		: search(rows, words);
	known.set(rows, {query, rows: found});
	return found;
}
