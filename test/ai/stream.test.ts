import {getEventListeners} from 'node:events';
import {describe, expect, test} from 'vitest';
import {
	complete,
	createAssembler,
	type Message,
	type Model,
	type ModelEvent,
	type StreamOptions,
	streamModel,
} from '../../source/ai/index.ts';
import type {Protocol} from '../../source/ai/protocols/protocol.ts';
import {wireEvents} from '../../source/ai/protocols/wire-events.ts';
import {testModel} from '../helpers/model.ts';
import {expectPromisesKept} from '../helpers/stream-promises.ts';
import {
	data,
	type Frame,
	type WireReply,
	type WireServer,
	wireServer,
} from '../helpers/wire-server.ts';

const hello: readonly Message[] = [{role: 'user', content: 'hello', timestamp: 1}];

async function withServer<T>(
	replies: readonly WireReply[],
	use: (model: Model, server: WireServer) => Promise<T>,
): Promise<T> {
	const server = await wireServer(...replies);
	try {
		return await use(testModel({baseUrl: `${server.url}/v1`}), server);
	} finally {
		await server.close();
	}
}

async function collect(stream: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
	const events: ModelEvent[] = [];
	for await (const event of stream) events.push(event);
	return events;
}

const chunk = (delta: unknown, more: object = {}) =>
	data({id: 'r-1', model: 'm-1', choices: [{index: 0, delta, ...more}]});
const usage = data({id: 'r-1', choices: [], usage: {prompt_tokens: 100, completion_tokens: 20}});
const call = (index: number, piece: object) => ({tool_calls: [{index, ...piece}]});

/** Thinking, text and two calls, with usage at the end. */
const whole: readonly string[] = [
	chunk({role: 'assistant', content: ''}),
	chunk({reasoning_content: 'Hmm, '}),
	chunk({reasoning_content: 'yes.'}),
	chunk({content: 'Grüße '}),
	chunk({content: '👩‍👩‍👧!'}),
	chunk(call(0, {id: 'a', type: 'function', function: {name: 'read', arguments: ''}})),
	chunk(call(0, {function: {arguments: '{"path":'}})),
	chunk(call(0, {function: {arguments: '"x.ts"}'}})),
	chunk(call(1, {id: 'b', function: {name: 'ls', arguments: '{}'}})),
	chunk({}, {finish_reason: 'tool_calls'}),
	usage,
	data('[DONE]'),
];

const wholeMessage = {
	role: 'assistant',
	content: [
		{type: 'thinking', thinking: 'Hmm, yes.', thinkingSignature: 'reasoning_content'},
		{type: 'text', text: 'Grüße 👩‍👩‍👧!'},
		{type: 'toolCall', id: 'a', name: 'read', arguments: {path: 'x.ts'}},
		{type: 'toolCall', id: 'b', name: 'ls', arguments: {}},
	],
	api: 'openai-completions',
	provider: 'acme',
	model: 'm-1',
	responseId: 'r-1',
	usage: {
		input: 100,
		output: 20,
		cacheRead: 0,
		cacheWrite: 0,
		totalTokens: 120,
		cost: {input: 0.001, output: 0.001, cacheRead: 0, cacheWrite: 0, total: 0.002},
	},
	stopReason: 'toolUse',
	rawStopReason: 'tool_calls',
};

const asked = (model: Model, options: StreamOptions = {}) =>
	streamModel({model, messages: hello}, {apiKey: 'k', ...options});

