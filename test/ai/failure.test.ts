import {describe, expect, it} from 'vitest';
import {toFailure} from '../../source/ai/failure.ts';

const http = (status: number, body: unknown, headers: Record<string, string> = {}) =>
	Object.assign(new Error(`${status} ${JSON.stringify(body)}`), {
		status,
		error: body,
		headers: new Headers(headers),
	});

const kind = (error: unknown, provider = 'fake') => {
	const {code, retryable} = toFailure(error, {provider, aborted: false, now: 0});
	return `${code}${retryable ? ', again' : ''}`;
};

describe('a failure', () => {
	it.each([
		[
			http(400, {error: {message: 'prompt is too long: 210000 tokens > 200000 maximum'}}),
			'overflow',
		],
		[http(413, {error: {type: 'request_too_large', message: 'x'}}), 'overflow'],
		[
			http(400, {error: {message: "This model's maximum context length is 8192 tokens"}}),
			'overflow',
		],
		[
			http(400, {
				error: {message: 'The input token count (9) exceeds the maximum number of tokens'},
			}),
			'overflow',
		],
		[http(400, {error: {message: 'Input is too long for requested model.'}}), 'overflow'],
		[
			http(400, {error: {message: 'Please reduce the length of the messages or completion.'}}),
			'overflow',
		],
		[http(400, {error: {message: 'the request exceeds the available context size'}}), 'overflow'],
		[http(400, {error: {code: '1261', message: 'Prompt exceeds max length'}}), 'overflow'],
		[http(400, {error: {message: 'Range of input length should be [1, 98304]'}}), 'overflow'],
		[
			http(429, {error: {message: 'Too many tokens, please wait before trying again.'}}),
			'rate_limited, again',
		],
		[
			http(429, {error: {code: 'insufficient_quota', message: 'You exceeded your current quota'}}),
			'quota',
		],
		[http(429, {error: {type: 'usage_limit_reached', message: 'plan'}}), 'quota'],
		[
			http(429, {error: {message: 'quota exceeded for requests per minute'}}),
			'rate_limited, again',
		],
		[http(429, {error: {message: 'Rate limit reached'}}), 'rate_limited, again'],
		[http(402, {error: {message: 'Insufficient balance'}}), 'quota'],
		[http(401, {error: {message: 'invalid x-api-key'}}), 'auth'],
		[http(403, {error: {message: 'forbidden'}}), 'auth'],
		[http(404, {error: {message: 'model not found'}}), 'not_found'],
		[http(422, {error: {message: 'bad'}}), 'bad_request'],
		[http(400, {error: {message: 'tools.0: bad'}}), 'bad_request'],
		[http(500, {error: {message: 'oops'}}), 'server, again'],
		[http(502, '<html>bad gateway</html>'), 'server, again'],
		[http(503, {error: {message: 'unavailable'}}), 'overloaded, again'],
		[http(529, {error: {type: 'overloaded_error', message: 'Overloaded'}}), 'overloaded, again'],
		[http(408, {}), 'network, again'],
		[
			Object.assign(new TypeError('terminated'), {
				cause: Object.assign(new Error('other side closed'), {code: 'UND_ERR_SOCKET'}),
			}),
			'network, again',
		],
		[
			Object.assign(new Error('Connection error.'), {
				cause: Object.assign(new Error('connect'), {code: 'ECONNREFUSED'}),
			}),
			'network, again',
		],
		[Object.assign(new Error('getaddrinfo'), {code: 'ENOTFOUND'}), 'network, again'],
		[{error: {type: 'overloaded_error', message: 'Overloaded'}}, 'overloaded, again'],
		[{error: {type: 'api_error', message: 'Internal server error'}}, 'server, again'],
		[new Error('something nobody has seen'), 'unknown'],
		['a string', 'unknown'],
		[undefined, 'unknown'],
	])('%# is of its kind', (error, expected) => {
		expect(kind(error)).toBe(expected);
	});

	it('counts a body-less 400 as an overflow at Cerebras alone', () => {
		const error = Object.assign(new Error('400 status code (no body)'), {status: 400});
		expect(kind(error, 'cerebras')).toBe('overflow');
		expect(kind(error, 'other')).toBe('bad_request');
	});

	it.each([
		[{'retry-after-ms': '40'}, 40],
		[{'retry-after': '7'}, 7000],
		[{'retry-after': new Date(5000).toUTCString()}, 5000],
		[{'retry-after': 'soon'}, undefined],
	])('reads %o as what the server asks for', (headers, expected) => {
		expect(
			toFailure(http(429, {}, headers), {provider: 'x', aborted: false, now: 0}).retryAfterMs,
		).toBe(expected);
	});

	it('follows x-should-retry, and names a long wait', () => {
		expect(kind(http(500, {}, {'x-should-retry': 'false'}))).toBe('server');
		const {message} = toFailure(
			http(429, {error: {message: 'slow down'}}, {'retry-after': '7200'}),
			{provider: 'x', aborted: false},
		);
		expect(message).toContain('2 h');
	});

	it('is an abort whenever the person aborted, whatever was thrown', () => {
		expect(toFailure(http(500, {}), {provider: 'x', aborted: true})).toEqual({
			code: 'aborted',
			message: 'Stopped',
			retryable: false,
		});
	});
});
