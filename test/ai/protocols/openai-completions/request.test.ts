import {describe, expect, test} from 'vitest';
import type {AssistantContent, Message, Tool, UserContent} from '../../../../source/ai/index.ts';
import {emptyUsage} from '../../../../source/ai/index.ts';
import {toHeaders, toPayload} from '../../../../source/ai/protocols/openai-completions/request.ts';
import type {ProtocolCall} from '../../../../source/ai/protocols/protocol.ts';
import {testCall} from '../../../helpers/protocol-call.ts';

const text = (words: string) => ({type: 'text', text: words}) as const;
const image = {type: 'image', data: 'AAAA', mimeType: 'image/png'} as const;
const imageUrl = {type: 'image_url', image_url: {url: 'data:image/png;base64,AAAA'}};
const user = (content: string | readonly UserContent[]): Spoken => ({
	role: 'user',
	content,
	timestamp: 1,
});
const says = (...content: readonly AssistantContent[]): Spoken => ({
	role: 'assistant',
	content,
	api: 'openai-completions',
	provider: 'acme',
	model: 'm-1',
	usage: emptyUsage,
	stopReason: 'stop',
	timestamp: 2,
});
const calls = (id: string, args: Readonly<Record<string, unknown>> = {}) =>
	({type: 'toolCall', id, name: 'read', arguments: args}) as const;
const result = (toolCallId: string, ...content: readonly UserContent[]): Spoken => ({
	role: 'toolResult',
	toolCallId,
	toolName: 'read',
	content,
	isError: false,
	timestamp: 3,
});
const thought = (thinking: string, thinkingSignature?: string) =>
	({type: 'thinking', thinking, ...(thinkingSignature ? {thinkingSignature} : {})}) as const;

type Spoken = Exclude<Message, {role: 'system'}>;

const wireCall = (id: string) => ({
	id,
	type: 'function',
	function: {name: 'read', arguments: '{}'},
});

const tool: Tool = {
	name: 'read',
	description: 'Reads.',
	parameters: {type: 'object', properties: {path: {type: 'string'}}},
};

const body = (changes: Parameters<typeof testCall>[0] = {}) => toPayload(testCall(changes));
const messagesOf = (messages: readonly Spoken[], compat = {}) =>
	body({messages, model: {compat}}).messages;

describe('a request', () => {
	test('is the model, the talk and the limits', () => {
		expect(body({systemPrompt: 'Be kind.', temperature: 0.5})).toEqual({
			model: 'm-1',
			messages: [
				{role: 'system', content: 'Be kind.'},
				{role: 'user', content: 'hi'},
			],
			stream: true,
			stream_options: {include_usage: true},
			store: false,
			max_completion_tokens: 1000,
			temperature: 0.5,
		});
	});

	test('leaves out what the server does not know', () => {
		const compat = {
			supportsStore: false,
			supportsUsageInStreaming: false,
			maxTokensField: 'max_tokens',
		};
		expect(body({model: {compat}})).toEqual({
			model: 'm-1',
			messages: [{role: 'user', content: 'hi'}],
			stream: true,
			max_tokens: 1000,
		});
	});

	test('ends with the fields that a person adds', () => {
		const samplingParams = {top_p: 0.9, max_completion_tokens: 5};
		expect(body({samplingParams})).toMatchObject(samplingParams);
	});

	test.each([
		['a thinking model at OpenAI', 'https://api.openai.com/v1', true, 'developer'],
		['another model at OpenAI', 'https://api.openai.com/v1', false, 'system'],
		['a thinking model elsewhere', 'https://models.example/v1', true, 'system'],
		['somebody who looks like OpenAI', 'https://api.openai.com.evil.example/v1', true, 'system'],
	] as const)('instructs %s as it wants', (...[_title, baseUrl, reasoning, role]) => {
		const {messages} = body({systemPrompt: 'x', model: {baseUrl, reasoning}});
		expect(messages).toEqual([
			{role, content: 'x'},
			{role: 'user', content: 'hi'},
		]);
	});
});

