import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createEventOrder} from '../../source/ai/event-order.ts';
import type {ModelEvent, ModelFailure} from '../../source/ai/events.ts';
import {emptyUsage} from '../../source/ai/messages.ts';
import {testModel} from '../helpers/model.ts';
import {expectPromisesKept} from '../helpers/stream-promises.ts';

const failure: ModelFailure = {code: 'network', message: 'gone', retryable: true};
const cut = 'The answer broke off before this call was complete; it was not run.';

function ordered(events: readonly ModelEvent[], model = testModel()): readonly ModelEvent[] {
	const order = createEventOrder(model);
	return [...events.flatMap(event => order.pass(event)), ...order.fail(failure)];
}

const call = {type: 'toolCall', id: 'a', name: 'ls', arguments: {}} as const;
const failed: ModelEvent = {type: 'error', reason: 'error', failure};

describe('the order of events', () => {
	test('begins with a start, even if a protocol forgets it, and has only one', () => {
		expect(ordered([{type: 'text_start', contentIndex: 0}, {type: 'start'}]).slice(0, 2)).toEqual([
			{type: 'start'},
			{type: 'text_start', contentIndex: 0},
		]);
	});

	test('may be a lone error', () => {
		expect(ordered([])).toEqual([failed]);
	});

	test('closes what is open before the end: text with what came, a call as one that is never run', () => {
		const events = ordered([
			{type: 'start'},
			{type: 'thinking_start', contentIndex: 0},
			{type: 'thinking_delta', contentIndex: 0, delta: 'hm'},
			{type: 'text_start', contentIndex: 1},
			{type: 'text_delta', contentIndex: 1, delta: 'a'},
			{type: 'text_delta', contentIndex: 1, delta: 'b'},
			{type: 'toolcall_start', contentIndex: 2, id: 'a', toolName: 'ls'},
			{type: 'toolcall_delta', contentIndex: 2, delta: '{}'},
		]);
		expect(events.slice(-4)).toEqual([
			{type: 'thinking_end', contentIndex: 0, content: 'hm'},
			{type: 'text_end', contentIndex: 1, content: 'ab'},
			{type: 'toolcall_end', contentIndex: 2, toolCall: {...call, argumentsError: cut}},
			failed,
		]);
	});

	test('opens what was not opened', () => {
		const events = ordered([
			{type: 'start'},
			{type: 'text_delta', contentIndex: 0, delta: 'a'},
			{type: 'toolcall_end', contentIndex: 1, toolCall: call},
			{type: 'done', reason: 'stop'},
		]);
		expect(events).toEqual([
			{type: 'start'},
			{type: 'text_start', contentIndex: 0},
			{type: 'text_delta', contentIndex: 0, delta: 'a'},
			{type: 'toolcall_start', contentIndex: 1, id: 'a', toolName: 'ls'},
			{type: 'toolcall_end', contentIndex: 1, toolCall: call},
			{type: 'text_end', contentIndex: 0, content: 'a'},
			{type: 'done', reason: 'toolUse'},
		]);
	});

	test('has nothing behind the end', () => {
		const events = ordered([
			{type: 'start'},
			{type: 'done', reason: 'stop'},
			{type: 'text_start', contentIndex: 0},
			{type: 'done', reason: 'length'},
		]);
		expect(events).toEqual([{type: 'start'}, {type: 'done', reason: 'stop'}]);
	});

	test.each([
		['stop', true, 'toolUse'],
		['toolUse', false, 'stop'],
		['length', true, 'length'],
	] as const)('tells by the calls whether tools are used: %s', (reason, hasCall, expected) => {
		const calls: readonly ModelEvent[] = hasCall
			? [{type: 'toolcall_end', contentIndex: 0, toolCall: call}]
			: [];
		expect(ordered([...calls, {type: 'done', reason}]).at(-1)).toEqual({
			type: 'done',
			reason: expected,
		});
	});

	test('names the aborted end by its name', () => {
		const order = createEventOrder(testModel());
		const aborted = {code: 'aborted', message: 'Stopped', retryable: false} as const;
		expect(order.fail(aborted)).toEqual([{type: 'error', reason: 'aborted', failure: aborted}]);
	});

	test('prices usage', () => {
		const [, priced] = ordered([
			{type: 'start'},
			{type: 'usage', usage: {...emptyUsage, input: 1000, output: 100, totalTokens: 7}},
		]);
		expect(priced).toEqual({
			type: 'usage',
			usage: {
				...emptyUsage,
				input: 1000,
				output: 100,
				totalTokens: 1100,
				cost: {...emptyUsage.cost, input: 0.01, output: 0.005, total: 0.015},
			},
		});
	});

	test('tells an answer that had no room from one that got too long', () => {
		const usage = {...emptyUsage, input: 99_500};
		const events = [
			{type: 'usage', usage},
			{type: 'done', reason: 'length'},
		] as const;
		expect(ordered(events).at(-1)).toEqual({
			type: 'error',
			reason: 'error',
			failure: {
				code: 'overflow',
				message: 'acme: the prompt fills the whole context window of m-1',
				retryable: false,
			},
		});
		expect(ordered([{type: 'usage', usage: {...usage, output: 1}}, events[1]]).at(-1)).toEqual(
			events[1],
		);
	});

	test('is right whatever a protocol yields', () => {
		const index = fc.nat(3);
		const words = fc.constantFrom('', 'a', 'bc');
		const anyEvent: fc.Arbitrary<ModelEvent> = fc.oneof(
			fc.constant({type: 'start'} as const),
			index.map(contentIndex => ({type: 'text_start', contentIndex}) as const),
			index.map(contentIndex => ({type: 'thinking_start', contentIndex}) as const),
			index.map(
				contentIndex => ({type: 'toolcall_start', contentIndex, id: 'a', toolName: 'ls'}) as const,
			),
			fc
				.tuple(index, words)
				.map(([contentIndex, delta]) => ({type: 'text_delta', contentIndex, delta}) as const),
			fc
				.tuple(index, words)
				.map(([contentIndex, delta]) => ({type: 'thinking_delta', contentIndex, delta}) as const),
			fc
				.tuple(index, words)
				.map(([contentIndex, delta]) => ({type: 'toolcall_delta', contentIndex, delta}) as const),
			index.map(contentIndex => ({type: 'toolcall_end', contentIndex, toolCall: call}) as const),
			fc.constant({type: 'usage', usage: emptyUsage} as const),
			fc.constantFrom({type: 'done', reason: 'stop'} as const, failed),
		);
		fc.assert(
			fc.property(fc.array(anyEvent, {maxLength: 20}), events => {
				expectPromisesKept(ordered(events));
			}),
			{numRuns: 500},
		);
	});
});
