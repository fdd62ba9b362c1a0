import {describe, expect, test} from 'vitest';
import {frameEvents} from '../../../../source/ai/protocols/bedrock-converse-stream/frames.ts';
import {createReply} from '../../../../source/ai/protocols/bedrock-converse-stream/reply.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {bedrockConverseStream as strict} from '../../../helpers/strict/bedrock-converse-stream.ts';

const read = (...events: readonly unknown[]) => {
	const reply = createReply(testCall());
	return [...events.flatMap(event => reply.read(event)), ...reply.end()];
};
const delta = (contentBlockIndex: number, one: object) => ({
	contentBlockDelta: {contentBlockIndex, delta: one},
});

describe('an answer of Converse', () => {
	test('may leave blocks open that its end closes', () => {
		const events = read(
			{messageStart: {}},
			delta(0, {text: 'a'}),
			{contentBlockStart: {contentBlockIndex: 1, start: {toolUse: {toolUseId: 't', name: 'ls'}}}},
			delta(1, {toolUse: {input: '{"a":1}'}}),
			{messageStop: {stopReason: 'tool_use'}},
		);
		expect(events).toContainEqual({type: 'text_end', contentIndex: 0, content: 'a'});
		expect(events).toContainEqual({
			type: 'toolcall_end',
			contentIndex: 1,
			toolCall: {type: 'toolCall', id: 't', name: 'ls', arguments: {a: 1}},
		});
	});

	test('keeps what was thought in secret', () => {
		const events = read(
			delta(0, {reasoningContent: {redactedContent: 'c2U='}}),
			delta(0, {reasoningContent: {redactedContent: 'Y3JldA=='}}),
			{contentBlockStop: {contentBlockIndex: 0}},
		);
		expect(events.find(({type}) => type === 'thinking_end')).toEqual({
			type: 'thinking_end',
			contentIndex: 0,
			content: '[withheld by the provider]',
			thinkingSignature: 'c2VjcmV0',
			redacted: true,
		});
	});

	test('tells what was written for an hour', () => {
		const usage = {
			inputTokens: 10,
			outputTokens: 5,
			cacheReadInputTokens: 100,
			cacheWriteInputTokens: 50,
			cacheDetails: [
				{ttl: '1h', inputTokens: 30},
				{ttl: '5m', inputTokens: 20},
			],
		};
		expect(read({messageStop: {stopReason: 'end_turn'}}, {metadata: {usage}})).toContainEqual({
			type: 'usage',
			usage: expect.objectContaining({
				input: 10,
				output: 5,
				cacheRead: 100,
				cacheWrite: 50,
				cacheWrite1h: 30,
			}),
		});
	});

	test.each([
		['throttlingException', 'Too many tokens, please wait before trying again.', 'rate_limited'],
		['serviceUnavailableException', 'Try later.', 'overloaded'],
		['internalServerException', 'The system failed.', 'server'],
		['modelStreamErrorException', 'The model failed.', 'server'],
		['validationException', 'Input is too long for requested model.', 'overflow'],
		['validationException', 'The value is wrong.', 'bad_request'],
	])('is ended by a %s (%s) as %s', (type, message, code) => {
		expect(read({error: {type, message}}).at(-1)).toMatchObject({failure: {code}});
	});
});

async function collect(bytes: Uint8Array): Promise<readonly unknown[]> {
	const events: unknown[] = [];
	const body = new Response(Buffer.from(bytes)).body;
	for await (const event of frameEvents(body)) if (event !== null) events.push(event);
	return events;
}

describe('frames', () => {
	const bytes =
		strict.encode?.({event: 'messageStart', data: {role: 'assistant'}}) ?? Buffer.from('');

	test('are read as what they are', async () => {
		expect(await collect(Buffer.concat([bytes, bytes]))).toEqual([
			{messageStart: {role: 'assistant'}},
			{messageStart: {role: 'assistant'}},
		]);
	});

	test('that were damaged are an error', async () => {
		const spoilt = Buffer.from(bytes);
		spoilt[spoilt.length - 6] = 0x58;
		await expect(collect(spoilt)).rejects.toMatchObject({code: 'network'});
	});

	test('that are cut are left out', async () => {
		expect(await collect(bytes.subarray(0, -1))).toEqual([]);
	});
});
