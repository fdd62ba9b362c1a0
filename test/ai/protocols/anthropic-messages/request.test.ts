import {describe, expect, test} from 'vitest';
import type {Model} from '../../../../source/ai/index.ts';
import {toHeaders, toPayload} from '../../../../source/ai/protocols/anthropic-messages/request.ts';
import type {ProtocolCall} from '../../../../source/ai/protocols/protocol.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {call, failure, image, result, says, text, thought, user} from '../../../helpers/talk.ts';

type Changes = Parameters<typeof testCall>[0];

const thinker = (changes: Partial<Model> = {}): Partial<Model> => ({
	api: 'anthropic-messages',
	reasoning: true,
	maxTokens: 64_000,
	...changes,
});
const body = (changes: Changes = {}) => toPayload(testCall(changes));
const headers = (changes: Changes = {}) => toHeaders(testCall(changes));
const messagesOf = (messages: ProtocolCall['messages'], compat: Model['compat'] = {}) =>
	body({messages, model: {compat}}).messages;

const said = (words: string) => ({type: 'text', text: words});
const wireImage = {type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'AAAA'}};
const used = (id: string) => ({type: 'tool_use', id, name: 'read', input: {}});
const answered = (id: string, content: unknown, more = {}) => ({
	type: 'tool_result',
	tool_use_id: id,
	content,
	...more,
});

const tool = {
	name: 'read',
	description: 'Reads.',
	parameters: {
		$schema: 'x',
		type: 'object',
		properties: {path: {const: 'a'}},
		required: ['path', 'gone'],
		additionalProperties: false,
	},
};

describe('a request', () => {
	test('is the model, the talk and the limit', () => {
		expect(body({systemPrompt: 'Be kind.', temperature: 0.5})).toEqual({
			model: 'm-1',
			max_tokens: 1000,
			stream: true,
			system: [{type: 'text', text: 'Be kind.'}],
			messages: [{role: 'user', content: [said('hi')]}],
			temperature: 0.5,
		});
	});

	test('offers tools with the schema that they have', () => {
		const {tools, tool_choice} = body({tools: [tool], toolChoice: 'none'});
		const {$schema: _word, ...schema} = tool.parameters;
		expect(tools).toEqual([{name: 'read', description: 'Reads.', input_schema: schema}]);
		expect(tool_choice).toEqual({type: 'none'});
	});

	test('gives alternatives at the root of a schema as one object', () => {
		const variant = (name: string) => ({
			type: 'object',
			properties: {[name]: {type: 'string'}, kind: {type: 'string'}},
			required: [name, 'kind'],
		});
		const parameters = {anyOf: [variant('a'), variant('b')]};
		expect(body({tools: [{...tool, parameters}]}).tools).toMatchObject([
			{
				input_schema: {
					type: 'object',
					properties: {a: {type: 'string'}, b: {type: 'string'}, kind: {type: 'string'}},
					required: ['kind'],
				},
			},
		]);
	});

	test('asks for arguments as they are written, in the way that the server knows', () => {
		const eager = {eager_input_streaming: true};
		expect(body({tools: [tool], model: {provider: 'anthropic'}}).tools).toMatchObject([eager]);
		const compat = {supportsEagerToolInputStreaming: false};
		const old = {tools: [tool], model: {provider: 'anthropic', compat}};
		expect(body(old).tools).not.toMatchObject([eager]);
		expect(headers(old)).toEqual({'anthropic-beta': 'fine-grained-tool-streaming-2025-05-14'});
		const own = {tools: [tool], model: {baseUrl: 'https://api.anthropic.com.example/'}};
		expect(body(own).tools).not.toMatchObject([eager]);
	});
});