describe('the talk', () => {
	test('has images as data, and text alone as a text', () => {
		expect(
			messagesOf([user([text('a'), text('b')]), user([image, text('see')]), user([image])]),
		).toEqual([
			{role: 'user', content: 'a\nb'},
			{role: 'user', content: [imageUrl, {type: 'text', text: 'see'}]},
			{role: 'user', content: [imageUrl]},
		]);
	});

	test('has answers as plain text, with their calls beside', () => {
		expect(
			messagesOf([says(text('a'), text('b'), calls('1', {p: 'é'})), result('1', text('ok'))]),
		).toEqual([
			{
				role: 'assistant',
				content: 'ab',
				tool_calls: [{id: '1', type: 'function', function: {name: 'read', arguments: '{"p":"é"}'}}],
			},
			{role: 'tool', tool_call_id: '1', content: 'ok'},
		]);
	});

	test('has nothing, or an empty text, where an answer has only calls', () => {
		const messages = [says(calls('1')), result('1', text('ok'))];
		expect(messagesOf(messages)).toMatchObject([{content: null}, {}]);
		expect(messagesOf(messages, {requiresNonNullContent: true})).toMatchObject([{content: ''}, {}]);
	});

	test('has the images of results behind the last result', () => {
		const messages = [
			says(calls('1'), calls('2')),
			result('1', image),
			result('2', text('and'), image),
			user('go on'),
		];
		expect(messagesOf(messages)).toEqual([
			{role: 'assistant', content: null, tool_calls: [wireCall('1'), wireCall('2')]},
			{role: 'tool', tool_call_id: '1', content: '(see the attached image)'},
			{role: 'tool', tool_call_id: '2', content: 'and'},
			{
				role: 'user',
				content: [
					{type: 'text', text: 'The images of these tool results follow.'},
					imageUrl,
					imageUrl,
				],
			},
			{role: 'user', content: 'go on'},
		]);
	});

	test('has an answer between results and a person, and names of results, where the server wants them', () => {
		const compat = {requiresAssistantAfterToolResult: true, requiresToolResultName: true};
		const messages = [says(calls('1')), result('1', text('ok')), user('go on')];
		expect(messagesOf(messages, compat)).toEqual([
			{role: 'assistant', content: null, tool_calls: [wireCall('1')]},
			{role: 'tool', tool_call_id: '1', content: 'ok', name: 'read'},
			{role: 'assistant', content: 'I have read the tool results.'},
			{role: 'user', content: 'go on'},
		]);
	});

	test('keeps the signature that Gemini puts on calls', () => {
		const signed = {...calls('1'), thoughtSignature: 'AbC='};
		expect(messagesOf([says(signed), result('1', text('ok'))])).toMatchObject([
			{tool_calls: [{...wireCall('1'), extra_content: {google: {thought_signature: 'AbC='}}}]},
			{},
		]);
	});
});

describe('thinking of earlier answers', () => {
	const answer = (compat: object, ...content: readonly AssistantContent[]) =>
		messagesOf([says(...content, text('ok'))], compat);

	test.each([
		['the field it came in', 'reasoning_content'],
		['another field it came in', 'reasoning_text'],
	])('goes back in %s', (_title, field) => {
		expect(answer({}, thought('a', field), thought('b', field))).toEqual([
			{role: 'assistant', content: 'ok', [field]: 'a\nb'},
		]);
	});

	test('goes back as the details it came with, from all its blocks', () => {
		const details = (text: string) => JSON.stringify([{type: 'reasoning.text', text}]);
		expect(answer({}, thought('a', details('a')), thought('', details('b')))).toEqual([
			{
				role: 'assistant',
				content: 'ok',
				reasoning_details: [
					{type: 'reasoning.text', text: 'a'},
					{type: 'reasoning.text', text: 'b'},
				],
			},
		]);
	});

	test.each([
		['unsigned', undefined],
		['signed by something else', 'sig=='],
		['signed by what looks like details', '[not json'],
	])('does not go back when it is %s', (_title, signature) => {
		expect(answer({}, thought('a', signature))).toEqual([{role: 'assistant', content: 'ok'}]);
	});

	test('has its field on every answer where the server insists', () => {
		const compat = {requiresReasoningContentOnAssistantMessages: true};
		expect(answer(compat)).toEqual([{role: 'assistant', content: 'ok', reasoning_content: ''}]);
		expect(answer(compat, thought('a', 'reasoning'))).toEqual([
			{role: 'assistant', content: 'ok', reasoning: 'a'},
		]);
	});

	test('goes back as text where the server wants that', () => {
		expect(answer({requiresThinkingAsText: true}, thought('a', 'reasoning'))).toEqual([
			{role: 'assistant', content: 'a\n\nok'},
		]);
	});
});

