import type {SelectorRow} from '../store/state.ts';

/** Rows in which every word of the query occurs. */
export function filterRows(rows: readonly SelectorRow[], query: string): readonly SelectorRow[] {
	const words = query
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '');
	if (words.length === 0) return rows;
	return rows.filter(row => {
		const text = `${row.label} ${row.value} ${row.hint ?? ''}`.toLowerCase();
		return words.every(word => text.includes(word));
	});
}
