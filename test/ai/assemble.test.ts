import {describe, expect, test} from 'vitest';
import {createAssembler, failureOf, toolCallsOf} from '../../source/ai/assemble.ts';
import type {ModelEvent} from '../../source/ai/events.ts';
import {emptyUsage} from '../../source/ai/messages.ts';
import {testModel} from '../helpers/model.ts';

function assemble(...events: readonly ModelEvent[]) {
	let time = 1000;
	const assembler = createAssembler(testModel(), () => time);
	time = 2000;
	for (const event of events) assembler.add(event);
	return assembler;
}

const head = {
	role: 'assistant',
	api: 'openai-completions',
	provider: 'acme',
	model: 'm-1',
	usage: emptyUsage,
	timestamp: 1000,
};

describe('the message so far', () => {
	test('is pending and empty at first', () => {
		expect(assemble().message()).toEqual({...head, content: [], stopReason: 'pending'});
	});

	test('has what was said so far, and arguments as far as they can be seen', () => {
		const assembler = assemble(
			{type: 'start', responseId: 'r', responseModel: 'm-1-fast'},
			{type: 'thinking_start', contentIndex: 0},
			{type: 'thinking_delta', contentIndex: 0, delta: 'h'},
			{type: 'thinking_delta', contentIndex: 0, delta: 'm'},
			{type: 'text_start', contentIndex: 2},
			{type: 'toolcall_start', contentIndex: 3, id: 'a', toolName: 'write'},
			{type: 'toolcall_delta', contentIndex: 3, delta: '{"path":"x","text":"on'},
		);
		expect(assembler.message()).toEqual({
			...head,
			responseId: 'r',
			responseModel: 'm-1-fast',
			content: [
				{type: 'thinking', thinking: 'hm'},
				{type: 'text', text: ''},
				{type: 'toolCall', id: 'a', name: 'write', arguments: {path: 'x', text: 'on'}},
			],
			stopReason: 'pending',
		});
	});

	test('keeps the identity of whatever did not change', () => {
		const assembler = assemble(
			{type: 'text_start', contentIndex: 0},
			{type: 'text_delta', contentIndex: 0, delta: 'a'},
			{type: 'text_end', contentIndex: 0, content: 'a'},
			{type: 'toolcall_start', contentIndex: 1, id: 'a', toolName: 'ls'},
			{type: 'text_start', contentIndex: 2},
		);
		const before = assembler.message();
		expect(assembler.message()).toBe(before);
		assembler.add({type: 'text_delta', contentIndex: 2, delta: 'b'});
		const after = assembler.message();
		expect(after).not.toBe(before);
		expect(after.content[0]).toBe(before.content[0]);
		expect(after.content[1]).toBe(before.content[1]);
		expect([before.content[2], after.content[2]]).toEqual([
			{type: 'text', text: ''},
			{type: 'text', text: 'b'},
		]);
	});

	test('believes the end of a block more than its pieces', () => {
		const {content} = assemble(
			{type: 'text_start', contentIndex: 0},
			{type: 'text_delta', contentIndex: 0, delta: 'teh'},
			{type: 'text_end', contentIndex: 0, content: 'the', textSignature: 's'},
			{type: 'thinking_start', contentIndex: 1},
			{type: 'thinking_end', contentIndex: 1, content: '', thinkingSignature: 't', redacted: true},
		).message();
		expect(content).toEqual([
			{type: 'text', text: 'the', textSignature: 's'},
			{type: 'thinking', thinking: '', thinkingSignature: 't', redacted: true},
		]);
	});

	test('ignores pieces of blocks that were never opened', () => {
		expect(assemble({type: 'text_delta', contentIndex: 5, delta: 'x'}).message().content).toEqual(
			[],
		);
	});
});

describe('the finished message', () => {
	const call = {type: 'toolCall', id: 'a', name: 'ls', arguments: {}} as const;

	test('says how it ended, and what it used', () => {
		const usage = {...emptyUsage, input: 5};
		const assembler = assemble(
			{type: 'toolcall_end', contentIndex: 0, toolCall: call},
			{type: 'usage', usage},
			{type: 'done', reason: 'toolUse', rawStopReason: 'tool_calls'},
		);
		const message = assembler.message();
		expect(message).toEqual({
			...head,
			content: [call],
			usage,
			stopReason: 'toolUse',
			rawStopReason: 'tool_calls',
		});
		expect(toolCallsOf(message)).toEqual([call]);
		expect(assembler.failure()).toBeUndefined();
		expect(failureOf(message)).toBeUndefined();
	});

	test('notes down why it failed, so that it can be read back from a file', () => {
		const failure = {
			code: 'rate_limited',
			message: 'acme: slow down',
			retryable: true,
			status: 429,
			retryAfterMs: 40,
		} as const;
		const assembler = assemble({type: 'error', reason: 'error', failure});
		const message = assembler.message();
		const {message: errorMessage, ...details} = failure;
		expect(message).toEqual({
			...head,
			content: [],
			stopReason: 'error',
			errorMessage,
			diagnostics: [{type: 'failure', timestamp: 2000, details}],
		});
		expect(assembler.failure()).toEqual(failure);
		expect(failureOf(JSON.parse(JSON.stringify(message)))).toEqual(failure);
	});

	test('of another program may have notes that mean nothing here', () => {
		const message = assemble().message();
		const note = (details: unknown) => ({
			...message,
			diagnostics: [{type: 'failure', timestamp: 1, details}],
		});
		expect([undefined, null, 7, {code: 'odd'}].map(details => failureOf(note(details)))).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});
});
