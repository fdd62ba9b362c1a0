import type {ActionId} from '../keys/bindings.ts';
import type {Overlay} from '../store/state.ts';
import {filterRows} from './filter.ts';

type Marks = readonly string[];

/** What can be done with the mark of the selected row, or with all rows that the filter leaves. */
type Change = (marked: Marks, selected: string, shown: Marks) => Marks;

const without = (marked: Marks, values: Marks): Marks =>
	marked.filter(value => !values.includes(value));

const within = (marked: Marks, values: Marks): Marks => [...without(marked, values), ...values];

/** The part of a value that several share. */
const groupOf = (value: string): string => value.split('/')[0] ?? value;

const toggle = (marked: Marks, values: Marks): Marks =>
	values.every(value => marked.includes(value)) ? without(marked, values) : within(marked, values);

function move(marked: Marks, value: string, by: number): Marks {
	const at = marked.indexOf(value);
	const to = at + by;
	if (at < 0 || to < 0 || to >= marked.length) return marked;
	return without(marked, [value]).toSpliced(to, 0, value);
}

const changes: Readonly<Partial<Record<ActionId, Change>>> = {
	'tui.select.confirm': (marked, selected) => toggle(marked, [selected]),
	'app.models.enableAll': (marked, _selected, shown) => within(marked, without(shown, marked)),
	'app.models.clearAll': (marked, _selected, shown) => without(marked, shown),
	'app.models.toggleProvider': (marked, selected, shown) =>
		toggle(
			marked,
			shown.filter(value => groupOf(value) === groupOf(selected)),
		),
	'app.models.reorderUp': (marked, selected) => move(marked, selected, -1),
	'app.models.reorderDown': (marked, selected) => move(marked, selected, 1),
};

export const markActions: readonly ActionId[] = [
	'tui.select.confirm',
	'app.models.enableAll',
	'app.models.clearAll',
	'app.models.toggleProvider',
	'app.models.reorderUp',
	'app.models.reorderDown',
];

/** The marks after a key; undefined: it means nothing here. */
export function changeMarks(
	{marked, rows, query, selected}: Overlay,
	action: ActionId,
): Marks | undefined {
	const shown = filterRows(rows, query).map(({value}) => value);
	const current = shown[selected];
	return marked && current !== undefined ? changes[action]?.(marked, current, shown) : undefined;
}