describe('a stream', () => {
	test('becomes one message with usage and its price', async () => {
		await withServer([{frames: whole}], async model => {
			const {timestamp: _timestamp, ...message} = await complete(
				{model, messages: hello},
				{apiKey: 'k'},
			);
			expect(message).toEqual(wholeMessage);
		});
	});

	test('keeps its promises', async () => {
		await withServer([{frames: whole}], async model => {
			const events = await collect(asked(model));
			expectPromisesKept(events);
			expect(events.map(({type}) => type)).toEqual([
				'start',
				'thinking_start',
				'thinking_delta',
				'thinking_delta',
				'thinking_end',
				'text_start',
				'text_delta',
				'text_delta',
				'text_end',
				'toolcall_start',
				'toolcall_delta',
				'toolcall_delta',
				'toolcall_start',
				'toolcall_delta',
				'usage',
				'toolcall_end',
				'toolcall_end',
				'done',
			]);
		});
	});

	test.each([
		['with returns as line ends', (text: string) => text.replaceAll('\n', '\r\n')],
		['with comments between', (text: string) => text.replaceAll('data:', ': busy\n\ndata:')],
		['without blanks behind the colon', (text: string) => text.replaceAll('data: ', 'data:')],
		['with frames that hold nothing', (text: string) => `data: null\n\n${text}`],
		['without the mark of the end', (text: string) => text.replace(data('[DONE]'), '')],
		['without the last empty lines', (text: string) => text.trimEnd()],
	])('is the same %s, one byte at a time', async (_title, change) => {
		const bytes = new TextEncoder().encode(change(whole.join('')));
		const frames = Array.from(bytes, byte => Uint8Array.of(byte));
		await withServer([{frames}], async model => {
			const {timestamp: _timestamp, ...message} = await complete(
				{model, messages: hello},
				{apiKey: 'k'},
			);
			expect(message).toEqual(wholeMessage);
		});
	});

	test('does not wait for a body that stays open behind the mark of the end', async () => {
		await withServer([{frames: whole, end: 'hang'}], async (model, server) => {
			expect((await collect(asked(model))).at(-1)?.type).toBe('done');
			await server.seen[0]?.closed;
		});
	});

	test('gives the connection back when the reader leaves early', async () => {
		await withServer([{frames: [...whole.slice(0, 5), 5000]}], async (model, server) => {
			for await (const event of asked(model)) if (event.type === 'text_delta') break;
			await server.seen[0]?.closed;
			expect(server.seen).toHaveLength(1);
		});
	});
});

/** The last event as `code: message`. */
const outcome = (events: readonly ModelEvent[]): string => {
	const last = events.at(-1);
	if (last?.type === 'error') return `${last.failure.code}: ${last.failure.message}`;
	return last?.type === 'done' ? last.reason : 'nothing';
};

const messageOf = (model: Model, events: readonly ModelEvent[]) => {
	const assembler = createAssembler(model, () => 0);
	for (const event of events) assembler.add(event);
	return assembler.message();
};

/** A protocol whose network is whatever a test wants; everything else is real. */
async function withNetwork(open: Protocol['open']): Promise<Parameters<typeof streamModel>[2]> {
	const {openaiCompletions} = await import('../../source/ai/protocols/openai-completions/index.ts');
	return {'openai-completions': async () => ({...openaiCompletions, open})};
}

