import {describe, expect, test} from 'vitest';
import {toUsage} from '../../source/ai/cost.ts';
import {testModel} from '../helpers/model.ts';

const none = {input: 0, output: 0, cacheRead: 0, cacheWrite: 0};
const model = testModel({cost: {input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5}});

describe('what an answer costs', () => {
	test('is the sum of its parts, each at its price', () => {
		expect(toUsage(model, {input: 1000, output: 200, cacheRead: 9000, cacheWrite: 500})).toEqual({
			input: 1000,
			output: 200,
			cacheRead: 9000,
			cacheWrite: 500,
			totalTokens: 10_700,
			cost: {input: 0.01, output: 0.01, cacheRead: 0.009, cacheWrite: 0.00625, total: 0.03525},
		});
	});

	test('does not count thinking twice', () => {
		const usage = toUsage(model, {...none, output: 100, reasoning: 90});
		expect([usage.totalTokens, usage.cost.total, usage.reasoning]).toEqual([100, 0.005, 90]);
	});

	test('is twice the input price for what is written to the cache for an hour', () => {
		const usage = toUsage(model, {...none, cacheWrite: 1000, cacheWrite1h: 400});
		expect(usage.cost.cacheWrite).toBeCloseTo((600 * 12.5 + 400 * 20) / 1e6, 12);
	});

	test('is at the highest tier that the prompt exceeds, for the whole request', () => {
		const tier = (above: number, input: number) => ({
			above,
			input,
			output: 1,
			cacheRead: 2,
			cacheWrite: 3,
		});
		const tiers = [tier(200_000, 20), tier(100_000, 15)];
		const priced = testModel({cost: {...model.cost, tiers}});
		const input = (tokens: number) =>
			toUsage(priced, {...none, cacheRead: tokens - 1, input: 1}).cost.input;
		expect(
			[100_000, 100_001, 200_000, 200_001].map(tokens => Math.round(input(tokens) * 1e6)),
		).toEqual([10, 15, 15, 20]);
	});

	test('is nothing at the negative prices of routers', () => {
		const router = testModel({cost: {input: -1e6, output: -1e6, cacheRead: 0, cacheWrite: 0}});
		expect(toUsage(router, {...none, input: 10, output: 10}).cost.total).toBe(0);
	});

	test('is what the provider names, where it does', () => {
		expect(toUsage(model, {...none, input: 1000}, 0.5).cost).toEqual({
			input: 0.01,
			output: 0,
			cacheRead: 0,
			cacheWrite: 0,
			total: 0.5,
			totalFromProvider: true,
		});
	});
});
