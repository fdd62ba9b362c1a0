import {fuzzyScore} from '../../../lib/fuzzy.ts';
import type {SelectorRow} from '../store/state.ts';

const elsewhere = 20;

/** What a word is worth for a row: letters may be left out in its name, not in what is said about it. */
function scoreOf(word: string, {label, value, hint = '', about = ''}: SelectorRow): number {
	const named = Math.max(
		fuzzyScore(word, label.toLowerCase()) ?? -1,
		value === label ? -1 : (fuzzyScore(word, value.toLowerCase()) ?? -1),
	);
	const isSaid = `${hint} ${about}`.toLowerCase().includes(word);
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

type Found = {readonly query: string; readonly rows: readonly SelectorRow[]};
const known = new WeakMap<readonly SelectorRow[], Found>();

/** Rows that every word of the query fits, the best first; without one all of them as they are. */
export function filterRows(rows: readonly SelectorRow[], query: string): readonly SelectorRow[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return rows;
	const before = known.get(rows);
	if (before?.query === query) return before.rows;
	const found = search(rows, words);
	known.set(rows, {query, rows: found});
	return found;
}
