import {expect, test} from 'vitest';
import {accountOf} from '../../../../source/ai/protocols/openai-codex-responses/account.ts';
import {toPayload} from '../../../../source/ai/protocols/openai-codex-responses/request.ts';
import {testCall} from '../../../helpers/protocol-call.ts';

const tool = {name: 'ls', description: '', parameters: {type: 'object', properties: {}}};

test('a plan is asked without limits, with the reasoning to give back, and the prompt as first item', () => {
	const model = {id: 'gpt-6', reasoning: true};
	const call = testCall({
		model,
		systemPrompt: 'Be kind.',
		tools: [tool],
		temperature: 1,
		cacheRetention: 'long',
		sessionId: 's',
	});
	expect(toPayload(call)).toEqual({
		model: 'gpt-6',
		input: [
			{role: 'developer', content: 'Be kind.'},
			{role: 'user', content: [{type: 'input_text', text: 'hi'}]},
		],
		stream: true,
		store: false,
		text: {verbosity: 'low'},
		tool_choice: 'auto',
		parallel_tool_calls: true,
		tools: [{type: 'function', ...tool, strict: null}],
		reasoning: {effort: 'none'},
		include: ['reasoning.encrypted_content'],
		prompt_cache_key: 's',
	});
});

test('what is asked for by name is stronger than what is usual', () => {
	const call = testCall({
		tools: [tool],
		toolChoice: 'none',
		samplingParams: {text: {verbosity: 'high'}},
	});
	expect(toPayload(call)).toMatchObject({text: {verbosity: 'high'}, tool_choice: 'none'});
});

const token = (claims: unknown): string =>
	`h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test.each([
	['names an account', token({'https://api.openai.com/auth': {chatgpt_account_id: 'a-1'}}), 'a-1'],
	[
		'needs letters beyond plain base64',
		token({x: '>>>???ÿÿÿ', 'https://api.openai.com/auth': {chatgpt_account_id: 'ä'}}),
		'ä',
	],
	['names none', token({}), undefined],
	['is a list', token([]), undefined],
	['is no JSON', 'h.bm9wZQ.s', undefined],
	['is no token', 'nope', undefined],
])('a token that %s', (_title, value, expected) => {
	expect(accountOf(value)).toBe(expected);
});
