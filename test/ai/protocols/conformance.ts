import {describe, expect, test} from 'vitest';
import {
	type AssistantContent,
	type AssistantMessage,
	createAssembler,
	type Message,
	type Model,
	type ModelEvent,
	type StreamOptions,
	streamModel,
} from '../../../source/ai/index.ts';
import {protocols} from '../../../source/ai/protocols/index.ts';
import {wireEvents} from '../../../source/ai/protocols/wire-events.ts';
import {testModel} from '../../helpers/model.ts';
import {expectPromisesKept} from '../../helpers/stream-promises.ts';
import {
	type Answer,
	createMemory,
	encodeEvents,
	type Framing,
	type StrictServer,
	strictProtocols,
	strictServer,
	type WireEvent,
} from '../../helpers/strict-server.ts';

/** What differs from protocol to protocol: words of providers, and what each of them can say at all. */
export type Expected = {
	readonly api: string;
	/** Events that a cut may follow although the answer is whole. */
	readonly tail: number;
	/** Signature of the whole answer's thinking, text and first call. */
	readonly signatures: {
		readonly thinking?: string;
		readonly text?: string;
		readonly call?: string;
	};
	readonly callIds: readonly [string, string];
	/** Stop reasons as the provider names them: what becomes of each. */
	readonly stops: readonly (readonly [word: string, outcome: string])[];
	/** An error in the middle of a stream. */
	readonly fault: WireEvent;
	readonly model?: Partial<Model>;
	/** Events out of a body; default: server-sent ones. */
	readonly decode?: (response: Response) => AsyncIterable<unknown>;
	/** Does not say which model has answered. */
	readonly hidesModel?: true;
	/** A key that the server takes. */
	readonly key?: string;
	/** Written into the cache but not told of. */
	readonly hidesWrites?: true;
	readonly hidesReasoning?: true;
	/** What becomes of a request without a key. Default: it goes out without one. */
	readonly keyless?: RegExp;
};

const hello: readonly Message[] = [{role: 'user', content: 'hello', timestamp: 1}];

const whole: Answer = {
	thinking: 'Hmm, let me see: 文字.',
	text: 'Grüße 👩‍👩‍👧, two calls.',
	calls: [
		{name: 'read', args: {path: 'ä "x"\n.ts', lines: [1, 2]}},
		{name: 'ls', args: {}},
	],
	spent: {input: 1000, cacheRead: 9000, cacheWrite: 500, output: 200, reasoning: 50},
};

/** The same in few bytes, to be cut behind each of them. */
const small: Answer = {
	thinking: 'Hm',
	text: 'ä👍',
	calls: [
		{name: 'read', args: {path: 'ä"'}},
		{name: 'ls', args: {}},
	],
};

const modelOf = ({api, model}: Expected, baseUrl = 'http://127.0.0.1:9'): Model =>
	testModel({
		api,
		baseUrl,
		reasoning: true,
		input: ['text', 'image'],
		contextWindow: 200_000,
		...model,
	});

async function collect(stream: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
	const events: ModelEvent[] = [];
	for await (const event of stream) events.push(event);
	return events;
}

function messageOf(model: Model, events: readonly ModelEvent[]): AssistantMessage {
	const assembler = createAssembler(model, () => 0);
	for (const event of events) assembler.add(event);
	return assembler.message();
}

/** The last event in few words. */
function outcome(events: readonly ModelEvent[]): string {
	const last = events.at(-1);
	if (last?.type === 'done') return last.reason;
	if (last?.type !== 'error') return 'nothing';
	return `${last.failure.code}${last.failure.retryable ? ', again' : ''}: ${last.failure.message}`;
}

async function withServer<T>(
	expected: Expected,
	answer: Answer & {readonly framing?: Framing},
	use: (model: Model, server: StrictServer) => Promise<T>,
): Promise<T> {
	const server = await strictServer(expected.api, [answer]);
	try {
		return await use(modelOf(expected, server.baseUrl), server);
	} finally {
		await server.close();
	}
}

/** The protocol without its network: the body is what a test gives. */
async function readBytes(expected: Expected, bytes: Uint8Array): Promise<readonly ModelEvent[]> {
	const load = protocols[expected.api];
	if (!load) throw new Error(`no protocol ${expected.api}`);
	const protocol = await load();
	const {decode = wireEvents} = expected;
	const open = async () => decode(new Response(new Blob([Buffer.from(bytes)]).stream()));
	return collect(
		streamModel(
			{model: modelOf(expected), messages: hello},
			{},
			{
				[expected.api]: async () => ({...protocol, open}),
			},
		),
	);
}