describe('tools', () => {
	const toolsOf = (compat: Readonly<Record<string, unknown>>, given: Tool = tool) =>
		body({tools: [given], model: {compat}}).tools;

	test('are sent as they are', () => {
		expect(toolsOf({})).toEqual([{type: 'function', function: tool}]);
	});

	test('are strict where that is asked for, supported and possible, and else say that they are not', () => {
		const strict = {...tool, constrainedSampling: true};
		const loose = {
			...strict,
			parameters: {type: 'object', properties: {n: {type: 'number', minimum: 1}}},
		};
		expect(toolsOf({}, strict)).toEqual([{type: 'function', function: tool}]);
		const compat = {supportsStrictMode: true};
		expect(toolsOf(compat)).toEqual([{type: 'function', function: {...tool, strict: false}}]);
		expect(toolsOf(compat, loose)).toMatchObject([
			{function: {parameters: loose.parameters, strict: false}},
		]);
		expect(toolsOf(compat, strict)).toEqual([
			{
				type: 'function',
				function: {
					name: 'read',
					description: 'Reads.',
					parameters: {
						type: 'object',
						properties: {path: {anyOf: [{type: 'string'}, {type: 'null'}]}},
						required: ['path'],
						additionalProperties: false,
					},
					strict: true,
				},
			},
		]);
	});

	test('may be forbidden for once', () => {
		expect(body({tools: [tool], toolChoice: 'none'}).tool_choice).toBe('none');
		expect(body({toolChoice: 'none'})).not.toHaveProperty('tool_choice');
	});

	test('are an empty list beside old calls where a relay wants one', () => {
		const messages = [says(calls('1')), result('1', text('ok'))];
		const compat = {requiresToolsWithHistory: true};
		expect(body({messages, model: {compat}}).tools).toEqual([]);
		expect(body({model: {compat}})).not.toHaveProperty('tools');
		expect(body({messages})).not.toHaveProperty('tools');
	});

	test('come in pieces at z.ai when asked', () => {
		expect(body({tools: [tool], model: {compat: {zaiToolStream: true}}}).tool_stream).toBe(true);
	});
});

const plainKeys = [
	'model',
	'messages',
	'stream',
	'stream_options',
	'store',
	'max_completion_tokens',
];