describe('a stream that is cut', () => {
	test('after any byte is no silent success, and no call has other arguments than the whole one', async () => {
		const bytes = new TextEncoder().encode(whole.join(''));
		const finished = new TextEncoder().encode(whole.slice(0, 10).join('')).length - 2;
		const model = testModel();
		for (let length = 0; length < bytes.length; length += 1) {
			const network = await withNetwork(async () =>
				wireEvents(new Response(new Blob([bytes.subarray(0, length)]).stream())),
			);
			const events = await collect(streamModel({model, messages: hello}, {}, network));
			expectPromisesKept(events);
			const message = messageOf(model, events);
			expect(message.stopReason).toBe(length < finished ? 'error' : 'toolUse');
			for (const block of message.content) {
				if (block.type !== 'toolCall' || block.argumentsError !== undefined) continue;
				expect(wholeMessage.content).toContainEqual(block);
			}
		}
	});

	test('with its socket keeps what there was', async () => {
		for (let count = 0; count < 10; count += 1) {
			await withServer([{frames: whole.slice(0, count), end: 'destroy'}], async model => {
				const events = await collect(asked(model));
				expectPromisesKept(events);
				expect(outcome(events)).toMatch(/^network: acme: (terminated|Connection error|fetch)/);
				const {content} = messageOf(model, events);
				if (count >= 3) expect(content[0]).toMatchObject({thinking: 'Hmm, yes.'});
			});
		}
	});

	test.each([
		[
			'by a proper end',
			{frames: whole.slice(0, 5)},
			'truncated: acme: the answer broke off before its end',
		],
		[
			'before anything was said',
			{frames: []},
			'truncated: acme: the answer broke off before its end',
		],
		[
			'by an error frame',
			{
				frames: [
					...whole.slice(0, 5),
					data({error: {message: 'Overloaded', type: 'overloaded_error'}}),
				],
			},
			'overloaded: acme: Overloaded',
		],
		[
			'by garbage',
			{frames: [...whole.slice(0, 5), 'data: {"choices": oops}\n\n']},
			'server: acme: the stream holds something that is not JSON: {"choices": oops}',
		],
		[
			'by a filter',
			{frames: [...whole.slice(0, 5), chunk({}, {finish_reason: 'content_filter'})]},
			'refused: acme ended the answer: content_filter',
		],
		[
			'by a page in its place',
			{frames: ['<html><title>Welcome to the hotel</title></html>']},
			'bad_request: acme: the answer is not a stream but "Welcome to the hotel"; check the base URL',
		],
	])('%s', async (_title, reply, expected) => {
		await withServer([reply], async model => {
			const events = await collect(asked(model));
			expectPromisesKept(events);
			expect(outcome(events)).toBe(expected);
		});
	});

	test('by the length limit leaves no call that can be run', async () => {
		const frames = [...whole.slice(0, 7), chunk({}, {finish_reason: 'length'}), usage];
		await withServer([{frames}], async model => {
			const events = await collect(asked(model));
			expectPromisesKept(events);
			expect(outcome(events)).toBe('length');
			expect(messageOf(model, events).content.at(-1)).toEqual({
				type: 'toolCall',
				id: 'a',
				name: 'read',
				arguments: {},
				argumentsError: 'The answer broke off before this call was complete; it was not run.',
			});
		});
	});
});

describe('a refused request', () => {
	test('is told in the words of the server, whatever the shape of its body', async () => {
		const reply = {
			status: 422,
			frames: ['{"detail":[{"loc":["body","x"],"msg":"no such field"}]}'],
		};
		await withServer([reply], async model => {
			expect(await collect(asked(model))).toEqual([
				{
					type: 'error',
					reason: 'error',
					failure: {
						code: 'bad_request',
						message: 'acme (HTTP 422): body.x: no such field',
						status: 422,
						retryable: false,
					},
				},
			]);
		});
	});

	test('is sent once: when to come back is for others to decide', async () => {
		const reply = {
			status: 429,
			headers: {'retry-after-ms': '40'},
			frames: ['{"error":"slow down"}'],
		};
		await withServer([reply], async (model, server) => {
			expect(await collect(asked(model))).toEqual([
				{
					type: 'error',
					reason: 'error',
					failure: {
						code: 'rate_limited',
						message: 'acme (HTTP 429): slow down',
						status: 429,
						retryable: true,
						retryAfterMs: 40,
					},
				},
			]);
			expect(server.seen).toHaveLength(1);
		});
	});

	test('that nobody hears is an error of the network', async () => {
		const server = await wireServer();
		await server.close();
		const events = await collect(asked(testModel({baseUrl: server.url})));
		expect(outcome(events)).toMatch(/^network: acme: Connection error: .*ECONNREFUSED/);
	});

	test.each([
		[
			'a protocol that is not there',
			{api: 'smoke-signals'},
			/^bad_request: .*"smoke-signals".*openai-completions/,
		],
		[
			'an address that is not one',
			{baseUrl: 'not an address'},
			/^bad_request: acme: "not an address" is no address/,
		],
		[
			'a path where an address should be',
			{baseUrl: '/v1', api: 'anthropic-messages'},
			/"\/v1" is no address/,
		],
		['an address without a scheme', {baseUrl: 'localhost:8080'}, /"localhost:8080" is no address/],
		[
			'nothing but blanks for an address',
			{baseUrl: ' '},
			/^bad_request: acme: no address is known/,
		],
		['no address at all', {baseUrl: ''}, /^bad_request: acme: no address is known.*models\.json/],
		[
			'an address with a gap',
			{baseUrl: 'http://{REGION_X}.example/v1'},
			/^bad_request: acme: set REGION_X/,
		],
	])('because of %s is one error event', async (_title, changes, expected) => {
		const events = await collect(asked(testModel(changes)));
		expect(events).toHaveLength(1);
		expect(outcome(events)).toMatch(expected);
	});
});

