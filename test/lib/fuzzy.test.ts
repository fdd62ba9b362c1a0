import {expect, it} from 'vitest';
import {fuzzyScore} from '../../source/lib/fuzzy.ts';

it('prefers the whole, then the beginning, then a word, then a part, then scattered letters', () => {
	const scores = ['model', 'models', 'the-model', 'remodel', 'my odd elk'].map(text =>
		fuzzyScore('model', text),
	);
	expect(scores).toEqual([...scores].sort((a, b) => (b ?? 0) - (a ?? 0)));
	expect(new Set(scores).size).toBe(5);
});

it('wants every letter, in order', () => {
	expect(fuzzyScore('abc', 'acb')).toBeUndefined();
	expect(fuzzyScore('', 'anything')).toBe(0);
});
