import {describe, expect, test} from 'vitest';
import {clampLevel, levelsOf, thinkingBudget} from '../../source/ai/levels.ts';

const thinker = {reasoning: true};

describe('thinking levels', () => {
	test.each([
		['none but off without thinking', {reasoning: false}, ['off']],
		['all up to high by default', thinker, ['off', 'minimal', 'low', 'medium', 'high']],
		[
			'the highest two only when they are mapped',
			{reasoning: true, thinkingLevelMap: {xhigh: 'max', max: null}},
			['off', 'minimal', 'low', 'medium', 'high', 'xhigh'],
		],
		[
			'none that is mapped to nothing',
			{reasoning: true, thinkingLevelMap: {off: null, minimal: null, medium: null}},
			['low', 'high'],
		],
	])('on offer are %s', (_title, model, levels) => {
		expect(levelsOf(model)).toEqual(levels);
	});

	test.each([
		['medium', 'high'],
		['minimal', 'low'],
		['off', 'low'],
		['xhigh', 'high'],
		['high', 'high'],
	] as const)('%s becomes the next one above that is offered, else below: %s', (asked, given) => {
		const model = {reasoning: true, thinkingLevelMap: {off: null, minimal: null, medium: null}};
		expect(clampLevel(model, asked)).toBe(given);
	});

	test('are off where nothing thinks', () => {
		expect(clampLevel({reasoning: false}, 'max')).toBe('off');
	});
});

describe('the budget of thinking', () => {
	test.each([
		['off', 0],
		['minimal', 1024],
		['low', 2048],
		['medium', 8192],
		['high', 16_384],
		['xhigh', 16_384],
		['max', 16_384],
	] as const)('of %s is %i tokens', (level, tokens) => {
		expect(thinkingBudget({level, maxTokens: 64_000})).toBe(tokens);
	});

	test('is what a person sets; the highest levels follow high', () => {
		const thinkingBudgets = {low: 3000, high: 30_000};
		const budget = (level: 'low' | 'max') =>
			thinkingBudget({level, maxTokens: 64_000, thinkingBudgets});
		expect([budget('low'), budget('max')]).toEqual([3000, 30_000]);
	});

	test('leaves room for the answer', () => {
		expect(thinkingBudget({level: 'high', maxTokens: 4096})).toBe(3072);
		expect(thinkingBudget({level: 'high', maxTokens: 100})).toBe(0);
	});
});
