import {describe, expect, test} from 'vitest';
import type {ModelEvent} from '../../../../source/ai/index.ts';
import {createReply} from '../../../../source/ai/protocols/openai-responses/reply.ts';
import {testCall} from '../../../helpers/protocol-call.ts';

function read(...wire: readonly unknown[]): readonly ModelEvent[] {
	const reply = createReply(testCall());
	return [...wire.flatMap(event => reply.read(event)), ...reply.end()];
}

const added = (output_index: number, item: object) => ({
	type: 'response.output_item.added',
	output_index,
	item,
});
const done = (output_index: number, item: object) => ({
	type: 'response.output_item.done',
	output_index,
	item,
});
const completed = (response: object = {}) => ({type: 'response.completed', response});
const delta = (kind: string, words: string, more: object = {}) => ({
	type: `response.${kind}.delta`,
	output_index: 0,
	delta: words,
	...more,
});
const said = (words: string, more: object = {}) => ({
	type: 'message',
	id: 'msg_1',
	content: [{type: 'output_text', text: words}],
	...more,
});
const call = (more: object = {}) => ({
	type: 'function_call',
	id: 'fc_1',
	call_id: 'c',
	name: 'ls',
	arguments: '{"a":1}',
	...more,
});
const ends = (events: readonly ModelEvent[]) => events.filter(({type}) => type.endsWith('_end'));
const textEnd = (content: string) => ({
	type: 'text_end',
	contentIndex: 0,
	content,
	textSignature: '{"v":1,"id":"msg_1"}',
});
const callEnd = (id: string, contentIndex = 0) => ({
	type: 'toolcall_end',
	contentIndex,
	toolCall: {type: 'toolCall', id, name: 'ls', arguments: {a: 1}},
});

describe('items', () => {
	test('are what their last event says, whatever the pieces were', () => {
		const events = read(
			added(0, said('')),
			delta('output_text', 'Helo'),
			done(0, said('Hello', {phase: 'final_answer'})),
			completed(),
		);
		expect(ends(events)).toEqual([
			{...textEnd('Hello'), textSignature: '{"v":1,"id":"msg_1","phase":"final_answer"}'},
		]);
	});

	test('need not be announced', () => {
		expect(ends(read(delta('output_text', 'Hi'), done(0, said('Hi')), completed()))).toEqual([
			textEnd('Hi'),
		]);
		expect(ends(read(done(0, call()), completed()))).toEqual([callEnd('c|fc_1')]);
	});

	test('may be known only from the summary of the answer', () => {
		const events = read(completed({status: 'completed', output: [said('Hi'), call()]}));
		expect(ends(events)).toEqual([textEnd('Hi'), callEnd('c|fc_1', 1)]);
		expect(events.at(-1)).toMatchObject({type: 'done'});
	});

	test('may be woven into each other', () => {
		const other = call({id: 'fc_2', call_id: 'd'});
		const events = read(
			added(0, call({arguments: ''})),
			added(1, {...other, arguments: ''}),
			delta('function_call_arguments', '{"a":', {output_index: 1}),
			delta('function_call_arguments', '{"a":1}'),
			delta('function_call_arguments', '1}', {output_index: 1}),
			done(1, other),
			done(0, call()),
			completed(),
		);
		expect(ends(events)).toEqual([callEnd('d|fc_2', 1), callEnd('c|fc_1')]);
	});

	test('hold refusals as text', () => {
		const refusal = {type: 'message', id: 'msg_1', content: [{type: 'refusal', refusal: 'No.'}]};
		const events = read(added(0, said('')), delta('refusal', 'No.'), done(0, refusal), completed());
		expect(ends(events)).toEqual([textEnd('No.')]);
	});

	test('of kinds that nobody knows are passed over, and the others have no gaps', () => {
		const search = {type: 'web_search_call', id: 'ws'};
		const events = read(added(0, search), done(0, search), done(1, said('Hi')), completed());
		expect(ends(events)).toEqual([textEnd('Hi')]);
	});
});

