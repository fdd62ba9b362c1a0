import {describe, expect, test} from 'vitest';
import type {ModelEvent} from '../../../../source/ai/index.ts';
import {createReply} from '../../../../source/ai/protocols/mistral-conversations/reply.ts';
import {
	toHeaders,
	toPayload,
} from '../../../../source/ai/protocols/mistral-conversations/request.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {call, image, result, says, text} from '../../../helpers/talk.ts';

const own = {api: 'mistral-conversations', reasoning: true};

describe('a request to Mistral', () => {
	test.each([
		['models without levels of their own', undefined, 'high', {prompt_mode: 'reasoning'}],
		['models without levels of their own', undefined, 'off', {}],
		['models with levels', {high: 'high', off: 'none'}, 'high', {reasoning_effort: 'high'}],
		['models with levels', {high: 'high', off: 'none'}, 'off', {reasoning_effort: 'none'}],
		['models that always think', {high: 'high', off: null}, 'off', {}],
	] as const)('%s (%j) are told to think at %s', (_title, thinkingLevelMap, level, expected) => {
		const levels = thinkingLevelMap ? {thinkingLevelMap} : {};
		const {reasoning_effort, prompt_mode} = toPayload(
			testCall({model: {...own, ...levels}, level}),
		);
		expect(JSON.parse(JSON.stringify({reasoning_effort, prompt_mode}))).toEqual(expected);
	});

	test('sends thinking first and in one piece, results with their names, images and faults', () => {
		const messages = [
			says(
				{type: 'thinking', thinking: 'first'},
				text('said'),
				{type: 'thinking', thinking: 'then'},
				call('abcdefghi', {path: 'x'}),
			),
			{...result('abcdefghi', image), isError: true},
		];
		const payload = toPayload(testCall({model: own, messages}));
		expect(payload.messages).toEqual([
			{
				role: 'assistant',
				content: [
					{
						type: 'thinking',
						thinking: [
							{type: 'text', text: 'first'},
							{type: 'text', text: 'then'},
						],
					},
					{type: 'text', text: 'said'},
				],
				tool_calls: [
					{id: 'abcdefghi', type: 'function', function: {name: 'read', arguments: '{"path":"x"}'}},
				],
			},
			{
				role: 'tool',
				tool_call_id: 'abcdefghi',
				name: 'read',
				content: [
					{type: 'text', text: 'Error:'},
					{type: 'text', text: expect.stringMatching(/image/)},
					{type: 'image_url', image_url: expect.stringMatching(/^data:image\/png;base64,/)},
				],
			},
		]);
	});

	test('names its session to the cache, and not when caching is off', () => {
		const cached = testCall({model: own, sessionId: 's-1', cacheRetention: 'short'});
		expect(toPayload(cached)).toMatchObject({prompt_cache_key: 's-1'});
		expect(toHeaders(cached)).toEqual({'x-affinity': 's-1'});
		const uncached = {...cached, cacheRetention: 'none'} as const;
		expect(toPayload(uncached)).not.toHaveProperty('prompt_cache_key');
		expect(toHeaders(uncached)).toEqual({});
	});

	test('is strict only where the model is said to take it, since a strict tool may silence it', () => {
		const parameters = {type: 'object', properties: {a: {type: 'string'}}, required: ['a']};
		const tools = [{name: 't', description: '', parameters, constrainedSampling: {}}];
		const strictOf = (compat: Readonly<Record<string, unknown>>) =>
			JSON.stringify(toPayload(testCall({model: {...own, compat}, tools})).tools);
		expect(strictOf({})).not.toContain('strict');
		expect(strictOf({supportsStrictMode: true})).toContain('"strict":true');
	});
});

const usage = (wire: object): unknown => {
	const reply = createReply(testCall({model: own}));
	const events = reply.read({choices: [{delta: {content: 'x'}}], usage: wire});
	return events.find((event): event is ModelEvent & {type: 'usage'} => event.type === 'usage')
		?.usage;
};

describe('an answer of Mistral', () => {
	test.each([
		{prompt_tokens_details: {cached_tokens: 40}},
		{prompt_token_details: {cached_tokens: 40}},
		{promptTokensDetails: {cachedTokens: 40}},
		{promptTokenDetails: {cachedTokens: 40}},
		{num_cached_tokens: 40},
		{numCachedTokens: 40},
	])('has the cached tokens where %j says', spelling => {
		expect(usage({prompt_tokens: 100, completion_tokens: 5, ...spelling})).toMatchObject({
			input: 60,
			cacheRead: 40,
			output: 5,
		});
	});

	test('never has more cached than there was', () => {
		const wire = {prompt_tokens: 10, completion_tokens: 5, num_cached_tokens: 40};
		expect(usage(wire)).toMatchObject({input: 0, cacheRead: 10});
	});

	test('takes arguments that are an object, and calls that are named "null"', () => {
		const reply = createReply(testCall({model: own}));
		const piece = (id: string) => ({id, function: {name: 'ls', arguments: {a: 1}}});
		const delta = {
			tool_calls: [
				{index: 0, ...piece('null')},
				{index: 1, ...piece('null')},
			],
		};
		const events = [
			...reply.read({choices: [{delta, finish_reason: 'tool_calls'}]}),
			...reply.end(),
		];
		const calls = events.flatMap(event => (event.type === 'toolcall_end' ? [event.toolCall] : []));
		expect(calls).toEqual([
			{type: 'toolCall', id: 'call_1_0', name: 'ls', arguments: {a: 1}},
			{type: 'toolCall', id: 'call_1_1', name: 'ls', arguments: {a: 1}},
		]);
	});

	test('stays in one block of thinking when empty pieces come between', () => {
		const reply = createReply(testCall({model: own}));
		const thought = (words: string) => [
			{type: 'thinking', thinking: [{type: 'text', text: words}]},
		];
		const events = [thought('a'), '', [], thought(''), thought('b')].flatMap(content =>
			reply.read({choices: [{delta: {content}}]}),
		);
		expect(events.filter(({type}) => type.startsWith('thinking')).map(({type}) => type)).toEqual([
			'thinking_start',
			'thinking_delta',
			'thinking_delta',
		]);
	});
});
