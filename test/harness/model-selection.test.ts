import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Model} from '../../source/ai/index.ts';
import {createCredentials} from '../../source/harness/credentials.ts';
import {createModelRegistry, nameOf, openSettings} from '../../source/harness/index.ts';
import {createModelSelection} from '../../source/harness/model-selection.ts';
import {fakeModel, fakeModelRecord} from '../helpers/fake-model.ts';
import {tempFolder} from '../helpers/temp-folder.ts';
import {testSession} from '../helpers/test-session.ts';

const model = (id: string, reasoning = true): Model => ({
	...fakeModelRecord,
	provider: 'acme',
	id,
	name: id,
	reasoning,
});

const all = [model('a'), model('b'), model('plain', false)];

function desk(settings: object = {}, scope: readonly string[] = []) {
	const home = tempFolder({'settings.json': JSON.stringify(settings)});
	const credentials = createCredentials({home, environment: {}});
	const registry = createModelRegistry({home, credentials});
	registry.add(all);
	const {session} = testSession(fakeModel(), tempFolder());
	const selection = createModelSelection({
		session,
		registry,
		settings: openSettings(home),
		scope: all.filter(({id}) => scope.includes(id)).map(each => ({model: each})),
	});
	const now = () => {
		const state = session.getState();
		return `${state.model?.id} ${state.level}`;
	};
	const saved = () => JSON.parse(fs.readFileSync(path.join(home, 'settings.json'), 'utf8'));
	return {selection, session, now, saved};
}

describe('going on to the next model', () => {
	it('goes round all that can be used, in both directions', async () => {
		const {selection, now} = desk({defaultThinkingLevel: 'low'});
		const seen: string[] = [];
		for (const by of [1, 1, 1, 1, -1, -1] as const) {
			await selection.cycle(by);
			seen.push(now().split(' ')[0] ?? '');
		}

		expect(seen).toEqual(['a', 'b', 'plain', 'a', 'plain', 'b']);
	});

	it('stays within the scope, whose levels count, and saves no default', async () => {
		const {selection, now, saved} = desk({}, ['b']);
		const [b] = all.slice(1);
		if (!b) throw new Error('There is no model');
		expect(await selection.cycle(-1)).toEqual({model: b});
		expect(await selection.cycle(1)).toBeUndefined();
		await selection.setScope([{model: b, level: 'high'}, {model: all[0] ?? b}], false);
		await selection.cycle(1);
		await selection.cycle(1);
		expect(now()).toBe('b high');
		expect(saved()).toEqual({});
	});

	it('keeps how hard the model thinks, unless one has a level of its own', async () => {
		const {selection, session, now} = desk({
			defaultThinkingLevel: 'low',
			modelThinkingLevels: {'acme/b': 'high'},
		});
		await selection.choose('acme/a');
		session.setThinkingLevel('minimal');
		await selection.choose('acme/b');
		expect(now()).toBe('b high');
		await selection.choose('acme/plain');
		expect(now()).toBe('plain off');
		// What cannot think has no say about the next one.
		await selection.choose('acme/a');
		expect(now()).toBe('a low');
	});
});

describe('choosing a model', () => {
	it('is for sessions to come as well', async () => {
		const {selection, saved} = desk({theme: 'light'});
		expect(nameOf(await selection.choose('acme/b'))).toBe('acme/b');
		expect(saved()).toEqual({theme: 'light', defaultProvider: 'acme', defaultModel: 'b'});
		await expect(selection.choose('nothing-like-it')).rejects.toThrow('There is no model');
	});

	it('keeps a scope as patterns', async () => {
		const {selection, saved} = desk();
		const [a, b] = all;
		if (!a || !b) throw new Error('There are no models');
		await selection.setScope([{model: b, level: 'high'}, {model: a}], true);
		expect(saved()).toEqual({enabledModels: ['acme/b:high', 'acme/a']});
		expect(selection.scope().map(each => each.model.id)).toEqual(['b', 'a']);
	});
});
