import {describe, expect, test} from 'vitest';
import {
	type AssistantMessage,
	createAssembler,
	type ModelEvent,
	type StreamOptions,
	streamModel,
} from '../../../source/ai/index.ts';
import {apis, hello, modelFor} from '../../helpers/payload.ts';
import {expectPromisesKept} from '../../helpers/stream-promises.ts';
import {codexToken} from '../../helpers/strict/openai-codex-responses.ts';
import {type Framing, strictServer} from '../../helpers/strict-server.ts';
import {data, event, type Frame, type WireReply, wireServer} from '../../helpers/wire-server.ts';

type Heard = {readonly message: AssistantMessage; readonly events: readonly ModelEvent[]};

async function hear(api: string, baseUrl: string, options: StreamOptions = {}): Promise<Heard> {
	const model = modelFor(api, {baseUrl});
	const assembler = createAssembler(model, () => 0);
	const events: ModelEvent[] = [];
	const asked = {apiKey: codexToken, environment: {}, ...options};
	for await (const one of streamModel({model, messages: hello}, asked)) {
		events.push(one);
		assembler.add(one);
	}

	expectPromisesKept(events);
	return {events, message: assembler.message()};
}

/** What a server's own frames become. */
async function heard(
	api: string,
	frames: readonly Frame[],
	reply: Omit<WireReply, 'frames'> = {},
	options: StreamOptions = {},
): Promise<Heard> {
	const server = await wireServer({...reply, frames});
	try {
		return await hear(api, server.url, options);
	} finally {
		await server.close();
	}
}

const chat = 'openai-completions';
const chunk = (delta: object, finish_reason: string | null = null) =>
	data({id: 'x', choices: [{index: 0, delta, finish_reason}]});
const piece = (index: number | undefined, rest: object) =>
	chunk({tool_calls: [{...(index === undefined ? {} : {index}), ...rest}]});
const stop = (reason = 'stop') => chunk({}, reason);
const done = data('[DONE]');
const callsOf = ({content}: AssistantMessage) =>
	content.flatMap(block =>
		block.type === 'toolCall' ? [[block.id, block.name, block.arguments] as const] : [],
	);