describe('messages', () => {
	test('take turns: neighbours of one role become one', () => {
		expect(
			messagesOf([
				user(text('a')),
				{role: 'user', content: 'b', timestamp: 1},
				says(text('c')),
				says(text('d'), call('1'), call('2')),
				result('1', text('one')),
				result('2', text('two')),
				user(text('e'), image),
			]),
		).toEqual([
			{role: 'user', content: [said('a'), said('b')]},
			{role: 'assistant', content: [said('c'), said('d'), used('1'), used('2')]},
			{
				role: 'user',
				content: [answered('1', 'one'), answered('2', 'two'), said('e'), wireImage],
			},
		]);
	});

	test('begin and end with the user', () => {
		const goOn = {role: 'user', content: [said('Continue.')]};
		const answer = {role: 'assistant', content: [said('a')]};
		expect(messagesOf([says(text('a'))])).toEqual([goOn, answer, goOn]);
		expect(messagesOf([])).toEqual([goOn]);
	});

	test('are never blank', () => {
		expect(
			messagesOf([user(text('')), user(text('a'), text(' \n')), says(text('\t')), user(text('b'))]),
		).toEqual([{role: 'user', content: [said('a'), said('b')]}]);
	});

	test('have results with images, and a word beside them', () => {
		const turn = says(call('1'), call('2'), call('3'));
		const results = [result('1', text('x'), image), result('2', image), result('3')];
		expect(messagesOf([user(text('a')), turn, ...results])).toMatchObject([
			{},
			{},
			{
				content: [
					answered('1', [said('x'), wireImage]),
					answered('2', [said('(see the attached image)'), wireImage]),
					answered('3', '(no output)'),
				],
			},
		]);
	});

	test('have the images of failures behind all results', () => {
		const turn = says(call('1'), call('2'));
		const results = [failure('1', text('x'), image), result('2', text('y'))];
		expect(messagesOf([user(text('a')), turn, ...results, user(text('b'))])).toMatchObject([
			{},
			{},
			{
				content: [
					answered('1', 'x', {is_error: true}),
					answered('2', 'y'),
					said('The images of these tool results follow.'),
					wireImage,
					said('b'),
				],
			},
		]);
	});

	test('return thinking with its signature, withheld thinking as it was, and the rest as text', () => {
		const withheld = {...thought('[withheld]', 'enc'), redacted: true};
		const turn = says(
			thought('deep', 'sig'),
			thought('', 's2'),
			withheld,
			thought('bare'),
			text('a'),
		);
		const signed = [
			{type: 'thinking', thinking: 'deep', signature: 'sig'},
			{type: 'thinking', thinking: '', signature: 's2'},
			{type: 'redacted_thinking', data: 'enc'},
		];
		expect(messagesOf([user(text('q')), turn, user(text('b'))])).toMatchObject([
			{},
			{content: [...signed, said('bare'), said('a')]},
			{},
		]);
		const bare = {type: 'thinking', thinking: 'bare', signature: ''};
		expect(
			messagesOf([user(text('q')), turn, user(text('b'))], {allowEmptySignature: true}),
		).toMatchObject([{}, {content: [...signed, bare, said('a')]}, {}]);
	});
});

