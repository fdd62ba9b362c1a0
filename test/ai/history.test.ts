import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {toAcceptable} from '../../source/ai/history.ts';
import {type AssistantMessage, emptyUsage, type Message} from '../../source/ai/index.ts';

const target = {
	api: 'anthropic-messages',
	provider: 'anthropic',
	id: 'claude',
	input: ['text', 'image'] as const,
};

const answer = (
	content: AssistantMessage['content'],
	part: Partial<AssistantMessage> = {},
): AssistantMessage => ({
	role: 'assistant',
	content,
	api: target.api,
	provider: target.provider,
	model: target.id,
	usage: emptyUsage,
	stopReason: 'stop',
	timestamp: 0,
	...part,
});

const user = (text: string): Message => ({
	role: 'user',
	content: [{type: 'text', text}],
	timestamp: 0,
});
const call = (id: string) =>
	({type: 'toolCall', id, name: 'read', arguments: {path: 'a'}}) as const;
const result = (toolCallId: string, text: string): Message => ({
	role: 'toolResult',
	toolCallId,
	toolName: 'read',
	content: [{type: 'text', text}],
	isError: false,
	timestamp: 0,
});

/** Every call has one result right behind its answer, and nothing is empty. */
function expectAcceptable(messages: ReturnType<typeof toAcceptable>): void {
	for (const [index, message] of messages.entries()) {
		expect(message.content.length).toBeGreaterThan(0);
		if (message.role !== 'assistant') continue;
		const ids = message.content.flatMap(part => (part.type === 'toolCall' ? [part.id] : []));
		expect(new Set(ids).size).toBe(ids.length);
		const results = messages.slice(index + 1, index + 1 + ids.length);
		expect(results.map(each => (each.role === 'toolResult' ? each.toolCallId : each.role))).toEqual(
			ids,
		);
	}

	const all = messages.flatMap(message =>
		message.role === 'toolResult' ? [message.toolCallId] : [],
	);
	expect(new Set(all).size).toBe(all.length);
}

describe('a history for any model', () => {
	it('stays acceptable whatever entries are lost, doubled or moved', () => {
		const whole: readonly Message[] = [
			user('one'),
			answer([{type: 'thinking', thinking: 'hm', thinkingSignature: 'sig'}, call('a'), call('b')], {
				stopReason: 'toolUse',
			}),
			result('a', 'A'),
			result('b', ''),
			answer([{type: 'text', text: ' \n'}]),
			user('two'),
			answer([call('a')], {stopReason: 'toolUse'}),
			result('a', 'again'),
			answer([{type: 'text', text: 'half'}], {stopReason: 'aborted'}),
			user('three'),
		];
		fc.assert(
			fc.property(fc.array(fc.integer({min: 0, max: whole.length - 1}), {maxLength: 24}), order => {
				const messages = order.flatMap(index => whole[index] ?? []);
				expectAcceptable(toAcceptable(messages, target));
			}),
			{numRuns: 500},
		);
	});

	it('answers a call without a result as interrupted', () => {
		const [, , lost] = toAcceptable([user('go'), answer([call('a')]), user('on')], target);
		expect(lost).toMatchObject({role: 'toolResult', toolCallId: 'a', isError: true});
	});

	it('gives signatures back to the model that made them and to no other', () => {
		const thinking = {type: 'thinking', thinking: 'hm', thinkingSignature: 'c2ln'} as const;
		const messages = [
			user('go'),
			answer([thinking, {type: 'text', text: 'ok', textSignature: 's'}]),
		];
		expect(toAcceptable(messages, target)[1]?.content).toEqual([
			thinking,
			{type: 'text', text: 'ok', textSignature: 's'},
		]);
		expect(toAcceptable(messages, {...target, id: 'other'})[1]?.content).toEqual([
			{type: 'text', text: 'ok'},
		]);
	});

	it('maps the ids of calls to the alphabet of the target, call and result alike and no two to one', () => {
		const ids = [`${'x'.repeat(450)}|+/=`, `${'x'.repeat(450)}|+/-`, 'call_1|fc_1', 'call_1|fc_2'];
		const messages = [user('go'), answer(ids.map(call)), ...ids.map(id => result(id, id))];
		for (const api of [
			'openai-completions',
			'openai-responses',
			'anthropic-messages',
			'mistral-conversations',
		]) {
			expectAcceptable(toAcceptable(messages, {...target, api}));
		}
	});

	it('leaves a note where a model cannot see images, and mends broken characters', () => {
		const image = {type: 'image', data: 'aa', mimeType: 'image/png'} as const;
		const messages: Message[] = [
			{role: 'user', content: [image, image, {type: 'text', text: 'x\ud83d'}], timestamp: 0},
		];
		const [first] = toAcceptable(messages, {...target, input: ['text']});
		expect(first?.content).toEqual([
			{type: 'text', text: '[image: this model cannot see images]'},
			{type: 'text', text: 'x\ufffd'},
		]);
	});

	it('takes damaged records for what they are', () => {
		const damaged = [
			{role: 'assistant', content: null, stopReason: 'stop'},
			{role: 'user'},
			null,
			{role: 'toolResult'},
		];
		expect(toAcceptable(damaged as unknown as Message[], target)).toEqual([]);
	});
});