describe('silence', () => {
	test.each([
		['before the headers', []],
		['after the headers', []],
		['in the middle', whole.slice(0, 4)],
	])(
		'%s ends the stream as a failure that may be repeated, and keeps what there was',
		async (title, frames) => {
			const first: readonly Frame[] = title === 'before the headers' ? [5000] : frames;
			const reply = {frames: first, end: 'hang'} as const;
			await withServer([reply], async (model, server) => {
				const events = await collect(asked(model, {idleTimeoutMs: 150}));
				expectPromisesKept(events);
				expect(events.at(-1)).toEqual({
					type: 'error',
					reason: 'error',
					failure: {code: 'stalled', message: 'acme: no data for 0.2 s', retryable: true},
				});
				expect(messageOf(model, events).content).toHaveLength(frames.length > 0 ? 2 : 0);
				await server.seen[0]?.closed;
			});
		},
	);

	test('does not count while comments come in', async () => {
		const alive = Array.from({length: 8}, () => [': working\n\n', 60]).flat();
		await withServer([{frames: [...alive, ...whole]}], async model => {
			expect(outcome(await collect(asked(model, {idleTimeoutMs: 200})))).toBe('toolUse');
		});
	});

	test.each([
		['empty lines', '\n'],
		['pieces of one long line', 'x'],
	])('does not count while %s come in', async (_title, piece) => {
		const alive = Array.from({length: 8}, () => [piece, 60]).flat();
		const start = piece === 'x' ? ['data: {"object":"'] : [];
		const end = piece === 'x' ? ['"}\n\n'] : [];
		await withServer([{frames: [...start, ...alive, ...end, ...whole]}], async model => {
			expect(outcome(await collect(asked(model, {idleTimeoutMs: 200})))).toBe('toolUse');
		});
	});

	test('does not count while the reader is slow', async () => {
		await withServer([{frames: whole}], async model => {
			const events: ModelEvent[] = [];
			for await (const event of asked(model, {idleTimeoutMs: 100})) {
				events.push(event);
				if (event.type === 'start') await new Promise(resolve => setTimeout(resolve, 250));
			}

			expect(outcome(events)).toBe('toolUse');
		});
	});
});

describe('an abort', () => {
	test('before the start sends nothing', async () => {
		await withServer([{frames: whole}], async (model, server) => {
			const events = await collect(asked(model, {signal: AbortSignal.abort()}));
			expect(events).toEqual([
				{
					type: 'error',
					reason: 'aborted',
					failure: {code: 'aborted', message: 'Stopped', retryable: false},
				},
			]);
			expect(server.seen).toEqual([]);
		});
	});

	test('at any event keeps the promises, the content so far and the usage known so far', async () => {
		const frames = [usage, ...whole.flatMap(frame => [frame, 1])];
		const seen = new Set<string>();
		for (let at = 1; at < 18; at += 1) {
			await withServer([{frames}], async (model, server) => {
				const controller = new AbortController();
				const events: ModelEvent[] = [];
				for await (const event of asked(model, {signal: controller.signal})) {
					if (events.push(event) === at) controller.abort();
				}

				await server.seen[0]?.closed;
				expectPromisesKept(events);
				const {stopReason, usage: counted, content} = messageOf(model, events);
				expect([stopReason, counted.totalTokens]).toEqual(['aborted', 120]);
				expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
				seen.add(content.map(block => ('text' in block ? block.text : block.type)).join('|'));
			});
		}

		expect([...seen]).toEqual([
			'',
			'thinking',
			'thinking|',
			'thinking|Grüße ',
			'thinking|Grüße 👩‍👩‍👧!',
			'thinking|Grüße 👩‍👩‍👧!|toolCall',
			'thinking|Grüße 👩‍👩‍👧!|toolCall|toolCall',
		]);
	});

	test.each([
		['while the request is opened', () => new Promise<never>(() => {})],
		[
			'while the body is read',
			async () => ({[Symbol.asyncIterator]: () => ({next: () => new Promise<never>(() => {})})}),
		],
	])('%s wins over an SDK that does not listen', async (_title, open) => {
		const controller = new AbortController();
		const network = await withNetwork(open);
		setTimeout(() => controller.abort(), 30);
		const stream = streamModel(
			{model: testModel(), messages: hello},
			{signal: controller.signal},
			network,
		);
		expect(outcome(await collect(stream))).toBe('aborted: Stopped');
	});

	test('of one stream leaves others alone', async () => {
		await withServer([{frames: whole}, {frames: whole}], async model => {
			const controller = new AbortController();
			const [first, second] = [asked(model, {signal: controller.signal}), asked(model)];
			await first.next();
			controller.abort();
			expect(outcome(await collect(first))).toBe('aborted: Stopped');
			expect(outcome(await collect(second))).toBe('toolUse');
		});
	});
});

