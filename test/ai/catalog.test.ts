import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {rows} from '../../source/ai/catalog/rows.ts';
import {
	catalogModels,
	catalogProviders,
	defaultModel,
	findProvider,
	pickDefault,
} from '../../source/ai/catalog.ts';
import {thinkingLevels} from '../../source/ai/model.ts';

const folder = path.join(import.meta.dirname, '../../source/ai/catalog/models');

describe('the catalog', () => {
	test('has a file and a loader for each of its providers, and no others', () => {
		const ids = catalogProviders.map(({id}) => id);
		const files = fs.readdirSync(folder).map(name => name.replace(/\.json$/, ''));
		expect(ids).toHaveLength(41);
		expect(files.sort()).toEqual(ids);
		expect(Object.keys(rows).sort()).toEqual(ids);
	});

	test('has only whole models, each at most once', async () => {
		let count = 0;
		for (const {id: provider, protocols} of catalogProviders) {
			const models = await catalogModels(provider);
			expect(new Set(models.map(({id}) => id)).size).toBe(models.length);
			count += models.length;
			for (const model of models) {
				expect(model.provider).toBe(provider);
				expect(protocols).toContain(model.api);
				expect(model.contextWindow).toBeGreaterThan(0);
				expect(model.maxTokens).toBeGreaterThan(0);
				expect(model.input).toContain('text');
				for (const level of Object.keys(model.thinkingLevelMap ?? {})) {
					expect(thinkingLevels).toContain(level);
				}

				for (const rate of [model.cost.input, model.cost.output, model.cost.cacheRead]) {
					expect(Number.isFinite(rate)).toBe(true);
				}
			}
		}

		expect(count).toBe(1659);
	});

	test('gives a model what its provider says of all of them, and its own on top', async () => {
		const models = await catalogModels('ant-ling');
		expect(models.find(({id}) => id === 'Ling-2.6-flash')).toMatchObject({
			api: 'openai-completions',
			provider: 'ant-ling',
			baseUrl: 'https://api.ant-ling.com/v1',
			compat: {
				maxTokensField: 'max_tokens',
				supportsStore: false,
				thinkingFormat: 'ant-ling',
			},
		});
	});

	test('knows the variables of keys, and who is paid by a plan', () => {
		expect(findProvider('anthropic')?.env).toEqual(['ANTHROPIC_API_KEY']);
		expect(findProvider('openai-codex')?.subscription).toBe(true);
		expect(findProvider('openai')?.subscription).toBe(true);
		expect(findProvider('nobody')).toBeUndefined();
	});

	test('does not present itself as somebody else', () => {
		const headers = catalogProviders.flatMap(provider => Object.keys(provider.headers));
		expect(headers).toEqual(['NVCF-POLL-SECONDS']);
	});

	test('is empty for those it does not know', async () => {
		expect(await catalogModels('nobody')).toEqual([]);
		expect(await catalogModels('toString')).toEqual([]);
		expect(await defaultModel('nobody')).toBeUndefined();
	});
});

describe('the model to begin with', () => {
	test.each([
		['anthropic', 'claude-opus-5-5'],
		['openai', 'gpt-6.2-sol'],
		['google', 'gemini-4-argon'],
		['openrouter', 'moonshotai/kimi-k2.7-code'],
		['zai', 'glm-5.3'],
	])('of %s is %s', async (provider, id) => {
		expect((await defaultModel(provider))?.id).toBe(id);
	});

	test('exists at every provider', async () => {
		for (const {id} of catalogProviders) expect(await defaultModel(id)).toBeDefined();
	});

	test('is one that thinks, else the first, when no favourite is left', async () => {
		const models = await catalogModels('anthropic');
		const [first, second] = models.map(model => ({
			...model,
			id: `x-${model.id}`,
			reasoning: false,
		}));
		if (!first || !second) throw new Error('The catalog has no models of Anthropic.');
		expect(pickDefault([first, {...second, reasoning: true}], 'x')?.id).toBe(second.id);
		expect(pickDefault([first, second], 'x')?.id).toBe(first.id);
	});
});
