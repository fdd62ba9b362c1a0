import {describe, expect, it} from 'vitest';
import type {TranscriptItem} from '../../../../source/modes/interactive/store/state.ts';
import {
	createHeights,
	guessHeight,
} from '../../../../source/modes/interactive/transcript/heights.ts';

const user = (id: string, text: string): TranscriptItem => ({kind: 'user', id, text, images: 0});
const look = {width: 10, expanded: false};

describe('the heights of items', () => {
	it('are guessed until they are known, and add up', () => {
		const heights = createHeights();
		const items = {settled: [user('a', 'x'), user('b', 'x'.repeat(50))], live: [user('c', 'x')]};
		heights.update(items, look);
		const guesses = [...items.settled, ...items.live].map(item => guessHeight(item, look));
		expect(heights.total()).toBe(guesses.reduce((sum, each) => sum + each, 0));
		heights.set(1, 40);
		expect(heights.before(2)).toBe((guesses[0] ?? 0) + 40);
		expect(heights.total()).toBe((guesses[0] ?? 0) + 40 + (guesses[2] ?? 0));
	});

	it('are kept when more comes behind, also for what is still being written', () => {
		const heights = createHeights();
		const settled = [user('a', 'x')];
		heights.update({settled, live: [user('b', 'x')]}, look);
		heights.set(0, 7);
		heights.set(1, 9);
		heights.update({settled, live: [user('b', 'xx')]}, look);
		expect(heights.total()).toBe(16);
		const more = [...settled, user('b', 'xx'), user('c', 'x')];
		heights.update({settled: more, live: []}, look);
		expect(heights.before(1)).toBe(7);
		expect(heights.before(3)).toBe(heights.total());
	});

	it('are guessed anew for another width, or another session', () => {
		const heights = createHeights();
		const settled = [user('a', 'x')];
		heights.update({settled, live: []}, look);
		heights.set(0, 70);
		heights.update({settled, live: []}, {...look, width: 20});
		expect(heights.total()).toBeLessThan(70);
		heights.set(0, 70);
		heights.update({settled: [user('z', 'x')], live: []}, {...look, width: 20});
		expect(heights.total()).toBeLessThan(70);
	});

	it('grow with the text and shrink with the width; what is folded is small', () => {
		const text = 'word '.repeat(100);
		const wide = guessHeight(user('a', text), {width: 100, expanded: false});
		const slim = guessHeight(user('a', text), {width: 10, expanded: false});
		expect([wide, slim]).toEqual([8, 53]);
		const tool = {
			kind: 'tool',
			id: 't',
			callId: 't',
			name: 'bash',
			args: {},
			status: 'done',
			output: 'x\n'.repeat(500),
		} as const;
		expect(guessHeight(tool, look)).toBe(12);
		expect(guessHeight(tool, {...look, expanded: true})).toBeGreaterThan(500);
	});
});
