import {describe, expect, test} from 'vitest';
import {toPayload} from '../../../../source/ai/protocols/bedrock-converse-stream/request.ts';
import {list, record} from '../../../../source/ai/protocols/wire-json.ts';
import {isRecord} from '../../../../source/lib/is-record.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {call, image, result, says, text, user} from '../../../helpers/talk.ts';

const claude = (id: string) => ({
	id,
	api: 'bedrock-converse-stream',
	baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
	reasoning: true,
	maxTokens: 64_000,
});
const extraOf = (payload: unknown) => record(payload).additionalModelRequestFields;

describe('thinking at Bedrock', () => {
	test.each([
		[
			'anthropic.claude-opus-4-6-v1',
			{thinking: {type: 'adaptive', display: 'summarized'}, output_config: {effort: 'medium'}},
		],
		[
			'eu.anthropic.claude-sonnet-5-5',
			{thinking: {type: 'adaptive', display: 'summarized'}, output_config: {effort: 'medium'}},
		],
		[
			'us-gov.anthropic.claude-sonnet-5',
			{thinking: {type: 'adaptive'}, output_config: {effort: 'medium'}},
		],
		[
			'anthropic.claude-sonnet-4-20250514-v1:0',
			{
				thinking: {type: 'enabled', budget_tokens: 8192, display: 'summarized'},
				anthropic_beta: ['interleaved-thinking-2025-05-14'],
			},
		],
		['openai.gpt-oss-120b-1:0', {reasoning_effort: 'medium'}],
		['global.openai.gpt-6-sol', {reasoning: {effort: 'medium'}}],
		['amazon.nova-2-lite-v1:0', undefined],
		['deepseek.v3.2', undefined],
	])('of %s is asked for in its own words', (id, expected) => {
		const on = testCall({model: claude(id), level: 'medium', maxTokens: 32_000});
		expect(extraOf(toPayload(on))).toEqual(expected);
		expect(extraOf(toPayload({...on, level: 'off'}))).toBeUndefined();
	});

	test('leaves room for the answer', () => {
		const model = claude('anthropic.claude-haiku-4-5-20251001-v1:0');
		const payload = toPayload(testCall({model, level: 'high', maxTokens: 4096}));
		expect(payload.inferenceConfig).toEqual({maxTokens: 4096});
		expect(extraOf(payload)).toMatchObject({thinking: {budget_tokens: 3072}});
	});

	test('and temperature do not go together', () => {
		const temperatureOf = (id: string, level: 'off' | 'high') =>
			record(toPayload(testCall({model: claude(id), level, temperature: 1})).inferenceConfig)
				.temperature;
		expect(temperatureOf('anthropic.claude-sonnet-4-5', 'off')).toBe(1);
		expect(temperatureOf('anthropic.claude-sonnet-4-5', 'high')).toBeUndefined();
		expect(temperatureOf('anthropic.claude-sonnet-5', 'off')).toBeUndefined();
		expect(temperatureOf('amazon.nova-2-lite-v1:0', 'high')).toBe(1);
	});
});

describe('cache points', () => {
	const pointsOf = (changes: Parameters<typeof testCall>[0]) =>
		JSON.stringify(toPayload(testCall({systemPrompt: 'S', ...changes}))).match(
			/\{"cachePoint":[^}]*\}\}/g,
		);
	const short = '{"cachePoint":{"type":"default"}}';
	const arn = 'arn:aws:bedrock:eu-west-1:1:application-inference-profile/abc';

	test.each([
		['anthropic.claude-3-5-haiku-20241022-v1:0', true],
		['anthropic.claude-3-7-sonnet-20250219-v1:0', true],
		['anthropic.claude-opus-4-1-20250805-v1:0', true],
		['anthropic.claude-fable-5', true],
		['anthropic.claude-3-5-sonnet-20241022-v2:0', false],
		['anthropic.claude-3-haiku-20240307-v1:0', false],
		['amazon.nova-pro-v1:0', false],
		['openai.gpt-6-sol', false],
	])('of %s: %j', (id, expected) => {
		const points = pointsOf({model: claude(id), cacheRetention: 'short'});
		expect(points).toEqual(expected ? [short, short] : null);
	});

	test('are known by the shown name where an ARN hides the model, and can be forced', () => {
		const named = {...claude(arn), name: 'Claude Sonnet 4.5'};
		expect(pointsOf({model: named, cacheRetention: 'short'})).toHaveLength(2);
		expect(pointsOf({model: claude(arn), cacheRetention: 'short'})).toBeNull();
		const forced = {...claude(arn), compat: {supportsCachePoints: true}};
		expect(pointsOf({model: forced, cacheRetention: 'short'})).toHaveLength(2);
		const never = {...named, compat: {supportsCachePoints: false}};
		expect(pointsOf({model: never, cacheRetention: 'short'})).toBeNull();
	});

	test('last an hour when that is asked for, and are left out when caching is off', () => {
		const model = claude('anthropic.claude-sonnet-5');
		const long = '{"cachePoint":{"type":"default","ttl":"1h"}}';
		expect(pointsOf({model, cacheRetention: 'long'})).toEqual([long, long]);
		expect(pointsOf({model, cacheRetention: 'none'})).toBeNull();
	});
});

