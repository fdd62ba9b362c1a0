import {describe, expect, it} from 'vitest';
import {toUsage} from '../../source/ai/cost.ts';
import {checkToolInput, clampLevel, levelsOf} from '../../source/ai/index.ts';
import {fakeModelRecord} from '../helpers/fake-model.ts';

describe('levels', () => {
	it('are what the catalog maps, and clamp upward first', () => {
		const model = {
			...fakeModelRecord,
			reasoning: true,
			thinkingLevelMap: {off: null, minimal: null, max: 'max'},
		};
		expect(levelsOf(model)).toEqual(['low', 'medium', 'high', 'max']);
		expect(clampLevel(model, 'off')).toBe('low');
		expect(clampLevel(model, 'xhigh')).toBe('max');
		expect(clampLevel({...model, thinkingLevelMap: {}}, 'max')).toBe('high');
		expect(clampLevel(fakeModelRecord, 'high')).toBe('off');
	});
});

describe('cost', () => {
	it('prices disjoint parts, the highest tier for the whole request and hour-long cache writes', () => {
		const model = {
			...fakeModelRecord,
			cost: {
				input: 10,
				output: 50,
				cacheRead: 1,
				cacheWrite: 12.5,
				tiers: [{above: 100, input: 20, output: 100, cacheRead: 2, cacheWrite: 25}],
			},
		};
		const small = toUsage(model, {input: 10, output: 1, cacheRead: 0, cacheWrite: 0});
		expect(small.cost.total).toBeCloseTo((10 * 10 + 50) / 1e6, 12);
		const large = toUsage(model, {
			input: 100,
			output: 1,
			cacheRead: 0,
			cacheWrite: 10,
			cacheWrite1h: 10,
		});
		expect(large.totalTokens).toBe(111);
		expect(large.cost.cacheWrite).toBeCloseTo((10 * 2 * 20) / 1e6, 12);
		expect(
			toUsage(model, {input: 1, output: 1, cacheRead: 0, cacheWrite: 0}, 0.5).cost,
		).toMatchObject({total: 0.5, totalFromProvider: true});
	});
});

describe('the input of a tool', () => {
	const schema = {
		type: 'object',
		required: ['path'],
		properties: {
			path: {type: 'string'},
			limit: {type: 'number'},
			deep: {type: 'boolean'},
			names: {type: 'array', items: {type: 'string'}},
		},
	} as const;

	it('is mended where it is plain what was meant', () => {
		expect(checkToolInput(schema, {path: 'a', limit: '3', deep: 'true', names: 'x'})).toEqual({
			ok: true,
			value: {path: 'a', limit: 3, deep: true, names: ['x']},
		});
		expect(checkToolInput(schema, {path: 'a', limit: null})).toEqual({
			ok: true,
			value: {path: 'a'},
		});
	});

	it('is refused with each path and problem otherwise', () => {
		const checked = checkToolInput(schema, {limit: 'many'});
		expect(checked).toMatchObject({ok: false});
		expect(checked.ok ? [] : checked.problems.join('\n')).toMatch(
			/path[\s\S]*limit: must be number/,
		);
	});
});