describe('thinking', () => {
	type Case = readonly [
		format: string,
		level: ProtocolCall['level'],
		more: {readonly map?: object; readonly compat?: object},
		expected: object,
	];
	const enabled = {$var: 'thinking.enabled'};
	const cases: readonly Case[] = [
		['openai', 'high', {}, {reasoning_effort: 'high'}],
		['openai', 'high', {map: {high: 'max'}}, {reasoning_effort: 'max'}],
		['openai', 'high', {compat: {supportsReasoningEffort: false}}, {}],
		['openai', 'off', {}, {}],
		['openai', 'off', {map: {off: 'none'}}, {reasoning_effort: 'none'}],
		['openai', 'off', {map: {off: null}}, {}],
		['openrouter', 'low', {}, {reasoning: {effort: 'low'}}],
		['openrouter', 'off', {}, {reasoning: {effort: 'none'}}],
		['openrouter', 'off', {map: {off: 'minimal'}}, {reasoning: {effort: 'minimal'}}],
		['openrouter', 'off', {map: {off: null}}, {}],
		['deepseek', 'high', {}, {thinking: {type: 'enabled'}, reasoning_effort: 'high'}],
		['deepseek', 'off', {}, {thinking: {type: 'disabled'}}],
		['deepseek', 'off', {map: {off: null}}, {}],
		[
			'zai',
			'high',
			{},
			{thinking: {type: 'enabled', clear_thinking: false}, reasoning_effort: 'high'},
		],
		['zai', 'off', {}, {thinking: {type: 'disabled'}}],
		['qwen', 'low', {compat: {supportsReasoningEffort: false}}, {enable_thinking: true}],
		['qwen', 'off', {}, {enable_thinking: false}],
		[
			'qwen-chat-template',
			'low',
			{},
			{chat_template_kwargs: {enable_thinking: true, preserve_thinking: true}},
		],
		[
			'chat-template',
			'low',
			{
				compat: {
					chatTemplateKwargs: {
						thinking: enabled,
						deep: {effort: {$var: 'thinking.effort'}, budget: {$var: 'thinking.budget'}},
						fixed: 1,
					},
				},
			},
			{chat_template_kwargs: {thinking: true, deep: {effort: 'low', budget: 0}, fixed: 1}},
		],
		[
			'baseten',
			'off',
			{compat: {chatTemplateArgs: {enable_thinking: enabled, effort: {$var: 'thinking.effort'}}}},
			{chat_template_args: {enable_thinking: false}},
		],
		['together', 'high', {}, {reasoning: {enabled: true}, reasoning_effort: 'high'}],
		['together', 'off', {}, {reasoning: {enabled: false}}],
		['string-thinking', 'medium', {}, {thinking: 'medium'}],
		['string-thinking', 'off', {}, {thinking: 'none'}],
		['ant-ling', 'high', {map: {high: 'deep'}}, {reasoning: {effort: 'deep'}}],
		['ant-ling', 'high', {}, {}],
		['unheard-of', 'high', {}, {}],
	];

	test.each(cases)('in the manner of %s, %s, %j', (...[thinkingFormat, level, more, expected]) => {
		const payload = body({
			level,
			model: {
				reasoning: true,
				thinkingLevelMap: {...more.map},
				compat: {thinkingFormat, ...more.compat},
			},
		});
		const fields = Object.entries(payload).filter(([name]) => !plainKeys.includes(name));
		expect(Object.fromEntries(fields)).toEqual(expected);
	});

	test('is not spoken of to a model that does not think', () => {
		expect(Object.keys(body({level: 'off', model: {compat: {thinkingFormat: 'zai'}}}))).toEqual(
			plainKeys,
		);
	});

	test('has a limit where the server has a field for one', () => {
		const model = {reasoning: true, compat: {thinkingBudgetField: 'thinking_token_budget'}};
		expect(body({level: 'low', maxTokens: 9000, model}).thinking_token_budget).toBe(2048);
		expect(body({level: 'off', maxTokens: 9000, model})).not.toHaveProperty(
			'thinking_token_budget',
		);
	});
});

