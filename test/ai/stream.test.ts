import {describe, expect, it, onTestFinished} from 'vitest';
import {type Message, type ModelEvent, streamModel} from '../../source/ai/index.ts';
import {fakeModelRecord} from '../helpers/fake-model.ts';
import {type Frame, type WireReply, wireServer} from '../helpers/wire-server.ts';

const data = (value: unknown): string =>
	`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const delta = (part: unknown, finish?: string) =>
	data({
		id: 'c1',
		model: 'fake-1',
		choices: [{index: 0, delta: part, ...(finish ? {finish_reason: finish} : {})}],
	});

const recorded: readonly string[] = [
	delta({role: 'assistant', content: ''}),
	delta({reasoning_content: 'Think.'}),
	delta({content: 'Hä '}),
	delta({content: '👩‍👩‍👧 done'}),
	delta({
		tool_calls: [
			{index: 0, id: 'call_1', type: 'function', function: {name: 'read', arguments: ''}},
		],
	}),
	delta({tool_calls: [{index: 0, function: {arguments: '{"path":'}}]}),
	delta({tool_calls: [{index: 0, function: {arguments: '"a.txt"}'}}]}),
	delta({}, 'tool_calls'),
	data({
		id: 'c1',
		choices: [],
		usage: {prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: {cached_tokens: 60}},
	}),
	data('[DONE]'),
];

const messages: readonly Message[] = [{role: 'user', content: 'hi', timestamp: 0}];

async function play(
	reply: WireReply,
	options: {signal?: AbortSignal; idleTimeoutMs?: number} = {},
): Promise<readonly ModelEvent[]> {
	const server = await wireServer(reply);
	onTestFinished(() => server.close());
	const events: ModelEvent[] = [];
	const model = {...fakeModelRecord, baseUrl: `${server.url}/v1`};
	for await (const event of streamModel({model, messages}, {apiKey: 'k', ...options}))
		events.push(event);
	return events;
}

/** What every stream promises. */
function expectPromises(events: readonly ModelEvent[]): void {
	const ends = events.filter(({type}) => type === 'done' || type === 'error');
	expect(ends).toHaveLength(1);
	expect(events.at(-1)).toBe(ends[0]);
	const open = new Set<number>();
	for (const event of events) {
		if (!('contentIndex' in event)) continue;
		if (event.type.endsWith('_start')) open.add(event.contentIndex);
		else expect(open.has(event.contentIndex)).toBe(true);
		if (event.type.endsWith('_end')) open.delete(event.contentIndex);
	}

	expect([...open]).toEqual([]);
}

const callsIn = (events: readonly ModelEvent[]) =>
	events.flatMap(event => (event.type === 'toolcall_end' ? [event.toolCall] : []));

describe('a stream', () => {
	it('turns chunks into blocks, a whole call and disjoint usage', async () => {
		const events = await play({frames: recorded});
		expectPromises(events);
		expect(callsIn(events)).toEqual([
			{type: 'toolCall', id: 'call_1', name: 'read', arguments: {path: 'a.txt'}},
		]);
		expect(events.find(({type}) => type === 'text_end')).toMatchObject({content: 'Hä 👩‍👩‍👧 done'});
		expect(events.find(({type}) => type === 'usage')).toMatchObject({
			usage: {input: 40, cacheRead: 60, output: 20, totalTokens: 120},
		});
		expect(events.at(-1)).toEqual({type: 'done', reason: 'toolUse', rawStopReason: 'tool_calls'});
	});

	it('is the same whatever pieces the bytes come in', async () => {
		const whole = await play({frames: recorded});
		const bytes = Buffer.from(recorded.join(''));
		const split: Frame[] = [];
		for (let at = 0; at < bytes.length; at += 7) split.push(bytes.subarray(at, at + 7));
		expect(await play({frames: split})).toEqual(whole);
		const crlf = recorded.join('').replaceAll('\n', '\r\n');
		expect(await play({frames: [': comment\r\n\r\n', crlf]})).toEqual(whole);
	});

	it('never passes a cut answer for a whole one, wherever it is cut', async () => {
		const text = recorded.slice(0, 7).join('');
		const bytes = Buffer.from(text);
		for (let at = 0; at < bytes.length; at += 23) {
			const events = await play({frames: [bytes.subarray(0, at)], end: at % 2 ? 'destroy' : 'end'});
			expectPromises(events);
			expect(events.at(-1)).toMatchObject({
				type: 'error',
				reason: 'error',
				failure: {retryable: true},
			});
			for (const call of callsIn(events))
				expect(call.argumentsError ?? call.arguments).toBeTypeOf('string');
		}
	});

	it('ends a stream that goes silent, and keeps what came', async () => {
		const events = await play({frames: recorded.slice(0, 3), end: 'hang'}, {idleTimeoutMs: 80});
		expectPromises(events);
		expect(events.at(-1)).toMatchObject({failure: {code: 'stalled', retryable: true}});
		expect(events.find(({type}) => type === 'text_end')).toMatchObject({content: 'Hä '});
	});

	it('stops when it is aborted, before and after the first bytes', async () => {
		for (const frames of [[], recorded.slice(0, 3)]) {
			const controller = new AbortController();
			setTimeout(() => controller.abort(), 40);
			const events = await play({frames, end: 'hang'}, {signal: controller.signal});
			expectPromises(events);
			expect(events.at(-1)).toMatchObject({type: 'error', reason: 'aborted'});
		}
	});

	it.each([
		[
			'a page',
			{frames: ['<html>hello</html>'], headers: {'content-type': 'text/html'}},
			'truncated',
		],
		['nothing', {frames: []}, 'truncated'],
		[
			'an error frame',
			{frames: [data({error: {message: 'The server is overloaded', type: 'overloaded_error'}})]},
			'overloaded',
		],
		[
			'a quota error',
			{
				status: 429,
				frames: ['{"error":{"code":"insufficient_quota","message":"pay"}}'],
				headers: {'content-type': 'application/json'},
			},
			'quota',
		],
		[
			'a wrong key',
			{
				status: 401,
				frames: ['{"error":{"message":"bad key"}}'],
				headers: {'content-type': 'application/json'},
			},
			'auth',
		],
		[
			'too long a prompt',
			{
				status: 400,
				frames: ['{"error":{"code":"context_length_exceeded","message":"too long"}}'],
				headers: {'content-type': 'application/json'},
			},
			'overflow',
		],
	] as const)('answers %s with a failure of its kind', async (_name, reply, code) => {
		const events = await play(reply);
		expectPromises(events);
		expect(events.at(-1)).toMatchObject({type: 'error', failure: {code}});
	});

	it('names a protocol that nobody speaks', async () => {
		const model = {...fakeModelRecord, api: 'morse'};
		const events: ModelEvent[] = [];
		for await (const event of streamModel({model, messages})) events.push(event);
		expect(events).toEqual([
			{
				type: 'error',
				reason: 'error',
				failure: {code: 'unknown', message: expect.stringContaining('morse'), retryable: false},
			},
		]);
	});
});
