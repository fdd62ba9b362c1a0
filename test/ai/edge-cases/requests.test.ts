import {describe, expect, test} from 'vitest';
import type {Message, Model, Tool} from '../../../source/ai/index.ts';
import {streamModel} from '../../../source/ai/index.ts';
import {clampLevel, levelsOf} from '../../../source/ai/levels.ts';
import {apis, bodyFor, headersFor, modelFor} from '../../helpers/payload.ts';
import {call, image, result, says, text, user} from '../../helpers/talk.ts';
import {data, wireServer} from '../../helpers/wire-server.ts';

const prompt: Message = {role: 'system', content: 'Be kind.', timestamp: 0};
const withTools = (...tools: readonly Tool[]): Message => ({...prompt, toolsAdded: tools});
const ls: Tool = {
	name: 'ls',
	description: 'Lists.',
	parameters: {type: 'object', properties: {path: {type: 'string'}}, required: ['path']},
};
const chat = 'openai-completions';
const openai = {baseUrl: 'https://api.openai.com/v1'};

describe('building a request', () => {
	test('developer vs system role; store; max_tokens field; each thinking format on/off', async () => {
		const roleAt = async (model: Partial<Model>) => {
			const {messages} = await bodyFor(chat, {model, messages: [prompt, user(text('a'))]});
			return JSON.stringify(messages).match(/"role":"(\w+)"/)?.[1];
		};
		expect(await roleAt(openai)).toBe('developer');
		expect(await roleAt({...openai, reasoning: false})).toBe('system');
		expect(await roleAt({})).toBe('system');
		expect(await bodyFor(chat, {model: openai})).toMatchObject({
			store: false,
			max_completion_tokens: 32_000,
		});
		const plain = await bodyFor(chat, {model: {baseUrl: 'https://api.deepseek.com/v1'}});
		expect(plain).toMatchObject({max_tokens: 32_000});
		expect(plain).not.toHaveProperty('store');
		const formats: readonly (readonly [format: string, on: object, off: object])[] = [
			['openai', {reasoning_effort: 'low'}, {}],
			['openrouter', {reasoning: {effort: 'low'}}, {reasoning: {effort: 'none'}}],
			['deepseek', {thinking: {type: 'enabled'}}, {thinking: {type: 'disabled'}}],
			['zai', {thinking: {type: 'enabled', clear_thinking: false}}, {thinking: {type: 'disabled'}}],
			['qwen', {enable_thinking: true}, {enable_thinking: false}],
			[
				'qwen-chat-template',
				{chat_template_kwargs: {enable_thinking: true, preserve_thinking: true}},
				{chat_template_kwargs: {enable_thinking: false, preserve_thinking: true}},
			],
			['together', {reasoning: {enabled: true}}, {reasoning: {enabled: false}}],
			['string-thinking', {thinking: 'low'}, {thinking: 'none'}],
		];
		for (const [thinkingFormat, on, off] of formats) {
			const model = {compat: {thinkingFormat}};
			expect(await bodyFor(chat, {model, options: {level: 'low'}})).toMatchObject(on);
			expect(await bodyFor(chat, {model, options: {level: 'off'}})).toMatchObject(off);
		}
	});

	test('level clamp up then down; null level; xhigh only when mapped', () => {
		const offering = (thinkingLevelMap: object) => modelFor(chat, {thinkingLevelMap});
		expect(levelsOf(offering({}))).toEqual(['off', 'minimal', 'low', 'medium', 'high']);
		const model = offering({off: null, minimal: null, medium: null, xhigh: 'very'});
		expect(levelsOf(model)).toEqual(['low', 'high', 'xhigh']);
		expect((['off', 'medium', 'max'] as const).map(level => clampLevel(model, level))).toEqual([
			'low',
			'high',
			'xhigh',
		]);
	});

	test('tool choice passed on; strict omitted where unsupported; strict fallback', async () => {
		const messages = [withTools(ls), user(text('a'))];
		const choices = [chat, 'openai-responses', 'mistral-conversations', 'openai-codex-responses'];
		for (const api of choices) {
			expect(await bodyFor(api, {messages, options: {toolChoice: 'none'}})).toMatchObject({
				tool_choice: 'none',
			});
		}

		expect(
			await bodyFor('anthropic-messages', {messages, options: {toolChoice: 'none'}}),
		).toMatchObject({tool_choice: {type: 'none'}});
		expect(await bodyFor('google-vertex', {messages, options: {toolChoice: 'none'}})).toMatchObject(
			{
				toolConfig: {functionCallingConfig: {mode: 'NONE'}},
			},
		);
		const strict = {...ls, constrainedSampling: {}};
		const loose = {...strict, parameters: {type: 'object', properties: {a: {}}}};
		const toolsOf = async (tool: Tool, compat: Readonly<Record<string, unknown>>) =>
			JSON.stringify(
				(await bodyFor(chat, {model: {compat}, messages: [withTools(tool), user(text('a'))]}))
					.tools,
			);
		expect(await toolsOf(strict, {})).not.toContain('strict');
		expect(await toolsOf(strict, {supportsStrictMode: true})).toContain('"strict":true');
		expect(await toolsOf(loose, {supportsStrictMode: true})).toContain('"strict":false');
	});

	test('`tools: []` with tool history; const → enum for Google; root anyOf for Anthropic', async () => {
		const history = [user(text('a')), says(call('1')), result('1', text('r'))];
		const relay = {compat: {requiresToolsWithHistory: true}};
		expect(await bodyFor(chat, {model: relay, messages: history})).toMatchObject({tools: []});
		expect(await bodyFor(chat, {messages: history})).not.toHaveProperty('tools');
		const mode = {...ls, parameters: {type: 'object', properties: {mode: {const: 'fast'}}}};
		const google = await bodyFor('google-generative-ai', {
			messages: [withTools(mode), user(text('a'))],
		});
		expect(JSON.stringify(google.tools)).toContain('"enum":["fast"]');
		expect(JSON.stringify(google.tools)).not.toContain('const');
		const either = {...ls, parameters: {anyOf: [ls.parameters, {type: 'object'}]}};
		const anthropic = await bodyFor('anthropic-messages', {
			messages: [withTools(either), user(text('a'))],
		});
		expect(anthropic.tools).toMatchObject([{input_schema: {type: 'object'}}]);
		expect(JSON.stringify(anthropic.tools)).not.toContain('anyOf');
	});

	test('cache retention none/short/long per protocol; ttl only where supported; nothing sent when caching is off', async () => {
		const tracesOf = async (api: string, cacheRetention: 'none' | 'short' | 'long') => {
			const asked = {
				messages: [prompt, user(text('a'))],
				options: {cacheRetention, sessionId: 's-1'},
			};
			const model = api === chat ? openai : {};
			const body = JSON.stringify(await bodyFor(api, {...asked, model}));
			return [...new Set(body.match(/prompt_cache_key|24h|"1h"|cache_control|cachePoint/g))];
		};
		const expected: Readonly<Record<string, readonly (readonly string[])[]>> = {
			'openai-completions': [[], ['prompt_cache_key'], ['prompt_cache_key', '24h']],
			'openai-responses': [[], ['prompt_cache_key'], ['prompt_cache_key', '24h']],
			'azure-openai-responses': [[], ['prompt_cache_key'], ['prompt_cache_key', '24h']],
			'openai-codex-responses': [[], ['prompt_cache_key'], ['prompt_cache_key']],
			'anthropic-messages': [[], ['cache_control'], ['cache_control', '"1h"']],
			'google-generative-ai': [[], [], []],
			'google-vertex': [[], [], []],
			'bedrock-converse-stream': [[], ['cachePoint'], ['cachePoint', '"1h"']],
			'mistral-conversations': [[], ['prompt_cache_key'], ['prompt_cache_key']],
		};
		for (const api of apis) {
			const got = await Promise.all(
				(['none', 'short', 'long'] as const).map(retention => tracesOf(api, retention)),
			);
			expect([api, got]).toEqual([api, expected[api]]);
			expect(
				await headersFor(api, {options: {cacheRetention: 'none', sessionId: 's'}}),
			).not.toEqual(expect.objectContaining({'x-client-request-id': 's'}));
		}
	});

	test('marker on string user message; key cut to 64 code points; affinity headers per format', async () => {
		const compat = {cacheControlFormat: 'anthropic'};
		const marked = await bodyFor(chat, {model: {compat}});
		expect(marked.messages).toEqual([
			{
				role: 'user',
				content: [{type: 'text', text: 'hello', cache_control: {type: 'ephemeral'}}],
			},
		]);
		const options = {sessionId: '👍'.repeat(70)};
		expect(await bodyFor(chat, {model: openai, options})).toMatchObject({
			prompt_cache_key: '👍'.repeat(64),
		});
		const namesOf = async (sessionAffinityFormat: string) =>
			Object.keys(
				await headersFor(chat, {
					model: {compat: {sendSessionAffinityHeaders: true, sessionAffinityFormat}},
					options: {sessionId: 's'},
				}),
			);
		expect(await namesOf('openai')).toEqual([
			'session_id',
			'x-client-request-id',
			'x-session-affinity',
		]);
		expect(await namesOf('openai-nosession')).toEqual([
			'x-client-request-id',
			'x-session-affinity',
		]);
		expect(await namesOf('openrouter')).toEqual(['x-session-id']);
	});

	test('custom headers override defaults; null removes', async () => {
		const server = await wireServer({frames: [data('[DONE]')]});
		try {
			const model = modelFor(chat, {
				provider: 'github-copilot',
				baseUrl: `${server.url}/v1`,
				headers: {'Editor-Version': 'mine/1', 'x-kept': 'a', 'x-both': 'model'},
			});
			const headers = {'x-both': 'request', 'x-initiator': null, authorization: 'Bearer own'};
			for await (const _ of streamModel({model, messages: hello()}, {apiKey: 'k', headers}));
			expect(server.seen[0]?.headers).toMatchObject({
				'editor-version': 'mine/1',
				'x-kept': 'a',
				'x-both': 'request',
				authorization: 'Bearer own',
			});
			expect(server.seen[0]?.headers).not.toHaveProperty('x-initiator');
		} finally {
			await server.close();
		}
	});

	test('max tokens clamped to the window; min 16 at Responses; thinking budget leaves room for the answer', async () => {
		const long = [user(text('x'.repeat(3.5 * 190_000)))];
		for (const api of apis) {
			const body = JSON.stringify(await bodyFor(api, {messages: long}));
			const limit = /"(?:max\w*[tT]okens|maxOutputTokens)":(\d+)/.exec(body)?.[1];
			// Plans refuse a limit.
			if (api !== 'openai-codex-responses') expect(Number(limit)).toBeLessThan(10_000);
		}

		expect(await bodyFor('openai-responses', {options: {maxTokens: 3}})).toMatchObject({
			max_output_tokens: 16,
		});
		for (const api of ['anthropic-messages', 'bedrock-converse-stream']) {
			const body = JSON.stringify(await bodyFor(api, {options: {level: 'high', maxTokens: 5000}}));
			const budget = Number(/"budget_tokens":(\d+)/.exec(body)?.[1]);
			const most = Number(/"max_?[tT]okens":(\d+)/.exec(body)?.[1]);
			expect(most - budget).toBeGreaterThanOrEqual(1024);
		}
	});

	test('Copilot: Bearer for Claude, initiator, vision header', async () => {
		const server = await wireServer({frames: [data('{}')]}, {frames: [data('{}')]});
		try {
			const model = modelFor('anthropic-messages', {
				provider: 'github-copilot',
				baseUrl: server.url,
			});
			const turn = [user(text('a'), image), says(call('1')), result('1', text('r'))];
			for (const messages of [hello(), turn]) {
				for await (const _ of streamModel({model, messages}, {apiKey: 'token'}));
			}

			const [asked, working] = server.seen.map(({headers}) => headers);
			expect(asked).toMatchObject({authorization: 'Bearer token', 'x-initiator': 'user'});
			expect(asked).not.toHaveProperty('x-api-key');
			expect(asked).not.toHaveProperty('copilot-vision-request');
			expect(working).toMatchObject({'x-initiator': 'agent', 'copilot-vision-request': 'true'});
		} finally {
			await server.close();
		}
	});
});

function hello(): readonly Message[] {
	return [user(text('hello'))];
}
