import {afterEach, describe, expect, test, vi} from 'vitest';
import {protocols} from '../../../source/ai/protocols/index.ts';
import type {Connection} from '../../../source/ai/protocols/protocol.ts';
import {testCall} from '../../helpers/protocol-call.ts';
import {codexToken} from '../../helpers/strict/openai-codex-responses.ts';

afterEach(() => vi.unstubAllEnvs());

type Sent = {
	readonly url: string;
	readonly headers: Headers;
	readonly body: unknown;
	readonly signal: AbortSignal | null | undefined;
};

/** Without one they look for other credentials, which is tested with them. */
const needsKey = new Set(['google-vertex', 'bedrock-converse-stream']);

/** What goes out, without a network. */
async function sent(
	api: string,
	{
		model,
		...connection
	}: Partial<Omit<Connection, 'model'>> & {
		readonly model?: Partial<Connection['model']>;
	} = {},
	body: string = api.startsWith('bedrock') ? '' : 'data: {"a":"x\ty"}\n\n',
): Promise<Sent & {readonly read: readonly unknown[]}> {
	const protocol = await protocols[api]?.();
	const call = testCall({model: {api, ...model}});
	let seen: Sent | undefined;
	const events = await protocol?.open(protocol.toPayload(call), {
		model: call.model,
		headers: {},
		signal: new AbortController().signal,
		environment: {},
		...(needsKey.has(api) ? {apiKey: 'own-key'} : {}),
		fetch: async (input, init) => {
			const text = await new Response(init?.body ?? '{}').text();
			seen = {
				url: String(input),
				headers: new Headers(init?.headers),
				body: JSON.parse(text),
				signal: init?.signal,
			};
			return new Response(body, {headers: {'content-type': 'text/event-stream'}});
		},
		...connection,
	});
	const read: unknown[] = [];
	for await (const event of events ?? []) read.push(event);
	if (!seen) throw new Error('nothing was sent');
	return {...seen, read};
}

const keys = [
	...['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cf-aig-authorization'],
	...['chatgpt-account-id'],
];
const credentials = ({headers}: Sent) =>
	Object.fromEntries(keys.flatMap(name => (headers.has(name) ? [[name, headers.get(name)]] : [])));

const apis = Object.keys(protocols).filter(name => name !== 'demo');

describe('the address', () => {
	test.each([
		['openai-completions', 'https://x.example/v1', 'https://x.example/v1/chat/completions'],
		['openai-responses', 'https://x.example/v1', 'https://x.example/v1/responses'],
		['anthropic-messages', 'https://x.example', 'https://x.example/v1/messages'],
		['anthropic-messages', 'https://x.example/', 'https://x.example/v1/messages'],
		['anthropic-messages', 'https://x.example/api/v1', 'https://x.example/api/v1/messages'],
		[
			'google-generative-ai',
			'https://x.example/google/v1beta',
			'https://x.example/google/v1beta/models/m-1:streamGenerateContent?alt=sse',
		],
		[
			'azure-openai-responses',
			'https://x.example/a',
			'https://x.example/a/responses?api-version=v1',
		],
		['mistral-conversations', 'https://x.example', 'https://x.example/v1/chat/completions'],
		['mistral-conversations', 'https://x.example/v1/', 'https://x.example/v1/chat/completions'],
		['openai-codex-responses', 'https://x.example/api', 'https://x.example/api/codex/responses'],
		['openai-codex-responses', 'https://x.example/codex/', 'https://x.example/codex/responses'],
		[
			'google-vertex',
			'https://{location}-aiplatform.googleapis.com',
			'https://aiplatform.googleapis.com/v1beta1/publishers/google/models/m-1:streamGenerateContent?alt=sse',
		],
		[
			'google-vertex',
			'https://x.example/v1',
			'https://x.example/v1/publishers/google/models/m-1:streamGenerateContent?alt=sse',
		],
	])('of %s behind %s is %s', async (api, baseUrl, url) => {
		expect((await sent(api, {model: {baseUrl}})).url).toBe(url);
	});
});

