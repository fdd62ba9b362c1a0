import {describe, expect, it} from 'vitest';
import {
	demoModel,
	type LocalServer,
	type Model,
	type ThinkingLevel,
} from '../../source/ai/index.ts';
import {type ChoiceOptions, chooseModel, findModel} from '../../source/harness/model-choice.ts';
import {nameOf, splitLevel, toScope} from '../../source/harness/model-search.ts';
import {fakeModelRecord} from '../helpers/fake-model.ts';

const model = (name: string, more: Partial<Model> = {}): Model => {
	const [provider = '', ...id] = name.split('/');
	return {
		...fakeModelRecord,
		provider,
		id: id.join('/'),
		name: id.join(' '),
		reasoning: true,
		...more,
	};
};

const catalog = [
	model('ant/opus-5', {name: 'Opus 5'}),
	model('ant/opus-5-5', {name: 'Opus 5.5'}),
	model('ant/opus-5-5-20260101'),
	model('ant/haiku-5', {reasoning: false}),
	model('relay/ant/opus-5-5'),
	model('relay/qwen3:8b'),
	model('oai/gpt-6'),
	model('oai/gpt-6-mini'),
	model('local/qwen3:8b'),
];

type Parts = Partial<Omit<ChoiceOptions, 'settings'>> & {
	readonly keys?: readonly string[];
	readonly settings?: Partial<ChoiceOptions['settings']>;
};

const registryOf = (keys: readonly string[], all: readonly Model[] = catalog) => {
	const extra: Model[] = [demoModel];
	const of = (id: string) => [...extra, ...all].filter(({provider}) => provider === id);
	return {
		providers: () => [...new Set(all.map(({provider}) => provider)), 'demo'],
		available: () => [
			...keys,
			...new Set(extra.map(({provider}) => provider).filter(id => id !== 'demo')),
		],
		modelsOf: async (id: string) => of(id),
		find: async (provider: string, id: string) => of(provider).find(each => each.id === id),
		defaultOf: async (provider: string) => of(provider)[0],
		add: (models: readonly Model[]) => void extra.push(...models),
	};
};

async function choose({keys = [], settings, ...parts}: Parts) {
	const choice = await chooseModel({
		registry: registryOf(keys),
		flags: {},
		localServers: async () => [],
		withoutModel: 'refuse',
		...parts,
		settings: {
			defaultProvider: '',
			defaultModel: '',
			defaultThinkingLevel: 'medium',
			modelThinkingLevels: {},
			enabledModels: [],
			...settings,
		},
	});
	const {model: chosen, level, notice} = choice;
	return [chosen && nameOf(chosen), level, ...(notice === undefined ? [] : [notice])];
}

describe('the model of a new session', () => {
	it('is the one of the command line, whether or not its provider has a key', async () => {
		expect(await choose({flags: {model: 'oai/gpt-6'}, keys: ['ant']})).toEqual([
			'oai/gpt-6',
			'medium',
		]);
		expect(await choose({flags: {model: 'gpt-6', provider: 'oai'}})).toEqual([
			'oai/gpt-6',
			'medium',
		]);
		expect(await choose({flags: {model: 'demo/script'}})).toEqual(['demo/script', 'off']);
	});

	it('is else the first of the scope, then the one of the settings, then the first with a key', async () => {
		const settings = {defaultProvider: 'oai', defaultModel: 'gpt-6-mini'};
		const keys = ['ant', 'oai'];
		expect(await choose({flags: {models: ['haiku']}, settings, keys})).toEqual([
			'ant/haiku-5',
			'off',
		]);
		expect(await choose({settings: {...settings, enabledModels: ['opus-5-5:high']}, keys})).toEqual(
			['ant/opus-5-5', 'high'],
		);
		expect(await choose({settings, keys})).toEqual(['oai/gpt-6-mini', 'medium']);
		expect(await choose({settings, keys: ['ant']})).toEqual(['ant/opus-5', 'medium']);
		expect(await choose({settings: {defaultProvider: 'oai'}, keys})).toEqual([
			'oai/gpt-6',
			'medium',
		]);
		expect(await choose({keys})).toEqual(['ant/opus-5', 'medium']);
	});

	it('may come from settings without a key when the command line brings the key', async () => {
		const settings = {defaultProvider: 'oai', defaultModel: 'gpt-6'};
		expect(await choose({settings, flags: {hasKey: true}})).toEqual(['oai/gpt-6', 'medium']);
	});
});

