import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	type CatalogRow,
	mergeRows,
	toFile,
	toLine,
} from '../../source/ai/catalog-update/merge-rows.ts';
import {updateCatalog} from '../../source/ai/catalog-update/update-catalog.ts';
import {overlayFor, updateRows} from '../../source/ai/catalog-update/update-rows.ts';

const none = {keep: [], drop: [], models: {}};

const old: CatalogRow = {
	id: 'claude-opus-5',
	name: 'Claude Opus 5',
	protocol: 'anthropic-messages',
	context: 200_000,
	maxOutput: 32_000,
	input: ['text', 'image'],
	reasoning: true,
	levels: {xhigh: 'xhigh'},
	price: {input: 15, output: 75},
	compat: {forceAdaptiveThinking: true},
};

const entry = {
	name: 'Claude Opus 5',
	reasoning: true,
	tool_call: true,
	modalities: {input: ['text', 'image', 'pdf'], output: ['text']},
	limit: {context: 1_000_000, output: 64_000},
	cost: {
		input: 5,
		output: 25,
		cache_read: 0.5,
		cache_write: 6.25,
		context_over_200k: {input: 10, output: 37.5},
	},
	last_updated: '2026-11-24',
};

const merge = (models: object, over: Partial<Parameters<typeof mergeRows>[0]> = {}) =>
	mergeRows({
		models: {...models},
		protocols: ['anthropic-messages', 'openai-completions'],
		before: [old],
		overlay: none,
		...over,
	});

describe('rows of the catalog', () => {
	it('take facts from models.dev, and keep what it does not know', () => {
		expect(merge({'claude-opus-5': entry})).toEqual([
			{
				...old,
				context: 1_000_000,
				maxOutput: 64_000,
				price: {
					...{input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25},
					tiers: [{above: 200_000, input: 10, output: 37.5}],
				},
			},
		]);
	});

	it('of a new model take the flags of its nearest relative, and the protocol that is named for it', () => {
		const [next] = merge({'claude-opus-6': entry});
		expect(next).toMatchObject({
			id: 'claude-opus-6',
			protocol: 'anthropic-messages',
			levels: old.levels,
			compat: old.compat,
		});
		const [other] = merge({'mix-1': {...entry, provider: {npm: '@ai-sdk/openai-compatible'}}});
		expect(other?.protocol).toBe('openai-completions');
		expect(other).not.toHaveProperty('compat');
	});

	it('have no models that cannot be talked to, or that were given up', () => {
		expect(
			merge(
				{
					a: {...entry, tool_call: false},
					b: {...entry, status: 'deprecated'},
					c: {...entry, modalities: {input: ['text'], output: ['image']}},
					d: {...entry, limit: {}},
					'e-embed-1': entry,
					f: 'nonsense',
				},
				{overlay: {...none, drop: ['*EMBED*']}},
			),
		).toEqual([]);
	});

	it('are corrected, kept and left out by the overlay', () => {
		const overlay = overlayFor(
			{
				'*': {drop: ['*-tts']},
				anthropic: {keep: ['claude-opus-*'], models: {'x-*': {context: 99, name: 'X'}}},
			},
			'anthropic',
		);
		const rows = merge({'x-1': entry, 'y-tts': entry}, {overlay});
		expect(rows.map(({id, context}) => [id, context])).toEqual([
			['claude-opus-5', 200_000],
			['x-1', 99],
		]);
	});

	it('never have a price below nothing, and no tiers that were lost', () => {
		const before = [{...old, price: {input: 1, output: 1, tiers: [{above: 5, input: 2}]}}];
		const cost = {input: -1, output: 2};
		expect(merge({'claude-opus-5': {...entry, cost}}, {before})[0]?.price).toEqual({
			input: 0,
			output: 2,
			tiers: [{above: 5, input: 2}],
		});
	});

	it('are written one a line, in one order, and read back the same', () => {
		const shuffled = Object.fromEntries(Object.entries(old).toReversed());
		expect(toLine({...old, ...shuffled})).toBe(toLine(old));
		expect(JSON.parse(toFile([old]))).toEqual([old]);
		expect(toFile([old, old]).split('\n')).toHaveLength(5);
	});
});

describe('an update of the catalog', () => {
	const providers = [
		{id: 'anthropic', protocols: ['anthropic-messages'], modelsDev: 'anthropic'},
		{id: 'own', protocols: ['openai-completions'], modelsDev: undefined},
		{id: 'gone', protocols: ['openai-completions'], modelsDev: 'gone'},
	];
	const before = (id: string) =>
		id === 'gone' ? [old, {...old, id: 'b'}, {...old, id: 'c'}] : [old];

	it('leaves providers alone that models.dev does not have, or has lost most models of', () => {
		const source = {anthropic: {models: {'claude-opus-5': entry}}, gone: {models: {b: entry}}};
		const {rows, asOf, notes} = updateRows({source, providers, overlay: {}, before});
		expect(asOf).toBe('2026-11-24');
		expect(rows.get('anthropic')?.[0]?.context).toBe(1_000_000);
		expect(rows.get('own')).toEqual([old]);
		expect(rows.get('gone')).toHaveLength(3);
		expect(notes).toEqual(['gone stays: only 1 models where there were 3']);
	});

	it('refuses what is no api.json', () => {
		expect(() => updateRows({source: {a: {}}, providers, overlay: {}, before})).toThrow(
			'no api.json',
		);
	});

	it('of what ships is the same when it is done twice', () => {
		const folder = path.join(import.meta.dirname, '../../source/ai/catalog/models');
		const rows = new Map(
			fs
				.readdirSync(folder)
				.map(name => [
					path.basename(name, '.json'),
					JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')),
				]),
		);
		const source = {
			groq: {models: Object.fromEntries([1, 2, 3, 4, 5].map(n => [`llama-${n}`, entry]))},
		};
		const once = updateCatalog(source, rows);
		const parsed = new Map([...once.files].map(([id, text]) => [id, JSON.parse(text)]));
		expect(updateCatalog(source, parsed)).toEqual(once);
		expect(parsed.get('groq')).toHaveLength(5);
		// Nothing is lost or changed where models.dev was silent.
		expect(parsed.get('anthropic')).toEqual(rows.get('anthropic'));
	});
});