describe('the key', () => {
	test.each<readonly [api: string, connection: Parameters<typeof sent>[1], expected: object]>([
		['openai-completions', {apiKey: 'k'}, {authorization: 'Bearer k'}],
		['openai-responses', {apiKey: 'k'}, {authorization: 'Bearer k'}],
		['anthropic-messages', {apiKey: 'k'}, {'x-api-key': 'k'}],
		['anthropic-messages', {apiKey: 'sk-ant-oat-1'}, {authorization: 'Bearer sk-ant-oat-1'}],
		[
			'anthropic-messages',
			{apiKey: 'k', model: {provider: 'github-copilot'}},
			{authorization: 'Bearer k'},
		],
		[
			'anthropic-messages',
			{apiKey: 'k', headers: {Authorization: 'Bearer own'}},
			{authorization: 'Bearer own'},
		],
		[
			'anthropic-messages',
			{apiKey: 'k', model: {provider: 'cloudflare-ai-gateway'}},
			{'cf-aig-authorization': 'Bearer k'},
		],
		[
			'openai-responses',
			{apiKey: 'k', model: {provider: 'cloudflare-ai-gateway'}},
			{'cf-aig-authorization': 'Bearer k'},
		],
		['google-generative-ai', {apiKey: 'k'}, {'x-goog-api-key': 'k'}],
		['google-vertex', {apiKey: 'k'}, {'x-goog-api-key': 'k'}],
		['azure-openai-responses', {apiKey: 'k'}, {'api-key': 'k'}],
		['openai-completions', {apiKey: 'k', model: {provider: 'azure'}}, {'api-key': 'k'}],
		['mistral-conversations', {apiKey: 'k'}, {authorization: 'Bearer k'}],
		[
			'openai-codex-responses',
			{apiKey: codexToken},
			{authorization: `Bearer ${codexToken}`, 'chatgpt-account-id': 'acc-1'},
		],
		['openai-codex-responses', {apiKey: 'a.b!.c'}, {authorization: 'Bearer a.b!.c'}],
		[
			'google-generative-ai',
			{apiKey: 'k', headers: {'x-goog-api-key': null, authorization: 'Bearer own'}},
			{authorization: 'Bearer own'},
		],
	])('of %s with %j goes where it belongs', async (api, connection, expected) => {
		expect(credentials(await sent(api, connection))).toEqual(expected);
	});

	test.each(apis)('of %s is not looked for in the environment', async api => {
		for (const name of [
			...['OPENAI_API_KEY', 'OPENAI_ADMIN_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
			...['GEMINI_API_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'AZURE_OPENAI_API_KEY'],
			...[
				'AWS_BEARER_TOKEN_BEDROCK',
				'MISTRAL_API_KEY',
				'GOOGLE_CLOUD_PROJECT',
				'GOOGLE_CLOUD_LOCATION',
			],
			...['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'],
			...['GOOGLE_VERTEX_BASE_URL', 'AZURE_OPENAI_BASE_URL', 'AZURE_OPENAI_ENDPOINT'],
		]) {
			vi.stubEnv(name, 'https://env.example');
		}

		vi.stubEnv('ANTHROPIC_PROFILE', 'env.example');
		vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
		const request = await sent(api);
		expect(Object.values(credentials(request)).map(value => value?.replace('Bearer ', ''))).toEqual(
			needsKey.has(api) ? ['own-key'] : [],
		);
		expect(JSON.stringify([request.url, ...request.headers])).not.toContain('env.example');
	});
});

describe('every protocol', () => {
	test.each(apis)('%s sends the headers that are wanted and no others', async api => {
		const {headers} = await sent(api, {headers: {'x-own': 'yes', 'user-agent': null}});
		expect([headers.get('x-own'), headers.get('user-agent')]).toEqual(['yes', null]);
	});

	test.each(apis.filter(api => api !== 'bedrock-converse-stream'))(
		'%s reads what servers write, be it not quite JSON',
		async api => {
			expect((await sent(api)).read).toEqual([{a: 'x\ty'}]);
		},
	);

	test.each(apis)('%s stops its request when it is told to', async api => {
		const controller = new AbortController();
		const {signal} = await sent(api, {signal: controller.signal});
		expect(signal?.aborted).toBe(false);
		controller.abort();
		expect(signal?.aborted).toBe(true);
	});

	test.each(apis)('%s says nothing on the terminal', async api => {
		const spies = (['log', 'warn', 'error', 'info', 'debug'] as const).map(name =>
			vi.spyOn(console, name).mockImplementation(() => {}),
		);
		const model = {id: 'claude-3-opus-20240229', reasoning: true};
		await sent(api, {model}, 'data: {"broken\n\n').catch(() => undefined);
		await sent(api, {model});
		expect(spies.flatMap(spy => spy.mock.calls)).toEqual([]);
	});
});

test('requests that a plan pays for leave out what plans refuse', async () => {
	const model = {provider: 'openai', baseUrl: 'https://api.openai.com/v1'};
	const limit = {max_output_tokens: 1000};
	const paid = await sent('openai-responses', {model, apiKey: 'eyJhbGciOi'});
	expect(paid.body).not.toMatchObject(limit);
	expect((await sent('openai-responses', {model, apiKey: 'sk-1'})).body).toMatchObject(limit);
	const relay = {...model, baseUrl: 'https://api.openai.com.example/v1'};
	expect((await sent('openai-responses', {model: relay, apiKey: 'k'})).body).toMatchObject(limit);
});

test('Gemini is sent what the SDK makes of the request', async () => {
	const {body} = await sent('google-generative-ai', {model: {id: 'gemini-3-x', reasoning: true}});
	expect(body).toEqual({
		contents: [{role: 'user', parts: [{text: 'hi'}]}],
		generationConfig: {maxOutputTokens: 1000, thinkingConfig: {thinkingLevel: 'LOW'}},
	});
});

test('a payload that a hook has spoilt is refused before it is sent', async () => {
	const protocol = await protocols['google-generative-ai']?.();
	const {model} = testCall();
	const connection = {
		model,
		headers: {},
		fetch,
		signal: new AbortController().signal,
		environment: {},
	};
	await expect(protocol?.open('nonsense', connection)).rejects.toMatchObject({code: 'bad_request'});
});

describe('Azure', () => {
	const environment = {
		AZURE_OPENAI_API_VERSION: '2026-01-01',
		AZURE_OPENAI_DEPLOYMENT_NAME_MAP: 'other=x, m-1 = my-deployment ,m-2=y',
	};

	test.each(['azure-openai-responses', 'openai-completions'])(
		'is asked for its deployment and version over %s',
		async api => {
			const {url, body} = await sent(api, {environment, model: {provider: 'azure'}});
			expect(new URL(url).search).toBe('?api-version=2026-01-01');
			expect(body).toMatchObject({model: 'my-deployment'});
		},
	);

	test('has deployments that are named like their models', async () => {
		const {body} = await sent('azure-openai-responses', {model: {id: 'gpt-5'}});
		expect(body).toMatchObject({model: 'gpt-5'});
	});
});

test('ChatGPT plans are told who asks, and for which session', async () => {
	const call = testCall({sessionId: 'ä'.repeat(70), cacheRetention: 'short'});
	const protocol = await protocols['openai-codex-responses']?.();
	const id = 'ä'.repeat(64);
	expect(protocol?.toHeaders?.(call)).toEqual({'session-id': id, 'x-client-request-id': id});
	expect(protocol?.toHeaders?.({...call, cacheRetention: 'none'})).toEqual({});
	const {headers} = await sent('openai-codex-responses', {apiKey: codexToken});
	expect(headers.get('originator')).toBe('bough');
	expect(headers.get('openai-beta')).toBe('responses=experimental');
});
