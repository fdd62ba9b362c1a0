import {describe, expect, it} from 'vitest';
import type {ActionId} from '../../../../source/modes/interactive/keys/bindings.ts';
import {changeMarks} from '../../../../source/modes/interactive/selectors/marks.ts';

const rows = ['a/1', 'a/2', 'b/1', 'c/1'].map(value => ({value, label: value}));

const press = (
	action: ActionId,
	{
		marked = [],
		selected = 0,
		query = '',
	}: {marked?: readonly string[]; selected?: number; query?: string},
) => changeMarks({id: 'x', title: '', rows, query, selected, marked}, action);

describe('the marks of a list', () => {
	it.each<[string, ActionId, Parameters<typeof press>[1], readonly string[]]>([
		['switch the selected row on', 'tui.select.confirm', {marked: ['b/1']}, ['b/1', 'a/1']],
		['switch the selected row off', 'tui.select.confirm', {marked: ['a/1', 'b/1']}, ['b/1']],
		[
			'count among what the filter leaves',
			'tui.select.confirm',
			{query: 'b', selected: 0},
			['b/1'],
		],
		[
			'are set for all that are shown',
			'app.models.enableAll',
			{marked: ['c/1'], query: 'a/'},
			['c/1', 'a/1', 'a/2'],
		],
		[
			'are taken from all that are shown',
			'app.models.clearAll',
			{marked: ['c/1', 'a/1'], query: 'a/'},
			['c/1'],
		],
		[
			'are set for a whole provider',
			'app.models.toggleProvider',
			{marked: ['a/1']},
			['a/1', 'a/2'],
		],
		[
			'are taken from a whole provider',
			'app.models.toggleProvider',
			{marked: ['a/2', 'b/1', 'a/1']},
			['b/1'],
		],
		['move up', 'app.models.reorderUp', {marked: ['b/1', 'a/1']}, ['a/1', 'b/1']],
		[
			'do not move beyond the end',
			'app.models.reorderDown',
			{marked: ['b/1', 'a/1']},
			['b/1', 'a/1'],
		],
		['of a row that is off do not move', 'app.models.reorderUp', {marked: ['b/1']}, ['b/1']],
	])('%s', (_title, action, overlay, expected) => {
		const marked = press(action, overlay);
		expect(action === 'app.models.toggleProvider' ? marked?.toSorted() : marked).toEqual(
			action === 'app.models.toggleProvider' ? [...expected].sort() : expected,
		);
	});

	it('are not changed by other keys, nor where nothing is shown', () => {
		expect(press('tui.select.up', {})).toBeUndefined();
		expect(press('tui.select.confirm', {query: 'nothing'})).toBeUndefined();
	});
});
