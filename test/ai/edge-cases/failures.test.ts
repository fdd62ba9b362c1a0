import {describe, expect, test} from 'vitest';
import {toFailure} from '../../../source/ai/failure.ts';
import {type ModelFailure, streamModel} from '../../../source/ai/index.ts';
import {apis, hello, modelFor} from '../../helpers/payload.ts';
import {codexToken} from '../../helpers/strict/openai-codex-responses.ts';
import {strictServer} from '../../helpers/strict-server.ts';
import {data, type WireReply, wireServer} from '../../helpers/wire-server.ts';

async function failureAt(
	baseUrl: string,
	{api = 'openai-completions', provider = 'acme', idleTimeoutMs = 0} = {},
): Promise<ModelFailure | undefined> {
	const model = modelFor(api, {baseUrl, provider});
	const options = {apiKey: codexToken, environment: {}, idleTimeoutMs};
	let failure: ModelFailure | undefined;
	for await (const event of streamModel({model, messages: hello}, options)) {
		if (event.type === 'error') failure = event.failure;
	}

	return failure;
}

async function failureOf(
	reply: WireReply,
	more: Parameters<typeof failureAt>[1] = {},
): Promise<ModelFailure | undefined> {
	const server = await wireServer(reply);
	try {
		return await failureAt(server.url, more);
	} finally {
		await server.close();
	}
}

const refusal = (
	status: number,
	body: unknown = {error: {message: 'No.'}},
	headers: Readonly<Record<string, string>> = {},
): WireReply => ({
	status,
	headers: {'content-type': 'application/json', ...headers},
	frames: body === '' ? [] : [JSON.stringify(body)],
});
const saying = (message: string, status = 400, code?: string): WireReply =>
	refusal(status, {error: {message, ...(code ? {code} : {})}});

