import {describe, expect, test} from 'vitest';
import {toConfiguredModel, toOverriddenModel} from '../../source/ai/configured-model.ts';
import {parseModelsFile} from '../../source/ai/models-file.ts';
import {testModel} from '../helpers/model.ts';

const read = (source: string) => parseModelsFile(source, '/home/models.json');

/** As `line: message`. */
const problems = (source: string) =>
	read(source).problems.map(({line, message}) => `${line}: ${message}`);

const good = `{
	// A server in the cellar.
	"providers": {
		"cellar": {
			"name": "Cellar",
			"baseUrl": "http://cellar:8000/v1",
			"api": "openai-completions",
			"apiKey": "$CELLAR_KEY",
			"authHeader": true,
			"headers": {"x-a": "1"},
			"compat": {"supportsStore": false},
			"models": [
				{"id": "small"},
				{
					"id": "big",
					"name": "Big One",
					"reasoning": true,
					"thinkingLevelMap": {"off": null, "high": "max"},
					"input": ["text", "image"],
					"contextWindow": 1000,
					"maxTokens": 100,
					"cost": {"input": 1, "output": 2, "tiers": [{"above": 10, "input": 3}]},
					"headers": {"x-b": "2"},
					"compat": {"maxTokensField": "max_tokens"},
					"samplingParams": {"top_p": 0.9},
				},
			],
		},
		"anthropic": {"baseUrl": "https://proxy.example", "modelOverrides": {"claude-opus-5-5": {"maxTokens": 10}}},
	},
}`;

describe('models.json', () => {
	test('may have comments, trailing commas and a BOM', () => {
		expect(read(`\uFEFF${good}`).problems).toEqual([]);
		expect(read(good).providers.map(({id}) => id)).toEqual(['cellar', 'anthropic']);
	});

	test('becomes providers with the values as they stand there', () => {
		expect(read(good).providers[0]).toMatchObject({
			id: 'cellar',
			name: 'Cellar',
			baseUrl: 'http://cellar:8000/v1',
			api: 'openai-completions',
			apiKey: '$CELLAR_KEY',
			authHeader: true,
			headers: {'x-a': '1'},
			compat: {supportsStore: false},
		});
		expect(read(good).providers[1]).toMatchObject({
			name: 'Anthropic',
			baseUrl: 'https://proxy.example',
			models: [],
			modelOverrides: {'claude-opus-5-5': {maxTokens: 10}},
		});
	});

	test.each([
		['is empty', '{}', []],
		['has no object', '[]', ['1: must hold one JSON object']],
		['is not JSON', '{\n"providers": {\n"a": oops}}', ['3: not valid JSON: invalid symbol']],
		[
			'has providers as a list',
			'{"providers": []}',
			['1: providers must be an object of providers by their ids'],
		],
		[
			'has something else',
			'{\n"models": []}',
			['2: models is not known: only "providers" is read'],
		],
		[
			'has a provider that is none',
			'{"providers": {\n"a": 7}}',
			['2: provider "a" must be an object'],
		],
		[
			'has a provider without models',
			'{"providers": {\n"a": {"baseUrl": "x", "api": "openai-completions"}}}',
			['2: provider "a" has no models: add "models": [{"id": "…"}]'],
		],
		[
			'has a provider without an address',
			'{"providers": {"a": {"api": "openai-responses", "models": [{"id": "m"}]}}}',
			['1: provider "a" needs a "baseUrl"'],
		],
		[
			'has a protocol that nobody speaks',
			'{"providers": {"openai": {\n"api": "smoke-signals"}}}',
			[
				'2: openai.api must be one of openai-completions, openai-responses, azure-openai-responses, openai-codex-responses, anthropic-messages, google-generative-ai, google-vertex, bedrock-converse-stream, mistral-conversations',
			],
		],
		[
			'has a provider without a protocol',
			'{"providers": {"a": {"baseUrl": "y", "models": [{"id": "m"}]}}}',
			['1: provider "a" needs an "api", for example "openai-completions"'],
		],
		[
			'has a field that is misspelt',
			'{"providers": {"openai": {\n"baseURL": "https://x"}}}',
			['2: openai.baseURL is not known: did you mean "baseUrl"?'],
		],
		[
			'has fields of the wrong kind',
			'{"providers": {"openai": {\n"headers": {"a": 1},\n"authHeader": "yes"}}}',
			[
				'2: openai.headers must be an object of texts',
				'3: openai.authHeader must be true or false',
			],
		],
		[
			'has models of the wrong kind',
			`{"providers": {"openai": {"models": [
				{"name": "x"},
				{"id": "m",
					"contextWindow": "big",
					"input": ["sound"],
					"thinkingLevelMap": {"huge": "x"}}
			]}}}`,
			[
				'2: openai.models[0] needs an "id"',
				'4: openai.models[1].contextWindow must be a whole number above 0',
				'5: openai.models[1].input must be a list of "text" and "image"',
				'6: openai.models[1].thinkingLevelMap must be an object of levels (off, minimal, low, medium, high, xhigh, max), each a text or null',
			],
		],
		[
			'has an override of the wrong kind',
			'{"providers": {"openai": {"modelOverrides": {"m": 1, "n": {"cost": "free"}}}}}',
			[
				'1: openai.modelOverrides.m must be an object',
				'1: openai.modelOverrides.n.cost must be an object of prices per million tokens',
			],
		],
	])('that %s is told where and why', (_title, source, expected) => {
		expect(problems(source)).toEqual(expected);
	});

	test('loses nothing but the bad entry', () => {
		const {providers} = read(`{"providers": {
			"bad": 7,
			"lacking": {"models": [{"id": "m"}]},
			"openai": {"baseUrl": "https://x", "headers": 5, "models": [{}, {"id": "m", "maxTokens": -1, "name": "M"}]}
		}}`);
		expect(providers).toMatchObject([
			{id: 'openai', baseUrl: 'https://x', headers: {}, models: [{id: 'm', name: 'M'}]},
		]);
	});

	test('is read as far as it goes when a bracket is missing', () => {
		const {providers, problems: found} = read('{"providers": {"openai": {"baseUrl": "https://x"}');
		expect(providers).toMatchObject([{id: 'openai', baseUrl: 'https://x'}]);
		expect(found).toHaveLength(1);
	});
});

