import {describe, expect, it} from 'vitest';
import {createLlamaRouter, findLocalServers} from '../../source/ai/index.ts';
import {startAuthority} from '../helpers/authority.ts';
import {startRouter} from '../helpers/llama-router.ts';

const {signal} = new AbortController();

describe('the router of llama.cpp', () => {
	it('is found with its models, and loads and unloads them', async () => {
		const server = await startRouter({big: 'unloaded', small: 'loaded'});
		const port = Number(new URL(server.url).port);
		const [found] = await findLocalServers({ports: [port], timeoutMs: 2000});
		expect([found?.kind, found?.loaded]).toEqual(['llama.cpp', ['small']]);
		const router = createLlamaRouter({url: server.url, apiKey: 'k', pollMs: 1});
		await router.load('big', signal);
		await router.unload('small', signal);
		expect(await router.list()).toEqual([
			{id: 'big', status: 'loaded', hasFailed: false},
			{id: 'small', status: 'unloaded', hasFailed: false},
		]);
		expect(server.visits.at(-1)?.headers.authorization).toBe('Bearer k');
	});

	it('says when a model cannot be loaded, in its own words', async () => {
		const server = await startRouter({broken: 'unloaded'});
		const router = createLlamaRouter({url: server.url, pollMs: 1});
		await expect(router.load('broken', signal)).rejects.toThrow('broken could not be loaded');
		await expect(router.load('nothing', signal)).rejects.toThrow('model not found');
	});

	it('can be left to itself', async () => {
		const server = await startRouter({slow: 'unloaded'});
		const leaving = new AbortController();
		const loading = createLlamaRouter({url: server.url, pollMs: 1}).load('slow', leaving.signal);
		leaving.abort(new Error('enough'));
		await expect(loading).rejects.toThrow('enough');
	});

	it('is not taken for one when it serves a single model', async () => {
		const single = await startAuthority({'GET /models': () => ({json: {data: [{id: 'm'}]}})});
		expect(await createLlamaRouter({url: single.url}).list()).toBeUndefined();
	});
});
