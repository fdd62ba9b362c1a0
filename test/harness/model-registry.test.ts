import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {createCredentials} from '../../source/harness/credentials.ts';
import {createModelRegistry} from '../../source/harness/model-registry.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

function registryOf(models: string, environment: Readonly<Record<string, string>> = {}) {
	const home = tempFolder({'models.json': models});
	const credentials = createCredentials({home, environment});
	return {home, registry: createModelRegistry({home, credentials})};
}

describe('models.json', () => {
	test('changes models of the catalog: objects are merged, the rest is replaced, unknown ids are ignored', async () => {
		const {registry} = registryOf(`{
			// comments and trailing commas are fine
			"providers": {"anthropic": {
				"compat": {"supportsStrictTools": false},
				"headers": {"x-team": "a"},
				"modelOverrides": {
					"claude-opus-5-5": {
						"name": "Mine", "cost": {"input": 1}, "thinkingLevelMap": {"max": null},
						"headers": {"x-model": "b"}, "compat": {"supportsTemperature": false},
					},
					"claude-nobody": {"name": "Nobody"},
				},
			}},
		}`);
		const plain = registryOf('{}').registry;
		const before = await plain.find('anthropic', 'claude-opus-5-5');
		const after = await registry.find('anthropic', 'claude-opus-5-5');
		expect(registry.problems).toEqual([]);
		expect(after).toEqual({
			...before,
			name: 'Mine',
			cost: {...before?.cost, input: 1},
			thinkingLevelMap: {...before?.thinkingLevelMap, max: null},
			headers: {'x-team': 'a', 'x-model': 'b'},
			compat: {...before?.compat, supportsStrictTools: false, supportsTemperature: false},
		});
		expect(await registry.find('anthropic', 'claude-nobody')).toBeUndefined();
	});

	test('sends a provider of the catalog through a proxy with nothing but an address', async () => {
		const {registry} = registryOf(
			'{"providers": {"openai": {"baseUrl": "https://proxy.example/v1"}}}',
		);
		const models = await registry.modelsOf('openai');
		expect(models.length).toBeGreaterThan(5);
		expect(new Set(models.map(({baseUrl}) => baseUrl))).toEqual(
			new Set(['https://proxy.example/v1']),
		);
	});

	test('adds models with the defaults that are written down, and replaces those of the same id', async () => {
		const {registry} = registryOf(`{"providers": {
			"attic": {"baseUrl": "http://127.0.0.1:9/v1", "api": "openai-completions", "models": [{"id": "m"}]},
			"anthropic": {"models": [{"id": "claude-opus-5-5", "contextWindow": 1000}]}
		}}`);
		expect(await registry.find('attic', 'm')).toMatchObject({
			reasoning: false,
			input: ['text'],
			contextWindow: 128_000,
			maxTokens: 16_384,
		});
		const replaced = await registry.modelsOf('anthropic');
		expect(replaced.filter(({id}) => id === 'claude-opus-5-5')).toHaveLength(1);
		expect(replaced[0]).toMatchObject({contextWindow: 1000, baseUrl: 'https://api.anthropic.com'});
		expect(registry.available()).toContain('attic');
	});

	test('has one bad entry told with its line, and keeps the others', async () => {
		const {registry, home} = registryOf(
			'{"providers": {\n"bad": {"models": [{"id": "x"}]},\n"openai": {"baseUrl": 7},\n"good": {"baseUrl": "http://x.example", "api": "openai-completions", "models": [{"id": "g"}]}\n}}',
		);
		const file = path.join(home, 'models.json');
		expect(registry.problems).toEqual([
			{path: file, line: 2, message: expect.stringContaining('"bad" needs a "baseUrl"')},
			{path: file, line: 3, message: expect.stringContaining('openai.baseUrl must be')},
		]);
		expect((await registry.modelsOf('good')).map(({id}) => id)).toEqual(['g']);
		expect(await registry.modelsOf('bad')).toEqual([]);
	});

	test('is read again when it was changed', async () => {
		const {registry, home} = registryOf('{}');
		expect(registry.providers()).not.toContain('attic');
		const attic =
			'{"baseUrl": "http://x.example", "api": "openai-completions", "models": [{"id": "m"}]}';
		fs.writeFileSync(path.join(home, 'models.json'), `{"providers": {"attic": ${attic}}}`);
		expect(registry.providers()[0]).toBe('attic');
		expect((await registry.modelsOf('attic')).map(({id}) => id)).toEqual(['m']);
	});

	test('has headers that are written like keys', async () => {
		const {registry} = registryOf(
			`{"providers": {"attic": {
				"baseUrl": "http://x.example", "api": "openai-completions", "apiKey": "k", "authHeader": true,
				"headers": {"x-plain": "a", "x-var": "id-\${TEAM}", "x-run": "!echo ran", "x-money": "$$5"},
				"models": [{"id": "m"}, {"id": "n", "headers": {"x-gone": "$GONE"}}]
			}}}`,
			{TEAM: 'red', PATH: process.env.PATH ?? ''},
		);
		const [first, second] = await registry.modelsOf('attic');
		if (!first || !second) throw new Error('no models');
		expect(await registry.authorise(first)).toMatchObject({
			apiKey: 'k',
			headers: {
				'x-var': 'id-red',
				'x-run': 'ran',
				'x-money': '$5',
				authorization: 'Bearer k',
			},
		});
		await expect(registry.authorise(second)).rejects.toThrow(
			'The header x-gone of attic in models.json names nothing that is set.',
		);
	});
});
