import {fuzzyScore} from '../../../lib/fuzzy.ts';
import type {SelectorRow} from '../store/state.ts';

/** Letters that are scattered over a title are chance. */
const leastScore = 30;

/** A regular expression that is still being typed matches nothing. */
function toPattern(source: string): RegExp | undefined {
	try {
		return new RegExp(source, 'i');
	} catch {
		return undefined;
	}
}

/** Words and "phrases", in any order; `re:` makes the rest a regular expression. */
function toTest(query: string): (row: SelectorRow) => boolean {
	const textOf = ({label, value, hint = '', search = ''}: SelectorRow) =>
		`${label} ${value} ${hint} ${search}`;
	if (query.startsWith('re:')) {
		const pattern = toPattern(query.slice(3).trim());
		return row => pattern?.test(textOf(row)) ?? false;
	}

	const found = query.toLowerCase().match(/"[^"]*"?|\S+/g) ?? [];
	const words = found.map(word => word.replaceAll('"', '')).filter(word => word !== '');
	return row => {
		const text = textOf(row).toLowerCase();
		const label = row.label.toLowerCase();
		const isNear = (word: string) =>
			row.search !== undefined && (fuzzyScore(word, label) ?? 0) >= leastScore;
		return words.every(word => text.includes(word) || isNear(word));
	};
}

/** Rows that fit the query. */
export const filterRows = (rows: readonly SelectorRow[], query: string): readonly SelectorRow[] =>
	query.trim() === '' ? rows : rows.filter(toTest(query.trim()));
