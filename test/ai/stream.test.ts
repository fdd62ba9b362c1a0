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
import {testModel} from '../helpers/model.ts';
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

/** What `events.ts` promises of every stream. */
function expectPromisesKept(events: readonly ModelEvent[]): void {
	const [first] = events;
	const last = events.at(-1);
	expect(first?.type === 'start' || (events.length === 1 && last?.type === 'error')).toBe(true);
	expect(events.filter(({type}) => type === 'start').length).toBeLessThanOrEqual(1);
	expect(last?.type === 'done' || last?.type === 'error').toBe(true);
	expect(events.filter(({type}) => type === 'done' || type === 'error')).toHaveLength(1);
	const open = new Map<number, string>();
	const text = new Map<number, string>();
	for (const event of events) {
		if (!('contentIndex' in event)) continue;
		const {contentIndex: index, type} = event;
		if (type.endsWith('_start')) {
			expect(text.has(index)).toBe(false);
			open.set(index, type);
			text.set(index, '');
		} else expect(open.get(index)?.split('_')[0]).toBe(type.split('_')[0]);
		if ('delta' in event) text.set(index, (text.get(index) ?? '') + event.delta);
		if ('content' in event) expect(event.content).toBe(text.get(index));
		if (type.endsWith('_end')) open.delete(index);
	}

	expect([...open]).toEqual([]);
}

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
});
