import {describe, expect, test} from 'vitest';
import type {ModelEvent} from '../../../../source/ai/index.ts';
import {createReply} from '../../../../source/ai/protocols/google-generative-ai/reply.ts';
import {testCall} from '../../../helpers/protocol-call.ts';

function read(...wire: readonly unknown[]): readonly ModelEvent[] {
	const reply = createReply(testCall());
	return [...wire.flatMap(event => reply.read(event)), ...reply.end()];
}

const chunk = (parts: readonly object[], more: object = {}) => ({
	candidates: [{content: {role: 'model', parts}, ...more}],
});
const finish = {finishReason: 'STOP'};
const ends = (events: readonly ModelEvent[]) => events.filter(({type}) => type.endsWith('_end'));
const callEnd = (contentIndex: number, toolCall: object) => ({
	type: 'toolcall_end',
	contentIndex,
	toolCall: {type: 'toolCall', name: 'ls', arguments: {}, ...toolCall},
});

describe('signatures', () => {
	test('stay with the block that they came with', () => {
		const events = read(
			chunk([
				{text: 'Hm', thought: true},
				{text: '', thought: true, thoughtSignature: 'AAAA'},
			]),
			chunk([{text: 'Hi'}, {text: '', thoughtSignature: 'BBBB'}]),
			chunk([{functionCall: {name: 'ls', id: 'c'}, thoughtSignature: 'CCCC'}], finish),
		);
		expect(ends(events)).toEqual([
			{type: 'thinking_end', contentIndex: 0, content: 'Hm', thinkingSignature: 'AAAA'},
			{type: 'text_end', contentIndex: 1, content: 'Hi', textSignature: 'BBBB'},
			callEnd(2, {id: 'c', thoughtSignature: 'CCCC'}),
		]);
	});

	test('alone do not make thinking, and are kept on a text that is empty', () => {
		const events = read(
			chunk([{text: 'Hm', thought: true}]),
			chunk([{text: '', thoughtSignature: 'AAAA'}], finish),
		);
		expect(ends(events)).toEqual([
			{type: 'thinking_end', contentIndex: 0, content: 'Hm'},
			{type: 'text_end', contentIndex: 1, content: '', textSignature: 'AAAA'},
		]);
	});

	test('are not lost to a later part without one', () => {
		const events = read(
			chunk([{text: 'A', thoughtSignature: 'AAAA'}]),
			chunk([{text: 'B', thoughtSignature: ''}, {text: 'C'}], finish),
		);
		expect(ends(events)).toEqual([
			{type: 'text_end', contentIndex: 0, content: 'ABC', textSignature: 'AAAA'},
		]);
	});
});

describe('calls', () => {
	test('may lack arguments and ids, and have ids twice', () => {
		const events = read(
			chunk([
				{functionCall: {name: 'ls'}},
				{functionCall: {name: 'ls', id: 'x', args: null}},
				{functionCall: {name: 'ls', id: 'x', args: {a: 1}}},
			]),
			chunk([], finish),
		);
		expect(ends(events)).toEqual([
			callEnd(0, {id: 'call_1_0'}),
			callEnd(1, {id: 'x'}),
			callEnd(2, {id: 'call_1_2', arguments: {a: 1}}),
		]);
	});
});

describe('usage', () => {
	test('counts thinking as output and the cache apart; the last report counts', () => {
		const report = (candidatesTokenCount: number) => ({
			...chunk([{text: 'x'}]),
			usageMetadata: {
				promptTokenCount: 100,
				cachedContentTokenCount: 60,
				toolUsePromptTokenCount: 5,
				candidatesTokenCount,
				thoughtsTokenCount: 7,
			},
		});
		const usages = read(report(1), report(9)).filter(({type}) => type === 'usage');
		expect(usages.at(-1)).toMatchObject({
			usage: {input: 45, cacheRead: 60, cacheWrite: 0, output: 16, reasoning: 7},
		});
	});
});

describe('the end', () => {
	test('comes with the reason and the usage, whatever the body does', () => {
		const reply = createReply(testCall());
		const last = {...chunk([{text: 'x'}], finish), usageMetadata: {promptTokenCount: 1}};
		expect(reply.read(last).at(-1)).toMatchObject({type: 'done', reason: 'stop'});
		expect([reply.read(chunk([{text: 'more'}])), reply.end()]).toEqual([[], []]);
	});

	test('waits for the usage when it comes later', () => {
		const reply = createReply(testCall());
		expect(reply.read(chunk([{text: 'x'}], finish)).at(-1)?.type).toBe('text_delta');
		const later = reply.read({usageMetadata: {promptTokenCount: 1}});
		expect(later.map(({type}) => type)).toEqual(['usage', 'text_end', 'done']);
	});

	test('by a blocked prompt says so', () => {
		expect(read({promptFeedback: {blockReason: 'PROHIBITED_CONTENT'}}).at(-1)).toMatchObject({
			failure: {
				code: 'refused',
				message: 'acme ended the answer: the prompt was blocked: PROHIBITED_CONTENT',
				retryable: false,
			},
		});
	});

	test('in the words of the provider, if it has any', () => {
		const broken = {finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'print(ls())'};
		expect(read(chunk([], broken)).at(-1)).toMatchObject({
			failure: {
				code: 'server',
				message: 'acme ended the answer: MALFORMED_FUNCTION_CALL: print(ls())',
				retryable: true,
			},
		});
	});

	test('without a reason is a cut', () => {
		expect(read().at(-1)).toMatchObject({failure: {code: 'truncated', retryable: true}});
		expect(read(chunk([{text: 'Hi'}])).map(({type}) => type)).toEqual([
			'start',
			'text_start',
			'text_delta',
			'text_end',
			'error',
		]);
	});

	test('by calls that a server names so is no failure', () => {
		const events = read(chunk([{functionCall: {name: 'ls'}}], {finishReason: 'FUNCTION_CALL'}));
		expect(events.at(-1)).toMatchObject({type: 'done', rawStopReason: 'FUNCTION_CALL'});
	});
});

test('whatever comes, nothing is thrown', () => {
	const odd = [null, 7, 'x', [], {candidates: [null]}, {candidates: [{content: {parts: 3}}]}];
	expect(() => read(...odd)).not.toThrow();
});
