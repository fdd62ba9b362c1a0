import {describe, expect, test} from 'vitest';
import type {FailureCode, ModelFailure} from '../../source/ai/events.ts';
import {toFailure} from '../../source/ai/failure.ts';
import {ModelError} from '../../source/ai/model-error.ts';
import {IdleError} from '../../source/lib/deadline.ts';

type Answer = {
	readonly provider?: string;
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: unknown;
};

/** What kind it is, and whether the same request may be sent again. */
type Verdict = FailureCode | `${FailureCode}, again`;

const verdictOf = ({code, retryable}: ModelFailure): Verdict =>
	retryable ? `${code}, again` : code;

const now = Date.parse('2026-11-20T10:00:00Z');

function refused({provider = 'openai', status, headers = {}, body}: Answer): ModelFailure {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return toFailure(new Error(`${status} status code (no body)`), {
		provider,
		refusal: {status, headers: new Headers(headers), body: text},
		now,
	});
}

const openai = (message: string, code?: string, type = 'invalid_request_error') => ({
	error: {message, type, param: null, code: code ?? null},
});
const anthropic = (type: string, message: string) => ({type: 'error', error: {type, message}});
const google = (code: number, status: string, [message, ...details]: readonly unknown[]) => ({
	error: {code, message, status, details},
});