const encoded = ({api}: Expected, events: readonly WireEvent[], framing?: Framing): Uint8Array =>
	encodeEvents(events, framing, strictProtocols[api]?.encode);

const eventsOf = ({api}: Expected, answer: Answer): readonly WireEvent[] =>
	strictProtocols[api]?.events(answer, 0, createMemory()) ?? [];

/** The message that the whole answer becomes, whichever provider gave it. */
function wholeContent(
	{signatures, callIds}: Expected,
	answer = whole,
): AssistantMessage['content'] {
	const {thinking = '', text = '', calls = []} = answer;
	const {thinking: thinkingSignature, text: textSignature, call: thoughtSignature} = signatures;
	return [
		{type: 'thinking', thinking, ...(thinkingSignature ? {thinkingSignature} : {})},
		{type: 'text', text, ...(textSignature ? {textSignature} : {})},
		...calls.map(
			({name, args}, index): AssistantContent => ({
				type: 'toolCall',
				id: callIds[index] ?? '',
				name,
				arguments: args,
				...(index === 0 && thoughtSignature ? {thoughtSignature} : {}),
			}),
		),
	];
}

/** A call that came whole is the one that was made; half of one is marked. */
function expectOnlyWholeCalls(
	{content}: AssistantMessage,
	known: AssistantMessage['content'],
): void {
	for (const block of content) {
		if (block.type !== 'toolCall' || block.argumentsError !== undefined) continue;
		expect(known).toContainEqual(block);
	}
}

const framings: readonly (readonly [title: string, framing: Framing])[] = [
	['one byte a packet', {bytewise: true}],
	['with returns and feeds as line ends', {lineEnd: '\r\n'}],
	['with returns as line ends', {lineEnd: '\r'}],
	['with comments between the events', {comments: true}],
	['without blanks behind the colons', {tight: true}],
	['with events that nobody knows', {unknown: true}],
	['with frames that hold nothing', {more: 'data: null\n\n'}],
];