describe('a stream', () => {
	test('reasoning and text in one delta; both reasoning fields at once; reasoning_details joined', async () => {
		const both = await heard(chat, [
			chunk({content: 'said', reasoning_content: 'thought', reasoning: 'thought'}),
			stop(),
			done,
		]);
		expect(both.message.content).toMatchObject([{thinking: 'thought'}, {text: 'said'}]);
		const details = (text: string) =>
			chunk({reasoning_details: [{type: 'reasoning.text', index: 0, text}]});
		const {message} = await heard(chat, [
			details('a'),
			details('b'),
			chunk({content: 'x'}),
			stop(),
			done,
		]);
		expect(message.content[0]).toMatchObject({
			thinking: 'ab',
			thinkingSignature: '[{"type":"reasoning.text","index":0,"text":"ab"}]',
		});
	});

	test('late id/name; missing index; several calls interleaved; tool before text', async () => {
		const {message} = await heard(chat, [
			piece(0, {function: {arguments: '{"a"'}}),
			piece(1, {id: 'two', function: {name: 'ls', arguments: '{"b"'}}),
			piece(0, {id: 'one', function: {name: 'read', arguments: ':1}'}}),
			piece(1, {function: {arguments: ':2}'}}),
			chunk({content: 'after'}),
			stop('tool_calls'),
			done,
		]);
		expect(callsOf(message).map(([, name, args]) => [name, args])).toEqual([
			['read', {a: 1}],
			['ls', {b: 2}],
		]);
		expect(message.content).toContainEqual({type: 'text', text: 'after'});
		const unnumbered = await heard(chat, [
			piece(undefined, {id: 'one', function: {name: 'ls', arguments: '{}'}}),
			piece(undefined, {id: 'two', function: {name: 'ls', arguments: '{"x":1}'}}),
			stop('tool_calls'),
			done,
		]);
		expect(callsOf(unnumbered.message)).toEqual([
			['one', 'ls', {}],
			['two', 'ls', {x: 1}],
		]);
	});

	test('arguments: empty, split anywhere, malformed, not an object, missing args (Gemini), object instead of string (Mistral)', async () => {
		const one = async (args: unknown) => {
			const frames = [
				piece(0, {id: 'a', function: {name: 'ls', arguments: args}}),
				stop('tool_calls'),
				done,
			];
			const {content} = (await heard(chat, frames)).message;
			return content[0];
		};
		expect(await one('')).toMatchObject({arguments: {}});
		expect(await one('')).not.toHaveProperty('argumentsError');
		for (const broken of ['{"a": tru', '[1]', '"text"', 'nope']) {
			expect(await one(broken)).toMatchObject({
				arguments: {},
				argumentsError: expect.stringContaining(broken),
			});
		}

		const gemini = await heard('google-generative-ai', [
			data({
				candidates: [{content: {parts: [{functionCall: {name: 'ls'}}]}, finishReason: 'STOP'}],
				usageMetadata: {promptTokenCount: 1},
			}),
		]);
		expect(callsOf(gemini.message).map(([, name, args]) => [name, args])).toEqual([['ls', {}]]);
		const mistral = await heard('mistral-conversations', [
			piece(0, {id: 'abcdefghi', function: {name: 'ls', arguments: {a: 1}}}),
			stop('tool_calls'),
			done,
		]);
		expect(callsOf(mistral.message)).toEqual([['abcdefghi', 'ls', {a: 1}]]);
		// Split anywhere: the conformance suite cuts every stream behind every byte.
	});

	const framings: readonly Framing[] = [
		{lineEnd: '\r\n'},
		{comments: true},
		{more: 'data: null\n\n'},
		{bytewise: true},
		{more: 'data: {"late":true}\n\n'},
		{end: 'hang'},
	];

	test.each(apis)(
		'CRLF, comments, null frames, split UTF-8, data after the end, body left open after the terminal event: %s',
		async api => {
			for (const framing of framings) {
				const server = await strictServer(api, [{text: 'ä 文 👍', framing}]);
				try {
					const {message} = await hear(api, server.baseUrl);
					expect([framing, message.stopReason, message.content]).toEqual([
						framing,
						'stop',
						[expect.objectContaining({type: 'text', text: 'ä 文 👍'})],
					]);
				} finally {
					await server.close();
				}
			}
		},
	);

	test('frame without trailing blank line', async () => {
		const {message} = await heard(chat, [chunk({content: 'x'}), stop().trimEnd()]);
		expect(message).toMatchObject({stopReason: 'stop', content: [{text: 'x'}]});
	});

	test.each(apis)('early end, HTML 200, empty 200, unknown stop reason: %s', async api => {
		const codeOf = async (answer: Parameters<typeof strictServer>[1][number]) => {
			const server = await strictServer(api, [answer]);
			try {
				const last = (await hear(api, server.baseUrl)).events.at(-1);
				return last?.type === 'error' ? last.failure.code : last?.type;
			} finally {
				await server.close();
			}
		};
		expect(await codeOf({text: 'half an answer, no more', framing: {events: 2}})).toBe('truncated');
		expect(await codeOf({framing: {events: 0}})).toBe('truncated');
		expect(await codeOf({framing: {events: 0, more: '<html><title>Hi</title>'}})).toBe(
			'bad_request',
		);
		expect(await codeOf({text: 'x', stop: 'bored'})).toBe('unknown');
	});

	test('error frame, raw control character, unknown event types', async () => {
		const fault = await heard(chat, [chunk({content: 'x'}), data({error: {message: 'Broke.'}})]);
		expect(fault.message).toMatchObject({stopReason: 'error', errorMessage: 'acme: Broke.'});
		const raw = `data: {"choices":[{"delta":{"content":"a\tb\u0001"},"finish_reason":"stop"}]}\n\n`;
		expect((await heard(chat, [raw, done])).message.content).toEqual([
			{type: 'text', text: 'a\tb\u0001'},
		]);
		const {message} = await heard('anthropic-messages', [
			event({type: 'ping'}),
			event({type: 'message_start', ...{message: {id: 'm', usage: {input_tokens: 1}}}}),
			event({type: 'dream', ...{index: 7}}),
			event({type: 'message_delta', ...{delta: {stop_reason: 'end_turn'}, usage: null}}),
			event({type: 'message_stop'}),
		]);
		expect(message).toMatchObject({stopReason: 'stop', content: []});
	});

	test('usage only at the end / at start and end / with nulls / inside the choice / every cached-token spelling; total = sum of parts', async () => {
		const spellings = [
			{prompt_tokens_details: {cached_tokens: 40}},
			{prompt_cache_hit_tokens: 40},
			{cached_tokens: 40},
		];
		for (const spelling of spellings) {
			const usage = {prompt_tokens: 100, completion_tokens: 5, ...spelling};
			const atEnd = await heard(chat, [
				chunk({content: 'x'}),
				stop(),
				data({choices: [], usage}),
				done,
			]);
			const inChoice = data({choices: [{delta: {}, finish_reason: 'stop', usage}]});
			const inside = await heard(chat, [chunk({content: 'x'}), inChoice, done]);
			for (const {message} of [atEnd, inside]) {
				expect(message.usage).toMatchObject({
					input: 60,
					cacheRead: 40,
					output: 5,
					totalTokens: 105,
				});
			}
		}

		const {message} = await heard('anthropic-messages', [
			event({
				type: 'message_start',
				...{message: {usage: {input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1}}},
			}),
			event({
				type: 'message_delta',
				...{delta: {stop_reason: 'end_turn'}, usage: {input_tokens: null, output_tokens: 7}},
			}),
			event({type: 'message_stop'}),
		]);
		expect(message.usage).toMatchObject({input: 10, cacheRead: 5, output: 7, totalTokens: 22});
	});

	test('usage kept on abort', async () => {
		const controller = new AbortController();
		const server = await wireServer({
			frames: [
				event({type: 'message_start', ...{message: {usage: {input_tokens: 10}}}}),
				event({
					type: 'content_block_start',
					...{index: 0, content_block: {type: 'text', text: 'x'}},
				}),
			],
			end: 'hang',
		});
		try {
			const model = modelFor('anthropic-messages', {baseUrl: server.url});
			const assembler = createAssembler(model, () => 0);
			for await (const one of streamModel({model, messages: hello}, {signal: controller.signal})) {
				assembler.add(one);
				if (one.type === 'text_delta') controller.abort();
			}

			expect(assembler.message()).toMatchObject({
				stopReason: 'aborted',
				content: [{text: 'x'}],
				usage: {input: 10},
			});
		} finally {
			await server.close();
		}
	});

	/** What comes when the person stops at that moment. */
	async function stopped(api: string, baseUrl: string, moment: string) {
		const controller = new AbortController();
		if (moment === 'before') controller.abort();
		const asked = {apiKey: codexToken, environment: {}, signal: controller.signal};
		const stream = streamModel({model: modelFor(api, {baseUrl}), messages: hello}, asked);
		if (moment === 'immediately') queueMicrotask(() => controller.abort());
		const events: ModelEvent[] = [];
		for await (const one of stream) {
			events.push(one);
			if (one.type === 'text_start') controller.abort();
		}

		return events.at(-1);
	}

	test.each(apis)(
		'abort before, during, immediately; no unhandled rejection; socket closed: %s',
		async api => {
			const lost: unknown[] = [];
			const keep = (reason: unknown) => void lost.push(reason);
			process.on('unhandledRejection', keep);
			const framing = {end: 'hang', events: 3} as const;
			const server = await strictServer(api, [{text: 'a long answer', framing}]);
			try {
				for (const moment of ['before', 'immediately', 'during']) {
					expect(await stopped(api, server.baseUrl, moment)).toMatchObject({
						type: 'error',
						reason: 'aborted',
					});
				}

				await server.idle();
				expect(lost).toEqual([]);
			} finally {
				process.off('unhandledRejection', keep);
				await server.close();
			}
		},
	);

	test.each(apis)(
		'refusal, content filter, safety block, blocked prompt, length: %s',
		async api => {
			const words: Readonly<Record<string, readonly [refused: string, length: string]>> = {
				'openai-completions': ['content_filter', 'length'],
				'openai-responses': ['content_filter', 'max_output_tokens'],
				'azure-openai-responses': ['content_filter', 'max_output_tokens'],
				'openai-codex-responses': ['content_filter', 'max_output_tokens'],
				'anthropic-messages': ['refusal', 'max_tokens'],
				'google-generative-ai': ['SAFETY', 'MAX_TOKENS'],
				'google-vertex': ['PROHIBITED_CONTENT', 'MAX_TOKENS'],
				'bedrock-converse-stream': ['guardrail_intervened', 'max_tokens'],
				'mistral-conversations': ['content_filter', 'model_length'],
			};
			const [refused = '', length = ''] = words[api] ?? [];
			for (const [word, expected] of [
				[refused, 'refused'],
				[length, 'length'],
			] as const) {
				const server = await strictServer(api, [{text: 'x', stop: word}]);
				try {
					const last = (await hear(api, server.baseUrl)).events.at(-1);
					expect(
						last?.type === 'error' ? last.failure.code : last?.type === 'done' && last.reason,
					).toBe(expected);
				} finally {
					await server.close();
				}
			}
		},
	);

	test('blocked prompt at Google is a refusal', async () => {
		const {events} = await heard('google-generative-ai', [
			data({promptFeedback: {blockReason: 'SAFETY'}}),
		]);
		expect(events.at(-1)).toMatchObject({
			failure: {code: 'refused', message: expect.stringContaining('SAFETY')},
		});
	});
});
