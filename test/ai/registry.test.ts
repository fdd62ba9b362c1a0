import {describe, expect, test} from 'vitest';
import {nearestModels, searchModels} from '../../source/ai/model-search.ts';
import {parseModelsFile} from '../../source/ai/models-file.ts';
import {createRegistry} from '../../source/ai/registry.ts';
import {type ResolveOptions, resolveModel} from '../../source/ai/resolve-model.ts';
import {testModel} from '../helpers/model.ts';
import {strictProtocols} from '../helpers/strict-server.ts';

const {providers: configured} = parseModelsFile(
	`{"providers": {
		"cellar": {
			"baseUrl": "http://cellar/v1", "api": "openai-completions",
			"models": [{"id": "tiny"}, {"id": "huge:high"}, {"id": "shared"}]
		},
		"attic": {
			"baseUrl": "http://attic/v1", "api": "openai-completions",
			"models": [{"id": "shared"}, {"id": "cellar/tiny"}, {"id": "rain"}]
		},
		"anthropic": {"modelOverrides": {"claude-opus-5-5": {"name": "Mine"}}, "models": [{"id": "claude-new"}]}
	}}`,
	'models.json',
);

describe('the registry', () => {
	const registry = createRegistry(configured);

	test("names the person's own providers first", () => {
		expect(registry.providers().slice(0, 4)).toEqual([
			'cellar',
			'attic',
			'anthropic',
			'amazon-bedrock',
		]);
	});

	test('has the models of the catalog as the person changes them', async () => {
		expect((await registry.modelsOf('anthropic'))[0]?.id).toBe('claude-new');
		expect((await registry.find('anthropic', 'claude-opus-5-5'))?.name).toBe('Mine');
		expect(await registry.find('anthropic', 'nothing')).toBeUndefined();
		expect(await registry.modelsOf('nobody')).toEqual([]);
	});

	test('leaves out what speaks a protocol that is not known here', async () => {
		const own = createRegistry();
		own.add([testModel({provider: 'hill', api: 'smoke-signals'})]);
		expect(await own.modelsOf('hill')).toEqual([]);
	});

	test('has models for every protocol, and speaks every protocol of its models', async () => {
		const apis = new Set((await registry.all()).map(({api}) => api));
		expect([...apis].sort()).toEqual(Object.keys(strictProtocols).sort());
	});

	test('offers what has a key, and servers that were found', async () => {
		const own = createRegistry(configured);
		own.add([testModel({provider: 'ollama', id: 'qwen'})]);
		const available = await own.available(id => id === 'attic');
		expect(available.map(({provider, id}) => `${provider}:${id}`)).toEqual([
			'attic:shared',
			'attic:cellar/tiny',
			'attic:rain',
			'ollama:qwen',
		]);
	});

	test('begins with what a person has written down, else with the favourite', async () => {
		expect((await registry.defaultOf('cellar'))?.id).toBe('tiny');
		expect((await registry.defaultOf('openai'))?.id).toBe('gpt-6.2-sol');
		expect(await registry.defaultOf('nobody')).toBeUndefined();
	});
});

describe('a pattern', () => {
	const registry = createRegistry(configured);
	const keys = (...ids: readonly string[]) => ({hasKey: (id: string) => ids.includes(id)});

	async function meaning(pattern: string, options: ResolveOptions = {}): Promise<string> {
		const resolved = await resolveModel(registry, pattern, options);
		if (resolved.kind !== 'found') return `${resolved.kind}: ${resolved.message}`;
		const {model, level, notice} = resolved;
		const name = `${model.provider} ${model.id}`;
		return [name, level, notice].filter(part => part !== undefined).join(' | ');
	}

	test.each<[title: string, pattern: string, options: ResolveOptions, expected: string]>([
		['a provider and an id', 'openai/gpt-6.2-sol', {}, 'openai gpt-6.2-sol'],
		['an id', 'rain', {}, 'attic rain'],
		['an id with a level', 'rain:high', {}, 'attic rain | high'],
		['an id that ends like a level', 'huge:high', {}, 'cellar huge:high'],
		['such an id with a level', 'huge:high:low', {}, 'cellar huge:high | low'],
		['a part of an id', 'opus-5-5', keys('anthropic'), 'anthropic claude-opus-5-5'],
		['a part of a name, in any case', 'MINE', keys('anthropic'), 'anthropic claude-opus-5-5'],
		['some letters of an id', 'gpt62sol', keys('openai'), 'openai gpt-6.2-sol'],
		['an id at the provider with a key', 'shared', keys('attic'), 'attic shared'],
		['an id of a relay', 'cellar/tiny', keys('attic'), 'cellar tiny'],
		[
			'an id of a relay that the first name does not have',
			'openai/gpt-oss-120b',
			keys('openrouter'),
			'openrouter openai/gpt-oss-120b',
		],
		['a provider and a part of an id', 'openai/6.2-sol', {}, 'openai gpt-6.2-sol'],
		['an id at a given provider', 'sol', {provider: 'openai'}, 'openai gpt-6.2-sol'],
		[
			'an id that the catalog does not have yet',
			'openai/gpt-9',
			{},
			'openai gpt-9 | openai/gpt-9 is not in the catalog; it is taken to be like gpt-6.2-sol.',
		],
		[
			'an id at several providers',
			'shared',
			keys('attic', 'cellar'),
			'ambiguous: "shared" fits several models: cellar/shared, attic/shared. Name one of them.',
		],
		['nothing', 'zzzzzz', {}, 'unknown: There is no model "zzzzzz".'],
		[
			'nobody',
			'x',
			{provider: 'opnai'},
			'unknown: There is no provider "opnai". Did you mean openai?',
		],
	])('may be %s', async (...[_title, pattern, options, expected]) => {
		expect(await meaning(pattern, options)).toBe(expected);
	});

	test('with a level makes an unknown model one that thinks', async () => {
		const resolved = await resolveModel(registry, 'cellar/new:high');
		expect(resolved).toMatchObject({
			kind: 'found',
			level: 'high',
			model: {id: 'new', reasoning: true},
		});
		const plain = await resolveModel(registry, 'cellar/new');
		expect(plain).toMatchObject({model: {id: 'new', reasoning: false}});
	});
});

describe('a search', () => {
	const named = (...ids: readonly string[]) => ids.map(id => testModel({id, name: id}));

	test('has the nearest first, the newest of them before older ones and snapshots', () => {
		const models = named(
			'gpt-5',
			'x/sonnet-4',
			'sonnet-4',
			'sonnet-5',
			'sonnet-10',
			'sonnet-10-20250101',
			'my-sonnet',
		);
		expect(searchModels(models, 'Sonnet').map(({id}) => id)).toEqual([
			'sonnet-10',
			'sonnet-5',
			'sonnet-4',
			'sonnet-10-20250101',
			'x/sonnet-4',
			'my-sonnet',
		]);
		expect(nearestModels(models, 'sonnet-4').map(({id}) => id)).toEqual(['sonnet-4']);
		expect(nearestModels(models, 'nothing')).toEqual([]);
	});
});