describe('the model of a session that is gone on with', () => {
	const restored = {model: {provider: 'oai', id: 'gpt-6'}, level: 'low'};

	it('is the one it was left with, before scope and settings', async () => {
		const settings = {enabledModels: ['haiku']};
		expect(await choose({restored, settings, keys: ['ant', 'oai']})).toEqual(['oai/gpt-6', 'low']);
	});

	it('is another one, and that is said, when it cannot be used now', async () => {
		expect(await choose({restored, keys: ['ant']})).toEqual([
			'ant/opus-5',
			'low',
			"The session's model oai/gpt-6 cannot be used now; ant/opus-5 answers instead.",
		]);
	});

	it('is a real one when the demo answered before and there is a key now', async () => {
		const demo = {model: {provider: 'demo', id: 'script'}, level: 'off'};
		expect(await choose({restored: demo, keys: ['ant']})).toEqual(['ant/opus-5', 'off']);
	});
});

describe('how hard it thinks', () => {
	it.each<[string, Parts, ThinkingLevel]>([
		['the flag', {flags: {model: 'oai/gpt-6:low', level: 'high'}}, 'high'],
		[
			'the pattern',
			{flags: {model: 'oai/gpt-6:low'}, restored: {level: 'high', model: undefined}},
			'low',
		],
		['the session', {restored: {level: 'high', model: {provider: 'oai', id: 'gpt-6'}}}, 'high'],
		[
			'the setting of the model',
			{settings: {modelThinkingLevels: {'oai/gpt-6': 'minimal'}}},
			'minimal',
		],
		['the setting', {settings: {defaultThinkingLevel: 'low'}}, 'low'],
		['the model itself', {flags: {model: 'ant/haiku-5', level: 'high'}}, 'off'],
	])('is decided by %s', async (_by, parts, level) => {
		expect((await choose({keys: ['oai'], ...parts}))[1]).toBe(level);
	});
});

describe('without a key', () => {
	const server: LocalServer = {
		kind: 'ollama',
		url: 'http://127.0.0.1:11434',
		models: [model('ollama/small', {reasoning: false})],
		loaded: ['small'],
		warnings: ['small is served with a context of only 4096 tokens'],
	};

	it('a server on this machine answers', async () => {
		expect(await choose({localServers: async () => [server]})).toEqual([
			'ollama/small',
			'off',
			'Found ollama at http://127.0.0.1:11434.\nsmall is served with a context of only 4096 tokens',
		]);
	});

	it('is asked for by name, and says how little it is served with', async () => {
		const local = {...server, models: [model('ollama/small', {reasoning: false})]};
		const asked: boolean[] = [];
		const registry = registryOf(['oai'], [...catalog, ...local.models]);
		const localServers = async (isWanted: boolean) => {
			asked.push(isWanted);
			return [local, {...local, models: [], warnings: ['another']}];
		};
		for (const parts of [
			{flags: {model: 'ollama/small'}},
			{flags: {model: 'small', provider: 'ollama'}},
		]) {
			expect(await choose({registry, localServers, ...parts})).toEqual([
				'ollama/small',
				'off',
				'small is served with a context of only 4096 tokens',
			]);
		}

		await choose({localServers, keys: ['oai']});
		expect(asked).toEqual([true, true]);
		await expect(choose({flags: {model: 'vllm/x'}})).rejects.toThrow('No server of vllm answers.');
	});

	it('the screen shows the demo and says what it is', async () => {
		const [name, level, notice] = await choose({withoutModel: 'demo'});
		expect([name, level]).toEqual(['demo/script', 'off']);
		expect(notice).toMatch(/a demo answers: a fixed script, not an AI/);
	});

	it('a script is refused with the ways to connect, and a server waits', async () => {
		await expect(choose({withoutModel: 'refuse'})).rejects.toThrow(
			/No model is configured.*ANTHROPIC_API_KEY.*models\.json.*Ollama.*--model demo\/script/,
		);
		const empty = {...server, models: []};
		expect(
			(await choose({withoutModel: 'wait', localServers: async () => [empty]})).slice(0, 2),
		).toEqual([undefined, 'off']);
	});
});