/** Shapes as providers send them. */
const bodies: readonly (readonly [title: string, answer: Answer, verdict: Verdict])[] = [
	// Too long
	[
		'Anthropic, prompt too long',
		{
			provider: 'anthropic',
			status: 400,
			body: anthropic(
				'invalid_request_error',
				'prompt is too long: 213462 tokens > 200000 maximum',
			),
		},
		'overflow',
	],
	[
		'Anthropic, too many bytes',
		{
			provider: 'anthropic',
			status: 413,
			body: anthropic('request_too_large', 'Request exceeds the maximum size'),
		},
		'overflow',
	],
	[
		'OpenAI, by its code',
		{status: 400, body: openai('Your input is larger than it may be.', 'context_length_exceeded')},
		'overflow',
	],
	[
		'OpenAI, by its words',
		{status: 400, body: openai('Your input exceeds the context window of this model.')},
		'overflow',
	],
	[
		'LiteLLM',
		{
			status: 400,
			body: openai(
				"litellm.BadRequestError: This model's maximum context length is 32768 tokens. However, you requested 40000.",
			),
		},
		'overflow',
	],
	[
		'Google',
		{
			provider: 'google',
			status: 400,
			body: google(400, 'INVALID_ARGUMENT', [
				'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
			]),
		},
		'overflow',
	],
	['Bedrock', {status: 400, body: {message: 'Input is too long for requested model.'}}, 'overflow'],
	[
		'xAI',
		{
			provider: 'xai',
			status: 400,
			body: {
				code: 'Client specified an invalid argument',
				error:
					"This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
			},
		},
		'overflow',
	],
	[
		'Groq',
		{
			provider: 'groq',
			status: 400,
			body: openai('Please reduce the length of the messages or completion.'),
		},
		'overflow',
	],
	[
		'OpenRouter, behind a relay error',
		{
			provider: 'openrouter',
			status: 400,
			body: {
				error: {
					code: 400,
					message: 'Provider returned error',
					metadata: {
						provider_name: 'X',
						raw: '{"error":{"message":"This endpoint\'s maximum context length is 8192 tokens."}}',
					},
				},
			},
		},
		'overflow',
	],
	[
		'Together',
		{
			provider: 'together',
			status: 422,
			body: openai(
				"The input (9000 tokens) is longer than the model's context length (8192 tokens).",
			),
		},
		'overflow',
	],
	[
		'Copilot',
		{
			provider: 'github-copilot',
			status: 400,
			body: openai('prompt token count of 140000 exceeds the limit of 128000'),
		},
		'overflow',
	],
	[
		'Mistral',
		{
			provider: 'mistral',
			status: 400,
			body: {
				object: 'error',
				message:
					'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
			},
		},
		'overflow',
	],
	[
		'MiniMax',
		{status: 400, body: openai('invalid params, context window exceeds limit (2013)')},
		'overflow',
	],
	[
		'Kimi',
		{status: 400, body: openai('Invalid request: Your request exceeded model token limit: 262144')},
		'overflow',
	],
	[
		'z.ai, by its number',
		{provider: 'zai', status: 400, body: {error: {code: '1261', message: 'Prompt超长'}}},
		'overflow',
	],
	[
		'DashScope',
		{status: 400, body: openai('Range of input length should be [1, 129024]')},
		'overflow',
	],
	['Cerebras, without a body', {provider: 'cerebras', status: 400, body: ''}, 'overflow'],
	['any other 400 without a body', {provider: 'groq', status: 400, body: ''}, 'bad_request'],
	[
		'llama.cpp',
		{
			status: 400,
			body: {
				error: {
					code: 400,
					message: 'the request exceeds the available context size, try increasing it',
					type: 'exceed_context_size_error',
					n_prompt_tokens: 9000,
					n_ctx: 4096,
				},
			},
		},
		'overflow',
	],
	[
		'LM Studio',
		{
			status: 400,
			body: {
				error:
					'The number of tokens to keep from the initial prompt is greater than the context length.',
			},
		},
		'overflow',
	],
	[
		'Ollama',
		{
			status: 400,
			body: {error: {message: 'prompt too long; exceeded max context length by 200 tokens'}},
		},
		'overflow',
	],
	// Used up
	[
		'an account without money, by code',
		{status: 429, body: {error: {code: 'insufficient_quota'}}},
		'quota',
	],
	[
		'a plan that is used up',
		{
			provider: 'openai-codex',
			status: 429,
			body: {
				error: {
					type: 'usage_limit_reached',
					message: 'The usage limit has been reached',
					plan_type: 'plus',
					resets_in_seconds: 5400,
				},
			},
		},
		'quota',
	],
	[
		'a plan that is used up, in a flat body',
		{status: 429, body: {type: 'usage_limit_reached', message: 'You reached your rate limit'}},
		'quota',
	],
	[
		'Anthropic, no credit',
		{
			provider: 'anthropic',
			status: 400,
			body: anthropic(
				'invalid_request_error',
				'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
			),
		},
		'quota',
	],
	[
		'OpenRouter, no credit',
		{
			provider: 'openrouter',
			status: 402,
			body: {
				error: {code: 402, message: 'This request requires more credits, or fewer max_tokens.'},
			},
		},
		'quota',
	],
	[
		'DeepSeek, no balance',
		{provider: 'deepseek', status: 402, body: openai('Insufficient Balance')},
		'quota',
	],
	[
		'Google, the share of a day',
		{
			provider: 'google',
			status: 429,
			body: google(429, 'RESOURCE_EXHAUSTED', [
				'You exceeded your current quota.',
				{
					'@type': 'type.googleapis.com/google.rpc.QuotaFailure',
					violations: [{quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'}],
				},
				{'@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s'},
			]),
		},
		'quota',
	],
	[
		'z.ai, plan limit by number',
		{provider: 'zai', status: 429, body: {error: {code: '1308', message: 'Usage limit reached'}}},
		'quota',
	],
	[
		'Moonshot, no balance',
		{
			provider: 'moonshotai',
			status: 429,
			body: openai('Your account is suspended.', undefined, 'exceeded_current_quota_error'),
		},
		'quota',
	],
	// Too fast
	[
		'OpenAI, tokens per minute',
		{
			status: 429,
			headers: {'x-should-retry': 'true'},
			body: openai(
				'Rate limit reached for gpt-6 on tokens per min (TPM): Limit 30000, Used 29000. Please try again in 1.5s. Visit https://platform.openai.com/account/billing',
				'rate_limit_exceeded',
				'tokens',
			),
		},
		'rate_limited, again',
	],
	[
		'a limit per minute that is called a quota',
		{
			status: 429,
			headers: {'retry-after-ms': '40'},
			body: openai('quota exceeded for requests per minute'),
		},
		'rate_limited, again',
	],
	[
		'Google, the share of a minute',
		{
			provider: 'google',
			status: 429,
			body: google(429, 'RESOURCE_EXHAUSTED', [
				'You exceeded your current quota, please check your plan and billing details.',
				{
					'@type': 'type.googleapis.com/google.rpc.QuotaFailure',
					violations: [{quotaId: 'GenerateRequestsPerMinutePerProjectPerModel'}],
				},
				{'@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s'},
			]),
		},
		'rate_limited, again',
	],
	[
		'Groq, one request above the share of a minute',
		{
			provider: 'groq',
			status: 429,
			body: openai(
				'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7015',
				'rate_limit_exceeded',
			),
		},
		'rate_limited',
	],
	[
		'Bedrock, throttled with words of overflow',
		{status: 400, body: {message: 'Too many tokens, please wait before trying again.'}},
		'rate_limited, again',
	],
	['a bare 429', {status: 429, body: ''}, 'rate_limited, again'],
	[
		'Moonshot, engine overloaded as 429',
		{
			provider: 'moonshotai',
			status: 429,
			body: openai('The engine is currently overloaded', undefined, 'engine_overloaded_error'),
		},
		'overloaded, again',
	],
	// Who are you
	[
		'Anthropic, wrong key',
		{
			provider: 'anthropic',
			status: 401,
			body: anthropic('authentication_error', 'invalid x-api-key'),
		},
		'auth',
	],
	[
		'Google, wrong key as 400',
		{
			provider: 'google',
			status: 400,
			body: google(400, 'INVALID_ARGUMENT', [
				'API key not valid. Please pass a valid API key.',
				{reason: 'API_KEY_INVALID'},
			]),
		},
		'auth',
	],
	[
		'xAI, wrong key as 400',
		{
			provider: 'xai',
			status: 400,
			body: {
				code: 'Client specified an invalid argument',
				error: 'Incorrect API key provided: ab***yz.',
			},
		},
		'auth',
	],
	[
		'a gateway that forbids',
		{status: 403, body: '<html><title>403 Forbidden</title></html>'},
		'auth',
	],
	[
		'a country that is not served',
		{
			status: 403,
			body: openai(
				'Country, region, or territory not supported',
				'unsupported_country_region_territory',
			),
		},
		'bad_request',
	],
	// What do you want
	[
		'a model that is not there',
		{status: 404, body: openai('The model `gpt-7` does not exist', 'model_not_found')},
		'not_found',
	],
	[
		'FastAPI, a field too many',
		{
			status: 422,
			body: {detail: [{loc: ['body', 'store'], msg: 'Extra inputs are not permitted'}]},
		},
		'bad_request',
	],
	[
		'a content filter',
		{
			provider: 'azure',
			status: 400,
			body: openai(
				'The response was filtered due to the prompt triggering policy.',
				'content_filter',
			),
		},
		'refused',
	],
	['a plain 400', {status: 400, body: openai("Unknown parameter: 'foo'")}, 'bad_request'],
	// Not our fault
	['a plain 500', {status: 500, body: 'Internal Server Error'}, 'server, again'],
	[
		'a bad gateway with a page',
		{status: 502, body: '<html><head><title>502 Bad Gateway</title></head></html>'},
		'server, again',
	],
	['a gateway timeout', {status: 504, body: ''}, 'server, again'],
	['Cloudflare 520', {status: 520, body: 'error code: 520'}, 'server, again'],
	[
		'Anthropic overloaded',
		{provider: 'anthropic', status: 529, body: anthropic('overloaded_error', 'Overloaded')},
		'overloaded, again',
	],
	[
		'Google overloaded',
		{
			provider: 'google',
			status: 503,
			body: google(503, 'UNAVAILABLE', ['The model is overloaded. Please try again later.']),
		},
		'overloaded, again',
	],
	['a conflict', {status: 409, body: openai('Conflict')}, 'server, again'],
	['a request timeout', {status: 408, body: ''}, 'network, again'],
	[
		'a server that says not to try again',
		{status: 500, headers: {'x-should-retry': 'false'}, body: ''},
		'server',
	],
	[
		'a number inside an id, which is no status',
		{status: 400, body: openai('Invalid request req_429_500_overflow')},
		'bad_request',
	],
];

describe('a refusal', () => {
	test.each(bodies)('%s', (_title, answer, verdict) => {
		const failure = refused(answer);
		expect(verdictOf(failure)).toBe(verdict);
		expect(failure.status).toBe(answer.status);
	});

	test.each([
		['in ms', {'retry-after-ms': '40'}, 40],
		['in seconds', {'retry-after': '7'}, 7000],
		['as a date', {'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT'}, 30_000],
		['as a date that has passed', {'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT'}, 0],
		['in ms before seconds', {'retry-after-ms': '900', 'retry-after': '7'}, 900],
		['in a way that nobody understands', {'retry-after': 'soon'}, undefined],
		['not at all', {}, undefined],
	])('may say when to come back: %s', (_title, headers, expected) => {
		expect(refused({status: 429, headers, body: ''}).retryAfterMs).toBe(expected);
	});

	test('may say in its body when to come back', () => {
		const words = openai('Rate limit reached. Please try again in 7m30.5s.');
		expect(refused({status: 429, body: words}).retryAfterMs).toBe(450_500);
		const delay = google(429, 'RESOURCE_EXHAUSTED', ['Slow down', {retryDelay: '36.5s'}]);
		expect(refused({status: 429, body: delay}).retryAfterMs).toBe(36_500);
		const plan = {
			error: {type: 'usage_limit_reached', message: 'used up', resets_in_seconds: 5400},
		};
		expect(refused({status: 429, body: plan}).retryAfterMs).toBe(5_400_000);
	});

	test('that asks for a long wait says so, and leaves the decision to others', () => {
		const answer = {status: 429, headers: {'retry-after': '7200'}, body: openai('Slow down.')};
		expect(refused(answer)).toEqual({
			code: 'rate_limited',
			message: 'openai (HTTP 429): Slow down. The server asks to wait 2 h.',
			status: 429,
			retryable: true,
			retryAfterMs: 7_200_000,
		});
	});
});

describe('the message for people', () => {
	test.each([
		[
			'names the variable to set when the key is refused',
			{
				provider: 'anthropic',
				status: 401,
				body: anthropic('authentication_error', 'invalid x-api-key'),
			},
			'anthropic (HTTP 401): invalid x-api-key. Set ANTHROPIC_API_KEY, or use /login anthropic.',
		],
		[
			'sends people with a provider of their own to their own file',
			{provider: 'my-proxy', status: 403, body: 'nope'},
			'my-proxy (HTTP 403): nope. Check the key of my-proxy in models.json.',
		],
		[
			'shows a page by its title',
			{
				status: 502,
				body: '<!DOCTYPE html><html><head><title>Bad gateway | nginx</title></head></html>',
			},
			'openai (HTTP 502): Bad gateway | nginx',
		],
		[
			'shows a body in an unknown shape as it is',
			{status: 400, body: {foo: 'bar'}},
			'openai (HTTP 400): {"foo":"bar"}',
		],
		[
			'lists the fields of a FastAPI server',
			{status: 422, body: {detail: [{loc: ['body', 'store'], msg: 'not permitted'}]}},
			'openai (HTTP 422): body.store: not permitted',
		],
		[
			'has what stands behind a relay',
			{
				status: 429,
				body: {
					error: {
						code: 429,
						message: 'Provider returned error',
						metadata: {raw: 'x/y is rate-limited upstream'},
					},
				},
			},
			'openai (HTTP 429): Provider returned error: x/y is rate-limited upstream',
		],
		[
			'says so when there are no words',
			{status: 500, body: ''},
			'openai (HTTP 500): no reason given',
		],
	])('%s', (_title, answer, message) => {
		expect(refused(answer).message).toBe(message);
	});

	test('never holds a key', () => {
		const secret = 'my-very-own-key-0123';
		const body = openai(
			`Incorrect API key provided: ${secret}. Sent: Bearer abcdefghijkl, sk-ant-api03-aaaabbbbcccc, AIzaSyA1234567890abcdefghij`,
		);
		const {message} = toFailure(new Error('401'), {
			provider: 'openai',
			secrets: [secret, undefined],
			refusal: {status: 401, headers: new Headers(), body: JSON.stringify(body)},
		});
		expect(message).toBe(
			'openai (HTTP 401): Incorrect API key provided: [key]. Sent: [key], [key], [key]. Set OPENAI_API_KEY, or use /login openai.',
		);
	});

	test('is at most a page long', () => {
		expect(refused({status: 400, body: 'x'.repeat(100_000)}).message.length).toBeLessThan(4100);
	});
});

const caused = (message: string, cause: unknown) => new Error(message, {cause});
const errno = (message: string, code: string) => Object.assign(new Error(message), {code});

describe('a thrown error', () => {
	test.each([
		[
			'a refused connection',
			caused(
				'Connection error.',
				caused('fetch failed', errno('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED')),
			),
			{
				code: 'network',
				message: 'openai: Connection error: connect ECONNREFUSED 127.0.0.1:1',
				retryable: true,
			},
		],
		[
			'a connection that was tried over several addresses',
			caused(
				'fetch failed',
				Object.assign(
					new AggregateError([errno('connect ECONNREFUSED ::1:1', 'ECONNREFUSED')], ''),
					{
						code: 'ECONNREFUSED',
					},
				),
			),
			{
				code: 'network',
				message: 'openai: fetch failed: connect ECONNREFUSED ::1:1',
				retryable: true,
			},
		],
		[
			'a name that nobody knows',
			caused('fetch failed', errno('getaddrinfo ENOTFOUND api.example', 'ENOTFOUND')),
			{
				code: 'network',
				message: 'openai: fetch failed: getaddrinfo ENOTFOUND api.example',
				retryable: true,
			},
		],
		[
			'a socket cut in the middle',
			caused('terminated', errno('other side closed', 'UND_ERR_SOCKET')),
			{
				code: 'network',
				message: 'openai: terminated: other side closed (UND_ERR_SOCKET)',
				retryable: true,
			},
		],
		[
			'a certificate nobody vouches for',
			caused('fetch failed', errno('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')),
			{
				code: 'network',
				message: 'openai: fetch failed: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
				retryable: false,
			},
		],
		[
			'a timeout of the transport',
			caused('terminated', errno('Body Timeout Error', 'UND_ERR_BODY_TIMEOUT')),
			{
				code: 'stalled',
				message: 'openai: terminated: Body Timeout Error (UND_ERR_BODY_TIMEOUT)',
				retryable: true,
			},
		],
		[
			'silence',
			new IdleError(300_000),
			{code: 'stalled', message: 'openai: no data for 300 s', retryable: true},
		],
		[
			'a fault that knows itself',
			new ModelError('bad_request', 'there is a page, not a stream'),
			{code: 'bad_request', message: 'openai: there is a page, not a stream', retryable: false},
		],
		[
			'a bug',
			new TypeError('x is not a function'),
			{code: 'unknown', message: 'openai: x is not a function', retryable: false},
		],
		['a string', 'broken', {code: 'unknown', message: 'openai: broken', retryable: false}],
		['nothing', undefined, {code: 'unknown', message: 'openai: no reason given', retryable: false}],
	])('%s', (_title, error, expected) => {
		expect(toFailure(error, {provider: 'openai'})).toEqual(expected);
	});

	test('with the body inside its message is read, as Google throws it', () => {
		const error = Object.assign(
			new Error(JSON.stringify(google(503, 'UNAVAILABLE', ['Overloaded']))),
			{
				status: 503,
			},
		);
		expect(toFailure(error, {provider: 'google'})).toEqual({
			code: 'overloaded',
			message: 'google (HTTP 503): Overloaded',
			status: 503,
			retryable: true,
		});
	});

	test('with a chain that bites its own tail ends', () => {
		const error = new Error('a');
		error.cause = error;
		expect(toFailure(error, {provider: 'x'}).message).toBe('x: a');
	});

	test('means nothing once the person has stopped the run', () => {
		expect(toFailure(new Error('terminated'), {provider: 'x', aborted: true})).toEqual({
			code: 'aborted',
			message: 'Stopped',
			retryable: false,
		});
	});
});

describe('an error frame inside a stream', () => {
	test.each([
		['Anthropic, overloaded', anthropic('overloaded_error', 'Overloaded'), 'overloaded, again'],
		['Anthropic, internal', anthropic('api_error', 'Internal server error'), 'server, again'],
		['Anthropic, bad request', anthropic('invalid_request_error', 'messages: bad'), 'bad_request'],
		['OpenAI', openai('The server had an error', undefined, 'server_error'), 'server, again'],
		[
			'OpenRouter, with a number',
			{error: {code: 502, message: 'Provider disconnected'}},
			'server, again',
		],
		[
			'Responses',
			{error: {code: 'rate_limit_exceeded', message: 'Slow down'}},
			'rate_limited, again',
		],
		['Responses, flat', {type: 'error', code: 'server_error', message: 'Oops'}, 'server, again'],
		['a proxy, too long', {error: 'prompt is too long'}, 'overflow'],
	] as const)('%s', (_title, frame, verdict) => {
		expect(verdictOf(toFailure(frame, {provider: 'x'}))).toBe(verdict);
	});
});