describe('hooks', () => {
	test('may look at the body or replace it', async () => {
		await withServer([{frames: whole}, {frames: whole}], async (model, server) => {
			const looked: unknown[] = [];
			await collect(asked(model, {onPayload: payload => void looked.push(payload)}));
			await collect(asked(model, {onPayload: async () => ({model: 'other', stream: true})}));
			expect(server.seen.map(({body}) => body)).toEqual([
				looked[0],
				{model: 'other', stream: true},
			]);
		});
	});

	test('hear of the answer before its body', async () => {
		await withServer([{headers: {'x-request-id': 'q-7'}, frames: whole}], async model => {
			const heard: unknown[] = [];
			await collect(
				asked(model, {
					onResponse: ({status, headers}) => void heard.push(status, headers['x-request-id']),
				}),
			);
			expect(heard).toEqual([200, 'q-7']);
		});
	});

	test('that throw are a failure like any other', async () => {
		await withServer([], async (model, server) => {
			const events = await collect(
				asked(model, {
					onPayload: () => {
						throw new Error('hook is broken');
					},
				}),
			);
			expect(outcome(events)).toBe('unknown: acme: hook is broken');
			expect(server.seen).toEqual([]);
		});
	});
});

describe('what is sent', () => {
	test('has the key, the headers of the model and those of the request; null takes one away', async () => {
		await withServer([{frames: whole}], async ({baseUrl}, server) => {
			const model = testModel({baseUrl, headers: {'x-one': '1', 'x-two': '2'}});
			await collect(asked(model, {headers: {'X-Two': null, 'x-three': '3'}}));
			const {url, headers} = server.seen[0] ?? {};
			expect(url).toBe('/v1/chat/completions');
			expect([
				headers?.authorization,
				headers?.['x-one'],
				headers?.['x-two'],
				headers?.['x-three'],
			]).toEqual(['Bearer k', '1', undefined, '3']);
		});
	});

	test('has no key when there is none', async () => {
		await withServer([{frames: whole}], async (model, server) => {
			await collect(streamModel({model, messages: hello}));
			expect(server.seen[0]?.headers.authorization).toBeUndefined();
		});
	});

	test('is the level and the length that the model offers', async () => {
		await withServer([{frames: whole}], async ({baseUrl}, server) => {
			const model = testModel({
				baseUrl,
				reasoning: true,
				thinkingLevelMap: {minimal: null, low: null},
				compat: {supportsReasoningEffort: true},
			});
			await collect(asked(model, {level: 'minimal', maxTokens: 1_000_000}));
			expect(server.seen[0]?.body).toMatchObject({max_tokens: 8000, reasoning_effort: 'medium'});
		});
	});

	test('goes to an address that the environment completes', async () => {
		await withServer([{frames: whole}], async ({baseUrl}, server) => {
			const model = testModel({baseUrl: `${baseUrl}/{ACCOUNT}/ai`});
			await collect(asked(model, {environment: {ACCOUNT: 'a/b'}}));
			expect(server.seen[0]?.url).toBe('/v1/a%2Fb/ai/chat/completions');
		});
	});
});