describe('the conversation', () => {
	test('has results in one message, images of failed ones behind it, and no empty keys', () => {
		const messages = [
			user(text('go')),
			says(call('a', {'': 1, path: {'': 2, x: [{'': 3}]}}), call('b')),
			{...result('a', text('broken'), image), isError: true},
			result('b', image),
		];
		const payload = toPayload(testCall({model: claude('anthropic.claude-sonnet-5'), messages}));
		expect(list(payload.messages).slice(1)).toEqual([
			{
				role: 'assistant',
				content: [
					{toolUse: {toolUseId: 'a', name: 'read', input: {path: {x: [{}]}}}},
					{toolUse: {toolUseId: 'b', name: 'read', input: {}}},
				],
			},
			{
				role: 'user',
				content: [
					{toolResult: {toolUseId: 'a', content: [{text: 'broken'}], status: 'error'}},
					{
						toolResult: {
							toolUseId: 'b',
							content: [
								{text: expect.stringContaining('image')},
								{image: {format: 'png', source: {bytes: 'AAAA'}}},
							],
						},
					},
					{text: expect.stringContaining('mage')},
					{image: {format: 'png', source: {bytes: 'AAAA'}}},
				],
			},
		]);
	});

	test('tells in words of images that no model at Bedrock can read', () => {
		const messages = [user({...image, mimeType: 'image/tiff'})];
		const payload = toPayload(testCall({model: claude('anthropic.claude-sonnet-5'), messages}));
		expect(JSON.stringify(payload.messages)).not.toContain('AAAA');
		expect(JSON.stringify(payload.messages)).toMatch(/image/i);
	});

	test('gives signatures back to Claude only', () => {
		const signed = {type: 'thinking', thinking: 'hm', thinkingSignature: 'c2ln'} as const;
		const thoughtOf = (id: string, block: typeof signed | {type: 'thinking'; thinking: string}) => {
			const messages = [user(text('go')), says(block, text('ok')), user(text('more'))];
			const {content} = record(
				list(toPayload(testCall({model: claude(id), messages})).messages)[1],
			);
			return list(content)[0];
		};
		expect(thoughtOf('anthropic.claude-sonnet-5', signed)).toEqual({
			reasoningContent: {reasoningText: {text: 'hm', signature: 'c2ln'}},
		});
		const unsigned = {type: 'thinking', thinking: 'hm'} as const;
		expect(thoughtOf('anthropic.claude-sonnet-5', unsigned)).toEqual({text: 'hm'});
		expect(thoughtOf('openai.gpt-6-sol', unsigned)).toEqual({
			reasoningContent: {reasoningText: {text: 'hm'}},
		});
	});
});

describe('tools at Bedrock', () => {
	const tool = {name: 'ls', description: '', parameters: {type: 'object', properties: {}}};
	const model = claude('anthropic.claude-sonnet-5');
	const asked = [user(text('go')), says(call('a')), result('a', text('x'))];
	const names = (payload: unknown) => {
		const {toolConfig} = record(payload);
		return isRecord(toolConfig)
			? list(toolConfig.tools).map(one => record(record(one).toolSpec).name)
			: undefined;
	};

	test('are left out when none may be called, unless old calls stand in the history', () => {
		expect(names(toPayload(testCall({model, tools: [tool], toolChoice: 'none'})))).toBeUndefined();
		const old = testCall({model, tools: [tool], toolChoice: 'none', messages: asked});
		expect(names(toPayload(old))).toEqual(['ls']);
	});

	test('that were called and are gone are declared as gone', () => {
		const payload = toPayload(testCall({model, messages: asked}));
		expect(names(payload)).toEqual(['read']);
		expect(JSON.stringify(payload.toolConfig)).toContain('no longer available');
	});
});