/** One suite for all protocols. */
export function describeConformance(expected: Expected): void {
	const {key = 'secret'} = expected;
	const ask = (model: Model, options: StreamOptions = {}, messages = hello) =>
		streamModel({model, messages}, {apiKey: key, level: 'low', environment: {}, ...options});
	/** What comes until the answer is stopped behind so many events. */
	async function abortAfter(count: number, model: Model): Promise<readonly ModelEvent[]> {
		const controller = new AbortController();
		const got: ModelEvent[] = [];
		for await (const event of ask(model, {signal: controller.signal})) {
			got.push(event);
			if (got.length === count) controller.abort();
		}

		return got;
	}

	describe(`${expected.api}: an answer`, () => {
		test('becomes one message with thinking, text and parallel calls', async () => {
			await withServer(expected, whole, async model => {
				const events = await collect(ask(model));
				expectPromisesKept(events);
				const message = messageOf(model, events);
				expect(message.content).toEqual(wholeContent(expected));
				expect(message.stopReason).toBe('toolUse');
			});
		});

		test.each(framings)('is the same %s', async (_title, framing) => {
			await withServer(expected, {...whole, framing}, async model => {
				const events = await collect(ask(model));
				expectPromisesKept(events);
				expect(messageOf(model, events).content).toEqual(wholeContent(expected));
			});
		});

		test('is the same in every mixture of these', async () => {
			const events = eventsOf(expected, whole);
			const yesOrNo = [false, true];
			const mixtures = (['\n', '\r', '\r\n'] as const).flatMap(lineEnd =>
				yesOrNo.flatMap(comments =>
					yesOrNo.flatMap(tight => yesOrNo.map(unknown => ({lineEnd, comments, tight, unknown}))),
				),
			);
			for (const framing of mixtures) {
				const got = await readBytes(expected, encoded(expected, events, framing));
				expect(messageOf(modelOf(expected), got).content).toEqual(wholeContent(expected));
			}
		});

		test('arrives in pieces, not at its end', async () => {
			await withServer(expected, whole, async model => {
				const types = (await collect(ask(model))).map(({type}) => type);
				expect(types.filter(type => type === 'text_delta').length).toBeGreaterThan(2);
				expect(types.filter(type => type === 'thinking_delta').length).toBeGreaterThan(2);
			});
		});

		test('may be text alone, calls alone, or nothing', async () => {
			for (const [answer, types] of [
				[{text: 'hi'}, ['text']],
				[{calls: [{name: 'ls', args: {}}]}, ['toolCall']],
				[{}, []],
			] as const) {
				await withServer(expected, answer, async model => {
					const {content, stopReason} = messageOf(model, await collect(ask(model)));
					expect(content.map(({type}) => type)).toEqual(types);
					expect(stopReason).toBe('calls' in answer ? 'toolUse' : 'stop');
				});
			}
		});

		test('says who gave it', async () => {
			await withServer(
				{...expected, model: {...expected.model, id: 'asked'}},
				whole,
				async model => {
					const message = messageOf(model, await collect(ask(model)));
					const named = expected.hidesModel ? {} : {responseModel: 'm-1'};
					expect(message).toMatchObject({model: 'asked', ...named});
					expect(message.responseId).toMatch(/0$/);
				},
			);
		});
	});

	describe(`${expected.api}: usage`, () => {
		test('is the same in its parts and its price, however the provider counts', async () => {
			await withServer(expected, whole, async model => {
				const {usage} = messageOf(model, await collect(ask(model)));
				// Where nobody tells what was written into the cache, it is fresh input.
				const written = expected.hidesWrites ? 0 : 500;
				const input = 1500 - written;
				expect(usage).toEqual({
					input,
					cacheRead: 9000,
					cacheWrite: written,
					output: 200,
					...(expected.hidesReasoning ? {} : {reasoning: 50}),
					totalTokens: 10_700,
					cost: {
						input: expect.closeTo(input / 100_000, 9),
						output: expect.closeTo(0.01, 9),
						cacheRead: expect.closeTo(0.009, 9),
						cacheWrite: expect.closeTo((written * 12.5) / 1_000_000, 9),
						total: expect.closeTo(input / 100_000 + 0.019 + (written * 12.5) / 1_000_000, 9),
					},
				});
			});
		});
	});

	describe(`${expected.api}: the reason to stop`, () => {
		test.each(expected.stops)('%s becomes %s', async (stop, result) => {
			await withServer(expected, {text: 'Well', stop}, async model => {
				const events = await collect(ask(model));
				expectPromisesKept(events);
				expect(outcome(events)).toBe(result);
				expect(messageOf(model, events).content).toMatchObject([{type: 'text', text: 'Well'}]);
			});
		});
	});

	describe(`${expected.api}: a stream that is cut`, () => {
		const events = eventsOf(expected, small);
		const known = wholeContent(expected, small);
		const bytes = encoded(expected, events);
		const needed = encoded(expected, events.slice(0, events.length - expected.tail)).length;

		test('after any byte is no silent success, and no call has other arguments than the whole one', async () => {
			for (let length = 0; length < bytes.length; length += 1) {
				const got = await readBytes(expected, bytes.subarray(0, length));
				expectPromisesKept(got);
				const message = messageOf(modelOf(expected), got);
				// The last two bytes are an empty line, which a server may forget.
				if (length < needed - 2) {
					expect(outcome(got)).toMatch(/^truncated, again: /);
					expect(message.stopReason).toBe('error');
				} else if (length >= needed) expect(message.stopReason).toBe('toolUse');
				expectOnlyWholeCalls(message, known);
			}
		});

		test('with its connection keeps what there was', async () => {
			const half = Math.floor(eventsOf(expected, whole).length * 0.6);
			const framing = {events: half, end: 'destroy'} as const;
			await withServer(expected, {...whole, framing}, async model => {
				const got = await collect(ask(model));
				expectPromisesKept(got);
				expect(outcome(got)).toMatch(/^network, again: /);
				expect(messageOf(model, got).content[0]).toMatchObject({thinking: whole.thinking});
			});
		});

		test('by an error of the provider says which', async () => {
			const more = encoded(expected, [expected.fault]);
			const framing = {events: 4, more};
			await withServer(expected, {...whole, framing}, async model => {
				const got = await collect(ask(model));
				expectPromisesKept(got);
				expect(outcome(got)).toMatch(
					/^overloaded, again: acme( \(HTTP 503\))?: The servers are overloaded\.$/,
				);
			});
		});

		test('by a page in its place names the page', async () => {
			const framing = {events: 0, more: '<!doctype html><title>Sign in first</title>'};
			await withServer(expected, {...whole, framing}, async model => {
				expect(outcome(await collect(ask(model)))).toBe(
					'bad_request: acme: the answer is not a stream but "Sign in first"; check the base URL',
				);
			});
		});
	});

	describe(`${expected.api}: silence`, () => {
		test.each([0, 5])('behind %i events ends the answer', async count => {
			const framing = {events: count, end: 'hang'} as const;
			await withServer(expected, {...whole, framing}, async model => {
				const got = await collect(ask(model, {idleTimeoutMs: 100}));
				expectPromisesKept(got);
				expect(outcome(got)).toMatch(/^stalled, again: /);
			});
		});

		test('behind the end of the answer does not hold it up', async () => {
			await withServer(expected, {...whole, framing: {end: 'hang'}}, async model => {
				expect(outcome(await collect(ask(model)))).toBe('toolUse');
			});
		});
	});

	describe(`${expected.api}: an abort`, () => {
		test('at any event ends the answer there, with what had come', async () => {
			const total = (await readBytes(expected, encoded(expected, eventsOf(expected, whole))))
				.length;
			for (let count = 1; count < total; count += 1) {
				await withServer(expected, whole, async model => {
					const got = await abortAfter(count, model);
					expectPromisesKept(got);
					expect(outcome(got)).toBe('aborted: Stopped');
					expectOnlyWholeCalls(messageOf(model, got), wholeContent(expected));
				});
			}
		});

		test('before the request sends nothing', async () => {
			await withServer(expected, whole, async (model, server) => {
				const got = await collect(ask(model, {signal: AbortSignal.abort()}));
				expect(outcome(got)).toBe('aborted: Stopped');
				expect(server.requests).toEqual([]);
			});
		});
	});

	describe(`${expected.api}: a request`, () => {
		test('shows images in messages and in results', async () => {
			const image = {type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png'} as const;
			await withServer(expected, {text: 'a cat'}, async (model, server) => {
				const {api, provider, id} = model;
				const messages: readonly Message[] = [
					{role: 'user', content: [{type: 'text', text: 'look'}, image], timestamp: 1},
					{
						...messageOf(model, []),
						...{api, provider, model: id, stopReason: 'toolUse'},
						content: [{type: 'toolCall', id: 'a', name: 'read', arguments: {}}],
					},
					{
						role: 'toolResult',
						toolCallId: 'a',
						toolName: 'read',
						content: [image],
						isError: true,
						timestamp: 2,
					},
				];
				expect(outcome(await collect(ask(model, {}, messages)))).toBe('stop');
				expect(JSON.stringify(server.requests[0]?.body).split(image.data)).toHaveLength(3);
			});
		});

		test('that is refused is told in the words of the provider', async () => {
			await withServer(expected, whole, async model => {
				const spoil = () => ({
					model: 'm-1',
					modelId: 'm-1',
					contents: [{role: 'nobody', parts: []}],
					messages: [],
				});
				const got = await collect(ask(model, {onPayload: spoil}));
				expect(outcome(got)).toMatch(/^bad_request: acme \(HTTP 400\): \S/);
			});
		});

		test('carries the key and what headers were asked for, and not those that were not wanted', async () => {
			await withServer(expected, whole, async (model, server) => {
				const headers = {'x-own': 'yes', 'user-agent': null};
				await collect(ask(model, {headers}));
				const keyless = await collect(streamModel({model, messages: hello}, {environment: {}}));
				const [first, second] = server.requests.map(request => request.headers);
				const keyOf = (sent: typeof first) =>
					sent?.authorization ??
					sent?.['x-api-key'] ??
					sent?.['x-goog-api-key'] ??
					sent?.['api-key'];
				expect([key, `Bearer ${key}`]).toContain(keyOf(first));
				expect(first?.['x-own']).toBe('yes');
				expect(first?.['user-agent'] ?? 'node').toBe('node');
				expect(keyOf(second)).toBeUndefined();
				if (expected.keyless) expect(outcome(keyless)).toMatch(expected.keyless);
			});
		});
	});
}
