import {describe, expect, test} from 'vitest';
import {type AssistantMessage, emptyUsage, type Message} from '../../source/ai/messages.ts';
import {estimateInput, outputLimit} from '../../source/ai/output-limit.ts';
import {testModel} from '../helpers/model.ts';

const user = (content: string, timestamp = 1): Message => ({role: 'user', content, timestamp});
const answer = (
	totalTokens: number,
	changes: Partial<AssistantMessage> = {},
): AssistantMessage => ({
	role: 'assistant',
	content: [],
	api: 'x',
	provider: 'x',
	model: 'x',
	usage: {...emptyUsage, totalTokens},
	stopReason: 'stop',
	timestamp: 2,
	...changes,
});

const words = (tokens: number) => 'x'.repeat(tokens * 3.5);

describe('the size of a prompt', () => {
	test('is guessed from everything that is sent', () => {
		const system: Message = {
			role: 'system',
			content: words(10),
			sections: {a: words(20), b: null},
			toolsAdded: [{name: 't', description: words(40), parameters: {}}],
			timestamp: 1,
		};
		const image = {type: 'image', data: 'x'.repeat(1_000_000), mimeType: 'image/png'} as const;
		const picture: Message = {role: 'user', content: [image], timestamp: 1};
		const plain = estimateInput([system]);
		expect(plain).toBeGreaterThan(70);
		expect(plain).toBeLessThan(95);
		expect(Math.round(estimateInput([picture]))).toBe(Math.round(4800 / 3.5));
	});

	test('is what the provider last counted, and a guess for the rest', () => {
		const messages = [user(words(5000)), answer(900), user(words(100), 3)];
		expect(Math.round(estimateInput(messages))).toBe(1000);
	});

	test.each([
		['counted nothing', answer(0)],
		['broke off', answer(50, {stopReason: 'error'})],
		['was stopped', answer(50, {stopReason: 'aborted'})],
	])('does not come from an answer that %s', (_title, last) => {
		expect(Math.round(estimateInput([answer(900), last]))).toBe(900);
	});

	test('does not come from an answer that is older than what stands before it, such as a summary', () => {
		const summary = user(words(100), 10);
		expect(Math.round(estimateInput([summary, answer(90_000, {timestamp: 5})]))).toBe(100);
		expect(Math.round(estimateInput([summary, answer(900, {timestamp: 11})]))).toBe(900);
	});
});

describe('the length of an answer', () => {
	const model = testModel({contextWindow: 200_000, maxTokens: 64_000});
	const after = (tokens: number) => [answer(tokens)];

	test.each<
		[title: string, given: readonly [input: number, asked: number | undefined], expected: number]
	>([
		['is what was asked for', [1000, 5000], 5000],
		['is at most what the model gives', [1000, 500_000], 64_000],
		['is what the model gives when nobody asks', [1000, undefined], 64_000],
		['leaves room for another way to count', [130_000, undefined], 50_500],
		['leaves less room when little is left', [170_000, undefined], 25_904],
		['is a little even when nothing is left', [250_000, undefined], 1024],
		['is one token when one is asked for', [1000, 1], 1],
	])('%s', (_title, [input, asked], expected) => {
		expect(outputLimit(model, after(input), asked)).toBe(expected);
	});
});
