import {describe, expect, test} from 'vitest';
import type {ModelEvent} from '../../../../source/ai/index.ts';
import {createReply} from '../../../../source/ai/protocols/anthropic-messages/reply.ts';
import {testCall} from '../../../helpers/protocol-call.ts';

function read(...wire: readonly unknown[]): readonly ModelEvent[] {
	const reply = createReply(testCall());
	return [...wire.flatMap(event => reply.read(event)), ...reply.end()];
}

const open = (index: number, content_block: object) => ({
	type: 'content_block_start',
	index,
	content_block,
});
const more = (index: number, delta: object) => ({type: 'content_block_delta', index, delta});
const close = (index: number) => ({type: 'content_block_stop', index});
const stopped = (stop_reason: string, rest: object = {}) => [
	{type: 'message_delta', delta: {stop_reason, ...rest}},
	{type: 'message_stop'},
];
const usageIn = (events: readonly ModelEvent[]) =>
	events.flatMap(event => (event.type === 'usage' ? [event.usage] : []));

describe('usage', () => {
	test('is known from the start on; later reports change only what they name', () => {
		const start = {
			type: 'message_start',
			message: {
				id: 'm',
				usage: {
					input_tokens: 10,
					output_tokens: 1,
					cache_read_input_tokens: 5,
					cache_creation_input_tokens: 7,
					cache_creation: {ephemeral_1h_input_tokens: 4},
				},
			},
		};
		const delta = {
			type: 'message_delta',
			delta: {},
			usage: {input_tokens: null, output_tokens: 30, output_tokens_details: {thinking_tokens: 20}},
		};
		const first = {input: 10, output: 1, cacheRead: 5, cacheWrite: 7, cacheWrite1h: 4};
		expect(usageIn(read(start, delta))).toMatchObject([
			first,
			{...first, output: 30, reasoning: 20},
		]);
	});
});

describe('blocks', () => {
	test('of withheld thinking keep what is hidden in them', () => {
		const events = read(open(0, {type: 'redacted_thinking', data: 'enc'}), close(0));
		expect(events[2]).toEqual({
			type: 'thinking_end',
			contentIndex: 0,
			content: '[withheld by the provider]',
			thinkingSignature: 'enc',
			redacted: true,
		});
	});

	test('may come whole in their first event', () => {
		const events = read(
			open(0, {type: 'thinking', thinking: 'Hm', signature: 'a'}),
			more(0, {type: 'signature_delta', signature: 'b'}),
			close(0),
			open(1, {type: 'text', text: 'Hi'}),
			close(1),
		);
		expect(events.filter(({type}) => type.endsWith('_end'))).toEqual([
			{type: 'thinking_end', contentIndex: 0, content: 'Hm', thinkingSignature: 'ab'},
			{type: 'text_end', contentIndex: 1, content: 'Hi'},
		]);
	});

	test('of kinds that nobody knows are passed over, and the others have no gaps', () => {
		const events = read(
			open(0, {type: 'server_tool_use', id: 's'}),
			more(0, {type: 'input_json_delta', partial_json: '{}'}),
			close(0),
			open(1, {type: 'text'}),
			more(1, {type: 'citations_delta', citation: {}}),
			close(1),
		);
		expect(events.slice(0, 2)).toEqual([
			{type: 'text_start', contentIndex: 0},
			{type: 'text_end', contentIndex: 0, content: ''},
		]);
	});

	test('may be woven into each other', () => {
		const events = read(
			open(0, {type: 'text'}),
			open(1, {type: 'tool_use', id: 't', name: 'ls'}),
			more(1, {partial_json: '{"a":'}),
			more(0, {text: 'x'}),
			more(1, {partial_json: '1}'}),
			...stopped('tool_use'),
		);
		expect(events.filter(({type}) => type.endsWith('_end'))).toEqual([
			{type: 'text_end', contentIndex: 0, content: 'x'},
			{
				type: 'toolcall_end',
				contentIndex: 1,
				toolCall: {type: 'toolCall', id: 't', name: 'ls', arguments: {a: 1}},
			},
		]);
	});
});

describe('calls', () => {
	const started = [open(0, {type: 'tool_use', id: 't', name: 'ls', input: {}}), close(0)];
	const ends = (events: readonly ModelEvent[]) =>
		events.filter(({type}) => type === 'toolcall_end');

	test('without arguments have none when the answer is whole, and were cut when it is not', () => {
		expect(ends(read(...started, ...stopped('tool_use')))).toMatchObject([
			{toolCall: {arguments: {}}},
		]);
		expect(ends(read(...started, ...stopped('max_tokens')))).toEqual([]);
		expect(ends(read(...started))).toEqual([]);
	});

	test('with broken arguments are not run', () => {
		const broken = [
			open(0, {type: 'tool_use', id: 't', name: 'ls'}),
			more(0, {partial_json: '{"a":'}),
		];
		const [end] = ends(read(...broken, close(0), ...stopped('tool_use')));
		expect(end).toMatchObject({
			toolCall: {arguments: {}, argumentsError: expect.stringContaining('{"a":')},
		});
	});

	test('without an id get one', () => {
		expect(read(open(3, {type: 'tool_use', name: 'ls'}))[0]).toEqual({
			type: 'toolcall_start',
			contentIndex: 0,
			id: 'call_1_0',
			toolName: 'ls',
		});
	});
});

describe('the end', () => {
	test('by a refusal says why', () => {
		const details = {stop_details: {type: 'refusal', explanation: 'Not that.'}};
		expect(read(...stopped('refusal', details)).at(-1)).toMatchObject({
			failure: {code: 'refused', message: 'acme ended the answer: refusal: Not that.'},
		});
	});

	test('without a reason is a cut', () => {
		expect(read({type: 'message_stop'}).at(-1)).toMatchObject({failure: {code: 'truncated'}});
		const said = {type: 'message_delta', delta: {stop_reason: 'end_turn'}};
		expect(read(said).at(-1)).toMatchObject({failure: {code: 'truncated', retryable: true}});
	});

	test('is the last word', () => {
		const reply = createReply(testCall());
		for (const event of stopped('end_turn')) reply.read(event);
		expect([reply.read(open(0, {type: 'text'})), reply.end()]).toEqual([[], []]);
	});
});

test('an answer in one piece is the same as a stream', () => {
	const events = read({
		type: 'message',
		id: 'm',
		model: 'other',
		content: [
			{type: 'thinking', thinking: 'Hm', signature: 's'},
			{type: 'text', text: 'Hi'},
			{type: 'tool_use', id: 't', name: 'ls', input: {a: 1}},
		],
		stop_reason: 'tool_use',
		usage: {input_tokens: 3, output_tokens: 4},
	});
	expect(events.filter(({type}) => /^(start|done)$|_end$/.test(type))).toEqual([
		{type: 'start', responseId: 'm', responseModel: 'other'},
		{type: 'thinking_end', contentIndex: 0, content: 'Hm', thinkingSignature: 's'},
		{type: 'text_end', contentIndex: 1, content: 'Hi'},
		{
			type: 'toolcall_end',
			contentIndex: 2,
			toolCall: {type: 'toolCall', id: 't', name: 'ls', arguments: {a: 1}},
		},
		{type: 'done', reason: 'toolUse', rawStopReason: 'tool_use'},
	]);
	expect(usageIn(events).at(-1)).toMatchObject({input: 3, output: 4});
});

test('whatever comes, nothing is thrown', () => {
	const odd = [null, 7, 'x', [], {type: 'content_block_delta'}, {type: 'message_start'}, {type: 3}];
	expect(() => read(...odd)).not.toThrow();
});