describe('a model of models.json', () => {
	const [cellar] = read(good).providers;
	const models = cellar?.models.map(entry => toConfiguredModel(entry, cellar)) ?? [];

	test('has documented values for what it does not say', () => {
		expect(models[0]).toEqual({
			id: 'small',
			name: 'small',
			api: 'openai-completions',
			provider: 'cellar',
			baseUrl: 'http://cellar:8000/v1',
			reasoning: false,
			input: ['text'],
			cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0},
			contextWindow: 128_000,
			maxTokens: 16_384,
			headers: {'x-a': '1'},
			compat: {supportsStore: false},
		});
	});

	test('has its own values on top of those of its provider', () => {
		expect(models[1]).toEqual({
			id: 'big',
			name: 'Big One',
			api: 'openai-completions',
			provider: 'cellar',
			baseUrl: 'http://cellar:8000/v1',
			reasoning: true,
			thinkingLevelMap: {off: null, high: 'max'},
			input: ['text', 'image'],
			cost: {
				input: 1,
				output: 2,
				cacheRead: 0,
				cacheWrite: 0,
				tiers: [{above: 10, input: 3, output: 0, cacheRead: 0, cacheWrite: 0}],
			},
			contextWindow: 1000,
			maxTokens: 100,
			headers: {'x-a': '1', 'x-b': '2'},
			compat: {supportsStore: false, maxTokensField: 'max_tokens'},
			samplingParams: {top_p: 0.9},
		});
	});

	test('of a provider in the catalog keeps the rules of that provider', () => {
		const [provider] = read(
			'{"providers": {"deepseek": {"compat": {"supportsStore": true}, "models": [{"id": "new"}]}}}',
		).providers;
		if (!provider) throw new Error('The provider was not read.');
		expect(toConfiguredModel({id: 'new'}, provider)).toMatchObject({
			baseUrl: 'https://api.deepseek.com',
			compat: {thinkingFormat: 'deepseek', supportsStore: true},
		});
	});

	test('changes one of the catalog: objects are merged, the rest is replaced', () => {
		const [provider] = read(`{"providers": {"openai": {
			"baseUrl": "https://proxy", "headers": {"x-p": "1"},
			"modelOverrides": {"m-1": {
				"name": "Other", "cost": {"input": 7}, "headers": {"x-m": "2"}, "compat": {"b": 2},
				"thinkingLevelMap": {"high": "max"}, "input": ["text", "image"]
			}}
		}}}`).providers;
		if (!provider) throw new Error('The provider was not read.');
		const model = testModel({
			compat: {a: 1, b: 1},
			headers: {'x-o': '0'},
			thinkingLevelMap: {off: null},
		});
		expect(toOverriddenModel(model, provider)).toEqual({
			...model,
			name: 'Other',
			baseUrl: 'https://proxy',
			input: ['text', 'image'],
			cost: {...model.cost, input: 7},
			thinkingLevelMap: {off: null, high: 'max'},
			compat: {a: 1, b: 2},
			headers: {'x-o': '0', 'x-p': '1', 'x-m': '2'},
		});
		const other = testModel({id: 'm-2'});
		expect(toOverriddenModel(other, provider)).toEqual({
			...other,
			baseUrl: 'https://proxy',
			headers: {'x-p': '1'},
		});
	});
});