describe('thinking', () => {
	const thinkingOf = (changes: Changes) => {
		const {thinking, output_config, max_tokens, temperature} = body({temperature: 1, ...changes});
		return {thinking, output_config, max_tokens, temperature};
	};
	const enabled = (budget_tokens: number) => ({
		type: 'enabled',
		budget_tokens,
		display: 'summarized',
	});

	test.each([
		['minimal', 1024],
		['low', 2048],
		['medium', 8192],
		['high', 16_384],
	] as const)('at level %s has %i tokens', (level, budget) => {
		const changes = {model: thinker(), level, maxTokens: 64_000};
		expect(thinkingOf(changes)).toEqual({
			thinking: enabled(budget),
			max_tokens: 64_000,
			temperature: undefined,
			output_config: undefined,
		});
		expect(headers(changes)).toEqual({'anthropic-beta': 'interleaved-thinking-2025-05-14'});
	});

	test('leaves room for the answer', () => {
		const asked = (maxTokens: number, changes: Changes = {}) =>
			thinkingOf({model: thinker(), level: 'high', maxTokens, ...changes});
		expect(asked(5000)).toMatchObject({thinking: enabled(3976), max_tokens: 5000});
		expect(asked(100)).toMatchObject({thinking: enabled(1024), max_tokens: 2048});
		expect(asked(9000, {thinkingBudgets: {high: 4000}})).toMatchObject({thinking: enabled(4000)});
		expect(asked(1000, {model: thinker({maxTokens: 1000})})).toMatchObject({
			thinking: {type: 'disabled'},
			max_tokens: 1000,
		});
	});

	test.each([
		['minimal', 'low'],
		['low', 'low'],
		['medium', 'medium'],
		['high', 'high'],
		['xhigh', 'extra'],
		['max', 'high'],
	] as const)('of newer models at level %s is an effort: %s', (level, effort) => {
		const model = thinker({
			compat: {forceAdaptiveThinking: true},
			thinkingLevelMap: {xhigh: 'extra'},
		});
		expect(thinkingOf({model, level, maxTokens: 500})).toEqual({
			thinking: {type: 'adaptive', display: 'summarized'},
			output_config: {effort},
			max_tokens: 500,
			temperature: undefined,
		});
		expect(headers({model, level})).toEqual({});
	});

	test('of an earlier session is dropped by Anthropic itself, not refused', () => {
		const model = thinker({provider: 'anthropic', compat: {forceAdaptiveThinking: true}});
		expect(thinkingOf({model, level: 'low'}).thinking).toEqual({
			type: 'adaptive',
			display: 'summarized',
			block_binding: {prefix_mismatch_behavior: 'drop_block'},
		});
		expect(headers({model, level: 'low'})).toEqual({
			'anthropic-beta': 'thinking-binding-controls-2026-08-01',
		});
	});

	test('is switched off where it can be', () => {
		expect(thinkingOf({model: thinker()})).toMatchObject({
			thinking: {type: 'disabled'},
			temperature: 1,
		});
		expect(thinkingOf({model: thinker({thinkingLevelMap: {off: null}})}).thinking).toBeUndefined();
		expect(thinkingOf({level: 'high'}).thinking).toBeUndefined();
	});

	test('has no temperature beside it, and some models never have one', () => {
		expect(thinkingOf({model: {compat: {supportsTemperature: false}}}).temperature).toBeUndefined();
	});
});

describe('the cache', () => {
	const marks = (changes: Changes) => {
		const {system, tools, messages} = body({
			systemPrompt: 'x',
			tools: [tool, {...tool, name: 'ls'}],
			messages: [user(text('a')), says(call('1')), result('1', text('r'))],
			cacheRetention: 'short',
			...changes,
		});
		return JSON.stringify([system, tools, messages]).match(/"cache_control":\{[^}]*\}/g);
	};
	const short = '"cache_control":{"type":"ephemeral"}';
	const long = '"cache_control":{"type":"ephemeral","ttl":"1h"}';

	test('is marked behind the prompt, the tools and the talk', () => {
		expect(marks({})).toEqual([short, short, short]);
		const {messages, tools} = body({tools: [tool], cacheRetention: 'short'});
		const mark = {cache_control: {type: 'ephemeral'}};
		expect(messages).toEqual([{role: 'user', content: [{...said('hi'), ...mark}]}]);
		expect(tools).toMatchObject([mark]);
	});

	test('lives as long as it may', () => {
		expect(marks({cacheRetention: 'none'})).toBeNull();
		expect(marks({cacheRetention: 'long'})).toEqual([long, long, long]);
		const compat = {supportsLongCacheRetention: false, supportsCacheControlOnTools: false};
		expect(marks({cacheRetention: 'long', model: {compat}})).toEqual([short, short]);
	});

	test('is found again by the name of the session', () => {
		const changes = (sessionAffinityFormat: string): Changes => ({
			sessionId: 's-1',
			cacheRetention: 'short',
			model: {compat: {sendSessionAffinityHeaders: true, sessionAffinityFormat}},
		});
		expect(headers(changes('openai'))).toEqual({'x-session-affinity': 's-1'});
		expect(headers(changes('openrouter'))).toEqual({'x-session-id': 's-1'});
		expect(headers({...changes('openai'), cacheRetention: 'none'})).toEqual({});
		expect(headers({sessionId: 's-1', cacheRetention: 'short'})).toEqual({});
	});
});

test('the betas of a configuration stand beside ours', () => {
	const model = thinker({headers: {'anthropic-beta': 'own-1'}});
	expect(headers({model, level: 'low', maxTokens: 9000})).toEqual({
		'anthropic-beta': 'own-1,interleaved-thinking-2025-05-14',
	});
});