describe('errors', () => {
	test.each([
		['anthropic', 'prompt is too long: 210000 tokens > 200000 maximum'],
		['openai', 'Your input exceeds the context window of this model.'],
		['acme', "This request exceeds the model's maximum context length of 8192 tokens"],
		['acme', 'Context Window exceeded'],
		['google', 'The input token count (1100000) exceeds the maximum number of tokens allowed'],
		['amazon-bedrock', 'Input is too long for requested model.'],
		['xai', "This model's maximum prompt length is 131072 but the request contains 200000 tokens."],
		['groq', 'Please reduce the length of the messages or completion.'],
		['openrouter', "This endpoint's maximum context length is 8192 tokens."],
		['openrouter', 'The input exceeds the maximum allowed input length of 8000 tokens'],
		[
			'together',
			"The input (9000 tokens) is longer than the model's context length (8192 tokens).",
		],
		['github-copilot', 'prompt token count of 130000 exceeds the limit of 128000'],
		[
			'mistral',
			'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
		],
		['minimax', 'invalid params, context window exceeds limit'],
		['kimi-coding', 'Your request exceeded model token limit: 262144'],
		['zai', 'Prompt exceeds max length'],
		['qwen-token-plan', 'Range of input length should be [1, 129024]'],
		['llama-cpp', 'the request exceeds the available context size, try increasing it'],
		['lm-studio', 'The number of tokens is greater than the context length (4096)'],
		['ollama', 'prompt too long; exceeded max context length by 100 tokens'],
		['ds4', 'Prompt has 9000 tokens, but the configured context size is 8192 tokens'],
	])('each overflow text: %s: %s', async (provider, message) => {
		const failure = await failureOf(saying(message), {provider});
		expect(failure).toMatchObject({code: 'overflow', retryable: false});
	});

	test('throttling is not overflow; silent overflow; 0-output length; body-less 400/413', async () => {
		expect(
			await failureOf(saying('Too many tokens, please wait before trying again.', 429)),
		).toMatchObject({code: 'rate_limited', retryable: true});
		expect(
			await failureOf(saying('Rate limit reached: context window tokens per minute', 429)),
		).toMatchObject({code: 'rate_limited'});
		const usage = {prompt_tokens: 199_500, completion_tokens: 0};
		const cut = data({choices: [{delta: {}, finish_reason: 'length'}], usage});
		expect(await failureOf({frames: [cut, data('[DONE]')]})).toMatchObject({code: 'overflow'});
		expect(await failureOf(refusal(413, ''))).toMatchObject({code: 'overflow'});
		expect(await failureOf(refusal(400, ''), {provider: 'cerebras'})).toMatchObject({
			code: 'overflow',
		});
		expect(await failureOf(refusal(400, ''))).toMatchObject({code: 'bad_request'});
	});

	test('401, 403, 404, 500, 502, 503, 529, x-should-retry', async () => {
		const verdicts = [401, 403, 404, 408, 409, 422, 500, 502, 503, 529].map(async status => {
			const failure = await failureOf(refusal(status));
			return [status, failure?.code, failure?.retryable];
		});
		expect(await Promise.all(verdicts)).toEqual([
			[401, 'auth', false],
			[403, 'auth', false],
			[404, 'not_found', false],
			[408, 'network', true],
			[409, 'server', true],
			[422, 'bad_request', false],
			[500, 'server', true],
			[502, 'server', true],
			[503, 'overloaded', true],
			[529, 'overloaded', true],
		]);
		const told = (value: string, status: number) =>
			failureOf(refusal(status, undefined, {'x-should-retry': value}));
		expect(await told('false', 500)).toMatchObject({retryable: false});
		expect(await told('true', 400)).toMatchObject({retryable: true});
	});

	test('429 with seconds/date/ms, too long a delay, quota 429 not retried', async () => {
		const limited = async (headers: Readonly<Record<string, string>>) =>
			failureOf(refusal(429, undefined, headers));
		expect(await limited({'retry-after': '7'})).toMatchObject({retryAfterMs: 7000});
		expect(await limited({'retry-after-ms': '250'})).toMatchObject({retryAfterMs: 250});
		const now = Date.parse('2026-12-01T00:00:00Z');
		const headers = new Headers({'retry-after': 'Tue, 01 Dec 2026 00:00:30 GMT'});
		const dated = toFailure(new Error('x'), {
			provider: 'acme',
			now,
			refusal: {status: 429, headers, body: ''},
		});
		expect(dated.retryAfterMs).toBe(30_000);
		expect(await limited({'retry-after': '7200'})).toMatchObject({
			retryAfterMs: 7_200_000,
			message: expect.stringContaining('wait 2 h'),
		});
		expect(
			await failureOf(saying('You exceeded your current quota', 429, 'insufficient_quota')),
		).toMatchObject({code: 'quota', retryable: false});
	});

	test('plan limits of ChatGPT tell the plan and when they end', () => {
		const now = Date.parse('2026-12-01T00:00:00Z');
		const error = {
			type: 'usage_limit_reached',
			message: 'The usage limit has been reached',
			plan_type: 'plus',
			resets_at: now / 1000 + 5400,
		};
		const failure = toFailure(new Error('429'), {
			provider: 'openai-codex',
			now,
			refusal: {status: 429, headers: new Headers(), body: JSON.stringify({error})},
		});
		expect(failure).toEqual({
			code: 'quota',
			status: 429,
			retryable: false,
			retryAfterMs: 5_400_000,
			message:
				'openai-codex (HTTP 429): The usage limit has been reached (plan: plus). It ends in 90 min.',
		});
	});

	test('mid-stream overload; disconnect before/after first event; idle timeout; connection refused; DNS', async () => {
		const first = data({choices: [{delta: {content: 'x'}}]});
		const overload = data({error: {message: 'Overloaded', type: 'overloaded_error'}});
		expect(await failureOf({frames: [first, overload]})).toMatchObject({
			code: 'overloaded',
			retryable: true,
		});
		for (const frames of [[], [first]]) {
			expect(await failureOf({frames, end: 'destroy'})).toMatchObject({
				code: 'network',
				retryable: true,
			});
			expect(await failureOf({frames, end: 'hang'}, {idleTimeoutMs: 50})).toMatchObject({
				code: 'stalled',
				retryable: true,
			});
		}

		const server = await wireServer();
		await server.close();
		expect(await failureAt(server.url)).toMatchObject({code: 'network', retryable: true});
		const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND x'), {code: 'ENOTFOUND'});
		const failed = new TypeError('fetch failed', {cause: unknown});
		expect(toFailure(failed, {provider: 'acme'})).toMatchObject({
			code: 'network',
			message: 'acme: fetch failed: getaddrinfo ENOTFOUND x',
		});
	});

	test.each(apis)('cause and body are in the message; keys never are: %s', async api => {
		const server = await wireServer({
			status: 400,
			headers: {'content-type': 'text/plain'},
			frames: [`the gate says no to ${codexToken} of a person`],
		});
		try {
			const failure = await failureAt(server.url, {api});
			expect(failure?.message).toContain('the gate says no to');
			expect(failure?.message).not.toContain(codexToken.slice(10, 40));
			expect(failure?.status).toBe(400);
		} finally {
			await server.close();
		}

		const closed = await strictServer(api, []);
		await closed.close();
		expect((await failureAt(closed.baseUrl, {api}))?.message).toMatch(/ECONNREFUSED/);
	});
});