describe('reasoning', () => {
	const item = (more: object = {}) => ({
		type: 'reasoning',
		id: 'rs_1',
		summary: [{text: 'One.'}, {text: 'Two.'}],
		...more,
	});

	test('comes in parts with an empty line between', () => {
		const whole = item({encrypted_content: 'enc'});
		const events = read(
			added(0, item({summary: []})),
			delta('reasoning_summary_text', 'One.', {summary_index: 0}),
			delta('reasoning_summary_text', 'Two.', {summary_index: 1}),
			done(0, whole),
			completed(),
		);
		const pieces = events.flatMap(event => (event.type === 'thinking_delta' ? [event.delta] : []));
		expect(pieces).toEqual(['One.', '\n\n', 'Two.']);
		expect(ends(events)).toEqual([
			{
				type: 'thinking_end',
				contentIndex: 0,
				content: 'One.\n\nTwo.',
				thinkingSignature: JSON.stringify(whole),
			},
		]);
	});

	test('may be encrypted only in the summary of the answer', () => {
		const late = item({encrypted_content: 'late'});
		const events = read(
			done(0, item()),
			done(1, said('Hi')),
			completed({output: [late, said('Hi')]}),
		);
		expect(ends(events)).toMatchObject([
			{type: 'text_end', contentIndex: 1},
			{type: 'thinking_end', contentIndex: 0, thinkingSignature: JSON.stringify(late)},
		]);
	});

	test('is kept as it is when it is never encrypted', () => {
		const open = item({summary: [], content: [{type: 'reasoning_text', text: 'Hm'}]});
		const events = read(delta('reasoning_text', 'Hm'), done(0, open), completed());
		expect(ends(events)).toEqual([
			{
				type: 'thinking_end',
				contentIndex: 0,
				content: 'Hm',
				thinkingSignature: JSON.stringify(open),
			},
		]);
	});
});

describe('calls', () => {
	test('that were not finished end the answer as cut', () => {
		const events = read(added(0, call()), completed({status: 'completed'}));
		expect(ends(events)).toEqual([]);
		expect(events.at(-1)).toMatchObject({failure: {code: 'truncated', retryable: true}});
	});

	test('that the limit cut stay open', () => {
		const cut = call({status: 'incomplete', arguments: '{}'});
		const details = {status: 'incomplete', incomplete_details: {reason: 'max_output_tokens'}};
		const events = read(added(0, cut), done(0, cut), {
			type: 'response.incomplete',
			response: {...details, output: [cut]},
		});
		expect(ends(events)).toEqual([]);
		expect(events.at(-1)).toEqual({
			type: 'done',
			reason: 'length',
			rawStopReason: 'max_output_tokens',
		});
	});

	test('with broken arguments are not run', () => {
		const [end] = ends(read(done(0, call({arguments: '{"a":'})), completed()));
		expect(end).toMatchObject({
			toolCall: {arguments: {}, argumentsError: expect.stringContaining('{"a":')},
		});
	});

	test('keep the id that they began with, and get one if they have none', () => {
		const events = read(added(0, call({id: 'fc_a'})), done(0, call({id: 'fc_b'})), completed());
		expect(ends(events)).toEqual([callEnd('c|fc_a')]);
		const {id: _id, call_id: _call, ...nameless} = call();
		expect(ends(read(done(0, nameless), completed()))).toEqual([callEnd('call_1_0')]);
	});
});

describe('the end', () => {
	test.each<readonly [title: string, event: object, failure: object]>([
		[
			'a failed response',
			{type: 'response.failed', response: {error: {code: 'server_error', message: 'Oops'}}},
			{code: 'server', message: 'acme: Oops', retryable: true},
		],
		[
			'an error',
			{type: 'error', code: 'rate_limit_exceeded', message: 'Slow down'},
			{code: 'rate_limited', message: 'acme: Slow down', retryable: true},
		],
		['an error without a type', {error: {message: 'Odd'}}, {code: 'unknown', message: 'acme: Odd'}],
		[
			'a cancelled response',
			{type: 'response.done', response: {status: 'cancelled'}},
			{code: 'unknown', message: 'acme ended the answer: cancelled', retryable: false},
		],
		[
			'no reason at all',
			{type: 'response.incomplete', response: {status: 'incomplete'}},
			{code: 'unknown', message: 'acme ended the answer: incomplete'},
		],
	])('by %s says what is wrong', (_title, event, failure) => {
		expect(read(event).at(-1)).toMatchObject({type: 'error', reason: 'error', failure});
	});

	test('of a failed answer still says what it cost', () => {
		const usage = {input_tokens: 5, output_tokens: 1};
		const events = read({type: 'response.failed', response: {usage, error: {message: 'Oops'}}});
		expect(events[0]).toMatchObject({type: 'usage', usage: {input: 5, output: 1}});
	});

	test('is the last word', () => {
		const reply = createReply(testCall());
		reply.read(completed());
		expect([reply.read(done(0, call())), reply.end()]).toEqual([[], []]);
	});
});

test('an answer in one piece is the same as a stream', () => {
	const response = {
		object: 'response',
		id: 'r',
		model: 'm-1',
		status: 'completed',
		output: [said('Hi')],
	};
	expect(read(response)).toEqual([
		{type: 'start', responseId: 'r'},
		{type: 'text_start', contentIndex: 0},
		textEnd('Hi'),
		{type: 'done', reason: 'stop', rawStopReason: 'completed'},
	]);
});

test('whatever comes, nothing is thrown', () => {
	const odd = [
		null,
		7,
		'x',
		[],
		{type: 'response.output_item.done'},
		delta('output_text', ''),
		{type: 3},
	];
	expect(() => read(...odd)).not.toThrow();
});
