import {describe, expect, it} from 'vitest';
import {fullText} from '../../../../source/modes/interactive/composer/text-buffer.ts';
import {reduce, type UiEvent} from '../../../../source/modes/interactive/store/reduce.ts';
import type {UiState} from '../../../../source/modes/interactive/store/state.ts';
import {createUiStore, initialState} from '../../../../source/modes/interactive/store/ui-store.ts';

const from = (...events: readonly UiEvent[]): UiState => events.reduce(reduce, initialState(0));

const opened = (id: string): UiEvent => ({
	type: 'overlaid',
	action: {
		type: 'opened',
		overlay: {
			id,
			title: id,
			selected: 0,
			rows: ['alpha', 'beta', 'gamma'].map(value => ({value, label: value})),
		},
	},
});

describe('the state of the screen', () => {
	it('keeps what was said before the session was open, and the prompts of the session for Up', () => {
		const base = {parentId: null, timestamp: ''};
		const state = from(
			{type: 'noticed', level: 'info', text: 'welcome'},
			{
				type: 'session.shown',
				path: [
					{
						...base,
						id: 'e1',
						type: 'message',
						message: {role: 'user', content: 'hi', timestamp: 0},
					},
				],
			},
			{type: 'composed', action: {type: 'vertical', by: -1, width: 20}},
		);
		expect(state.transcript.settled.map(({kind}) => kind)).toEqual(['user', 'notice']);
		expect(fullText(state.composer.buffer)).toBe('hi');
	});

	it('has overlays one on the other, the last of them with the keys', () => {
		const two = from(
			opened('one'),
			opened('two'),
			{type: 'overlaid', action: {type: 'moved', by: 5}},
			{type: 'overlaid', action: {type: 'moved', by: -1}},
		);
		expect(two.overlays.map(({id, selected}) => [id, selected])).toEqual([
			['one', 0],
			['two', 1],
		]);
		const queried = reduce(two, {type: 'overlaid', action: {type: 'queried', query: 'mm'}});
		const moved = reduce(queried, {type: 'overlaid', action: {type: 'moved', by: 3}});
		expect(moved.overlays.at(-1)).toMatchObject({query: 'mm', selected: 0});
		const closed = reduce(moved, {type: 'overlaid', action: {type: 'closed', id: 'two'}});
		expect(closed.overlays.map(({id}) => id)).toEqual(['one']);
	});

	it('takes a hint away with the next key, or when its time is over, but no other one', () => {
		const hinted = from({type: 'hinted', hint: 'a'});
		expect(reduce(hinted, {type: 'unhinted', hint: 'b'})).toBe(hinted);
		expect(reduce(hinted, {type: 'unhinted', hint: 'a'}).hint).toBeUndefined();
		const typed = reduce(hinted, {type: 'composed', action: {type: 'insert', text: 'x'}});
		expect(typed.hint).toBeUndefined();
	});

	it('tells nobody of what changes nothing', () => {
		const store = createUiStore(0);
		let told = 0;
		store.subscribe(() => {
			told += 1;
		});
		store.dispatch({type: 'scrolled', unseen: undefined});
		store.dispatch({type: 'composed', action: {type: 'vertical', by: 1, width: 9}});
		store.dispatch({type: 'ticked', now: 5});
		expect([told, store.get().now]).toEqual([1, 5]);
	});
});