describe('a model by name', () => {
	it.each([
		['opus-5-5', ['ant'], 'ant/opus-5-5'],
		['OPUS', ['ant'], 'ant/opus-5-5'],
		['Opus 5.5', ['ant'], 'ant/opus-5-5'],
		['opus', ['ant', 'oai'], 'ant/opus-5-5'],
		['ant/opus-5-5', ['relay'], 'relay/ant/opus-5-5'],
		['ant/opus-5-5', ['ant', 'relay'], 'ant/opus-5-5'],
		['qwen3:8b', ['local'], 'local/qwen3:8b'],
		['local/qwen3:8b', [], 'local/qwen3:8b'],
		['gpt-6', [], 'oai/gpt-6'],
		['mini', ['ant'], 'oai/gpt-6-mini'],
	])('%j with keys of %j is %s', async (pattern, keys, name) => {
		expect(nameOf((await findModel(registryOf(keys), pattern)).model)).toBe(name);
	});

	it('that several providers serve alike must be named, those with a key first', async () => {
		await expect(findModel(registryOf(['relay', 'local']), 'qwen3:8b')).rejects.toThrow(
			'"qwen3:8b" fits models of several providers: relay/qwen3:8b, local/qwen3:8b. Name one.',
		);
		expect(nameOf((await findModel(registryOf(['local']), 'qwen3:8b')).model)).toBe(
			'local/qwen3:8b',
		);
	});

	it('that a known provider may serve is taken at its word, with a hint', async () => {
		const found = await findModel(registryOf(['ant']), 'ant/haiku-6:high');
		expect([found.model.id, found.model.reasoning, found.level]).toEqual(['haiku-6', true, 'high']);
		expect(found.notice).toBe(
			'ant is asked for "haiku-6", which is not in the catalog. Did you mean haiku-5?',
		);
	});

	it('that nobody has is refused with what comes near', async () => {
		await expect(findModel(registryOf([]), 'gtp-6')).rejects.toThrow(
			'There is no model "gtp-6". Did you mean gpt-6?',
		);
		await expect(findModel(registryOf([]), 'x', 'anz')).rejects.toThrow(
			'There is no provider "anz". Did you mean ant?',
		);
		await expect(findModel(registryOf([]), 'something-else')).rejects.toThrow('--list-models');
	});

	it('keeps a colon that is no level', () => {
		expect([splitLevel('qwen3:8b'), splitLevel('qwen3:8b:max'), splitLevel(':high')]).toEqual([
			{name: 'qwen3:8b'},
			{name: 'qwen3:8b', level: 'max'},
			{name: ':high'},
		]);
	});
});

describe('the models to cycle through', () => {
	const names = (patterns: readonly string[]) => {
		const {models, warnings} = toScope(catalog, patterns);
		return [
			models.map(each => `${nameOf(each.model)}${each.level ? `:${each.level}` : ''}`),
			warnings,
		];
	};

	it('come by globs, names and parts of names, in order and once', () => {
		expect(names(['OAI/*:low', 'haiku', 'oai/gpt-6', '*mini'])).toEqual([
			['oai/gpt-6:low', 'oai/gpt-6-mini:low', 'ant/haiku-5'],
			[],
		]);
		expect(names(['ant/opus-5-?'])).toEqual([['ant/opus-5-5'], []]);
		expect(names(['*/gpt-[67]'])).toEqual([['oai/gpt-6'], []]);
		expect(names(['opus-*'])).toEqual([
			['ant/opus-5', 'ant/opus-5-5', 'ant/opus-5-5-20260101'],
			[],
		]);
	});

	it('are those of all providers that fit, with a word about it; and of none, too', () => {
		expect(names(['qwen3:8b', 'nothing*'])).toEqual([
			['relay/qwen3:8b', 'local/qwen3:8b'],
			[
				'"qwen3:8b" fits models of relay, local: all of them count.',
				'No model that can be used fits "nothing*".',
			],
		]);
	});

	it('may have brackets in their ids', () => {
		const {models} = toScope([model('a/b[1m]'), model('a/b1')], ['a/b[1m]']);
		expect(models.map(each => each.model.id)).toEqual(['b[1m]']);
	});
});