describe('caching', () => {
	const sessionId = '👍'.repeat(70);
	const openai = {baseUrl: 'https://api.openai.com/v1'};
	const cacheKeys = ({
		prompt_cache_key,
		prompt_cache_retention,
	}: Readonly<Record<string, unknown>>) => [prompt_cache_key, prompt_cache_retention];

	test('at OpenAI goes by a key of at most 64 characters', () => {
		const key = '👍'.repeat(64);
		expect(cacheKeys(body({sessionId, cacheRetention: 'short', model: openai}))).toEqual([
			key,
			undefined,
		]);
		expect(cacheKeys(body({sessionId, cacheRetention: 'long', model: openai}))).toEqual([
			key,
			'24h',
		]);
		expect(cacheKeys(body({sessionId, cacheRetention: 'none', model: openai}))).toEqual([
			undefined,
			undefined,
		]);
		expect(cacheKeys(body({sessionId, cacheRetention: 'long'}))).toEqual([undefined, undefined]);
		const short = {...openai, compat: {supportsLongCacheRetention: false}};
		expect(cacheKeys(body({sessionId, cacheRetention: 'long', model: short}))).toEqual([
			key,
			undefined,
		]);
	});

	test('in the manner of Anthropic marks the prompt, the last tool and the end of the talk', () => {
		const model = {compat: {cacheControlFormat: 'anthropic'}};
		const cache_control = {type: 'ephemeral'};
		const marked = (words: string) => [{type: 'text', text: words, cache_control}];
		const messages = [user('a'), says(text('b')), user([text('c'), image])];
		expect(
			body({systemPrompt: 's', messages, tools: [tool, tool], cacheRetention: 'short', model}),
		).toMatchObject({
			messages: [
				{role: 'system', content: marked('s')},
				{role: 'user', content: 'a'},
				{role: 'assistant', content: 'b'},
				{role: 'user', content: [...marked('c'), imageUrl]},
			],
			tools: [
				{type: 'function', function: tool},
				{type: 'function', function: tool, cache_control},
			],
		});
		expect(JSON.stringify(body({cacheRetention: 'none', model}))).not.toContain('cache_control');
		expect(JSON.stringify(body({cacheRetention: 'long', model}))).toContain('"ttl":"1h"');
	});

	test('in the manner of Anthropic marks the last message that has text', () => {
		const messages = [user('a'), says(calls('1')), result('1', text('r')), user([image])];
		const payload = body({
			messages,
			cacheRetention: 'short',
			model: {compat: {cacheControlFormat: 'anthropic'}},
		});
		expect(payload.messages).toMatchObject([
			{content: 'a'},
			{content: null},
			{content: [{text: 'r', cache_control: {type: 'ephemeral'}}]},
			{content: [imageUrl]},
		]);
	});
});

describe('relays', () => {
	test('are told which servers may answer', () => {
		const compat = {openRouterRouting: {only: ['a']}, vercelGatewayRouting: {order: ['b']}};
		expect(body({model: {compat}})).toMatchObject({
			provider: {only: ['a']},
			providerOptions: {gateway: {order: ['b']}},
		});
	});
});

describe('headers', () => {
	const affine = (sessionAffinityFormat?: string) => ({
		compat: {
			sendSessionAffinityHeaders: true,
			...(sessionAffinityFormat ? {sessionAffinityFormat} : {}),
		},
	});
	const headers = (model: object, cacheRetention: ProtocolCall['cacheRetention'] = 'short') =>
		toHeaders(testCall({sessionId: 's-1', cacheRetention, model}));

	test.each([
		['as OpenAI has them', undefined, ['session_id', 'x-client-request-id', 'x-session-affinity']],
		['without a session', 'openai-nosession', ['x-client-request-id', 'x-session-affinity']],
		['as OpenRouter has them', 'openrouter', ['x-session-id']],
	])('keep a session where its cache is, %s', (_title, format, names) => {
		expect(headers(affine(format))).toEqual(Object.fromEntries(names.map(name => [name, 's-1'])));
	});

	test('say nothing of a session when nobody asks or nothing is cached', () => {
		expect(headers({})).toEqual({});
		expect(headers(affine(), 'none')).toEqual({});
		expect(toHeaders(testCall({cacheRetention: 'short', model: affine()}))).toEqual({});
	});

	test('tell Copilot who asks, and that there are images', () => {
		const model = {provider: 'github-copilot'};
		const ask = (...messages: readonly Spoken[]) => toHeaders(testCall({messages, model}));
		const intent = {
			'Openai-Intent': 'conversation-edits',
			// Ours, and no vendor's.
			'User-Agent': 'bough',
			'Editor-Version': 'bough/0.1',
		};
		expect(ask(user('a'))).toEqual({'X-Initiator': 'user', ...intent});
		expect(ask(user([image]), says(calls('1')), result('1', text('r')))).toEqual({
			'X-Initiator': 'agent',
			...intent,
			'Copilot-Vision-Request': 'true',
		});
	});
});
