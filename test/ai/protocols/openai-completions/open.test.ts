import {describe, expect, test, vi} from 'vitest';
import type {Model} from '../../../../source/ai/index.ts';
import {openaiCompletions} from '../../../../source/ai/protocols/openai-completions/index.ts';
import {testModel} from '../../../helpers/model.ts';
import {data, wireServer} from '../../../helpers/wire-server.ts';

/** What a server sees of one request. */
async function seen(changes: Partial<Model>, apiKey?: string) {
	const server = await wireServer({frames: [data('[DONE]')]});
	try {
		const body = await openaiCompletions.open(
			{model: 'm-1', stream: true},
			{
				model: testModel({...changes, baseUrl: `${server.url}/v1`}),
				headers: {},
				fetch: globalThis.fetch,
				signal: new AbortController().signal,
				environment: {},
				...(apiKey === undefined ? {} : {apiKey}),
			},
		);
		for await (const event of body) expect(event).toBe('[DONE]');
		return server.seen[0];
	} finally {
		await server.close();
	}
}

describe('a Chat Completions request on its way', () => {
	test('has its body unchanged and the key as a bearer token', async () => {
		const request = await seen({}, 'k-1');
		expect([request?.url, request?.body, request?.headers.authorization]).toEqual([
			'/v1/chat/completions',
			{model: 'm-1', stream: true},
			'Bearer k-1',
		]);
	});

	test('has the key in the header of the gateway at Cloudflare, and nowhere else', async () => {
		const {headers} = (await seen({provider: 'cloudflare-ai-gateway'}, 'k-1')) ?? {};
		expect([headers?.authorization, headers?.['cf-aig-authorization']]).toEqual([
			undefined,
			'Bearer k-1',
		]);
	});

	test('tells nobody but OpenAI of the account there', async () => {
		vi.stubEnv('OPENAI_ORG_ID', 'org-1');
		vi.stubEnv('OPENAI_API_KEY', 'sk-other');
		try {
			const own = await seen({provider: 'openai'}, 'k-1');
			expect(own?.headers['openai-organization']).toBe('org-1');
			const other = await seen({}, undefined);
			expect(other?.headers['openai-organization']).toBeUndefined();
			expect(other?.headers.authorization).toBeUndefined();
		} finally {
			vi.unstubAllEnvs();
		}
	});
});
