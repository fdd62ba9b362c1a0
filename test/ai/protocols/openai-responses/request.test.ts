import {describe, expect, test} from 'vitest';
import type {Model} from '../../../../source/ai/index.ts';
import {toHeaders, toPayload} from '../../../../source/ai/protocols/openai-responses/request.ts';
import type {ProtocolCall} from '../../../../source/ai/protocols/protocol.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {call, failure, image, result, says, text, thought, user} from '../../../helpers/talk.ts';

type Changes = Parameters<typeof testCall>[0];

const body = (changes: Changes = {}) => toPayload(testCall(changes));
const headers = (changes: Changes = {}) => toHeaders(testCall(changes));
const inputOf = (...messages: ProtocolCall['messages']) => body({messages}).input;

const thinker = (changes: Partial<Model> = {}): Partial<Model> => ({reasoning: true, ...changes});
const wireImage = {type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto'};
const message = (id: unknown, words: string, more = {}) => ({
	type: 'message',
	role: 'assistant',
	id,
	status: 'completed',
	content: [{type: 'output_text', text: words, annotations: []}],
	...more,
});
const called = (call_id: string, more = {}) => ({
	type: 'function_call',
	call_id,
	...more,
	name: 'read',
	arguments: '{}',
});
const output = (call_id: string, value: unknown) => ({
	type: 'function_call_output',
	call_id,
	output: value,
});
const item = {type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'enc'};
const tool = {name: 'read', description: 'Reads.', parameters: {type: 'object', properties: {}}};
const madeUp = expect.stringMatching(/^msg_[\da-f]{32}$/);

describe('a request', () => {
	test('is the model, the talk and the limit, and is not stored', () => {
		expect(body({systemPrompt: 'Be kind.', temperature: 0.5})).toEqual({
			model: 'm-1',
			input: [
				{role: 'system', content: 'Be kind.'},
				{role: 'user', content: [{type: 'input_text', text: 'hi'}]},
			],
			stream: true,
			store: false,
			max_output_tokens: 1000,
			temperature: 0.5,
		});
	});

	test('asks for no less than the server grants, or for nothing', () => {
		expect(body({maxTokens: 5}).max_output_tokens).toBe(16);
		const compat = {supportsMaxOutputTokens: false};
		expect(body({model: {compat}})).not.toHaveProperty('max_output_tokens');
	});

	test('speaks to thinkers as their developer', () => {
		const roleFor = (model: Partial<Model>) => body({systemPrompt: 'x', model}).input;
		expect(roleFor(thinker())).toMatchObject([{role: 'developer'}, {}]);
		expect(roleFor(thinker({compat: {supportsDeveloperRole: false}}))).toMatchObject([
			{role: 'system'},
			{},
		]);
	});

	test('says outright whether tools are strict', () => {
		const parameters = {type: 'object', properties: {a: {type: 'string'}}};
		const strict = {...tool, parameters, constrainedSampling: true};
		const toolsFor = (supportsStrictMode: boolean, ...tools: ProtocolCall['tools']) =>
			body({tools, model: {compat: {supportsStrictMode}}}).tools;
		expect(toolsFor(true, tool, strict)).toEqual([
			{type: 'function', ...tool, strict: false},
			{
				type: 'function',
				name: 'read',
				description: 'Reads.',
				parameters: {
					type: 'object',
					properties: {a: {anyOf: [{type: 'string'}, {type: 'null'}]}},
					required: ['a'],
					additionalProperties: false,
				},
				strict: true,
			},
		]);
		expect(toolsFor(false, strict)).toMatchObject([{parameters, strict: false}]);
		expect(body({tools: [tool], toolChoice: 'none'}).tool_choice).toBe('none');
	});

	test('ends with what a person adds', () => {
		const samplingParams = {service_tier: 'flex', temperature: 1};
		expect(body({temperature: 0.5, samplingParams})).toMatchObject(samplingParams);
	});
});

describe('items', () => {
	test('are what was said, asked and answered', () => {
		expect(
			inputOf(
				user(text('a'), image),
				says(
					{...text('b'), textSignature: '{"v":1,"id":"msg_1","phase":"commentary"}'},
					call('c|fc_1'),
				),
				result('c|fc_1', text('one'), text('two')),
				says(text('d')),
			),
		).toEqual([
			{role: 'user', content: [{type: 'input_text', text: 'a'}, wireImage]},
			message('msg_1', 'b', {phase: 'commentary'}),
			called('c', {id: 'fc_1'}),
			output('c', 'one\ntwo'),
			message(madeUp, 'd'),
		]);
	});

	test('have ids that begin as they must and are not too long', () => {
		const long = `msg_${'x'.repeat(70)}`;
		const named = (textSignature: string) => ({...text('a'), textSignature});
		expect(
			inputOf(says(named('msg_bare'), named(long), named('item_1'), text('a'), call('c|call_2'))),
		).toEqual([
			message('msg_bare', 'a'),
			message(madeUp, 'a'),
			message(madeUp, 'a'),
			message(madeUp, 'a'),
			called('c'),
		]);
		const [first, second] = [inputOf(says(text('a')), says(text('a')))].flat();
		expect(first).not.toEqual(second);
	});

	test('are never blank', () => {
		expect(inputOf(user(text(' ')), says(text('\n')), user(text(''), text('b')))).toEqual([
			{role: 'user', content: [{type: 'input_text', text: 'b'}]},
		]);
		expect(inputOf(says(call('1')), result('1', text(' ')))).toEqual([
			called('1'),
			output('1', '(no output)'),
		]);
	});

	test('show the images of results, also of failed ones', () => {
		expect(inputOf(failure('1', text('x'), image), result('2', image))).toEqual([
			output('1', [{type: 'input_text', text: 'x'}, wireImage]),
			output('2', [wireImage]),
		]);
	});

	test('of reasoning go back as they came, before what followed', () => {
		const turn = says(thought('', JSON.stringify(item)), text('a'), call('c|fc_1'));
		expect(inputOf(turn)).toMatchObject([item, {type: 'message'}, {id: 'fc_1'}]);
	});

	test('of reasoning that nothing followed stay away', () => {
		expect(inputOf(says(thought('', JSON.stringify(item)), text(' ')), user(text('b')))).toEqual([
			{role: 'user', content: [{type: 'input_text', text: 'b'}]},
		]);
	});

	test.each([
		['is not encrypted', JSON.stringify({...item, encrypted_content: null})],
		['was made elsewhere', 'reasoning_content'],
		['is gone', undefined],
	])('keep no ids when some of their reasoning %s', (_title, lost) => {
		const turn = says(thought('x', lost), thought('', JSON.stringify(item)), call('c|fc_1'));
		expect(inputOf(turn)).toEqual([called('c')]);
	});

	test('of reasoning that lies open go back too', () => {
		const open = {type: 'reasoning', id: 'rs_2', content: [{type: 'reasoning_text', text: 'Hm'}]};
		expect(inputOf(says(thought('Hm', JSON.stringify(open)), text('a')))).toMatchObject([open, {}]);
	});
});

describe('reasoning', () => {
	const fields = (changes: Changes) => {
		const {reasoning, include} = body(changes);
		return {reasoning, include};
	};
	const include = ['reasoning.encrypted_content'];

	test.each<readonly [title: string, changes: Changes, expected: object]>([
		['by name', {level: 'high'}, {reasoning: {effort: 'high', summary: 'auto'}, include}],
		[
			'by the word of the catalog',
			{level: 'max', model: {thinkingLevelMap: {max: 'utmost'}}},
			{reasoning: {effort: 'utmost', summary: 'auto'}, include},
		],
		['switched off', {}, {reasoning: {effort: 'none'}}],
		[
			'off in other words',
			{model: {thinkingLevelMap: {off: 'zero'}}},
			{reasoning: {effort: 'zero'}},
		],
		['not to be switched off', {model: {thinkingLevelMap: {off: null}}}, {}],
		['not to be switched off at Copilot', {model: {provider: 'github-copilot'}}, {}],
		[
			'always encrypted at xAI',
			{model: {provider: 'xai', thinkingLevelMap: {off: null}}},
			{include},
		],
		[
			'without an effort',
			{level: 'low', model: {compat: {supportsReasoningEffort: false}}},
			{include},
		],
	])('is asked for %s', (_title, changes, expected) => {
		expect(fields({...changes, model: thinker(changes?.model)})).toEqual({
			reasoning: undefined,
			include: undefined,
			...expected,
		});
	});

	test('is not asked of models that do not think', () => {
		expect(fields({level: 'high'})).toEqual({reasoning: undefined, include: undefined});
	});
});

describe('the cache', () => {
	const fields = (changes: Changes) => {
		const sent = body({sessionId: '👍'.repeat(70), cacheRetention: 'short', ...changes});
		return Object.fromEntries(Object.entries(sent).filter(([name]) => name.startsWith('prompt_')));
	};
	const key = {prompt_cache_key: '👍'.repeat(64)};
	const explicit = {model: {compat: {supportsExplicitPromptCacheMode: true}}};

	test.each<readonly [title: string, changes: Changes, expected: object]>([
		['is keyed by the session', {}, key],
		['lives long', {cacheRetention: 'long'}, {...key, prompt_cache_retention: '24h'}],
		[
			'lives no longer than it can',
			{cacheRetention: 'long', model: {compat: {supportsLongCacheRetention: false}}},
			key,
		],
		[
			'lives long at newer models',
			{...explicit, cacheRetention: 'long'},
			{...key, prompt_cache_options: {ttl: '30m'}},
		],
		['is not used', {cacheRetention: 'none'}, {}],
		[
			'is not used at newer models',
			{...explicit, cacheRetention: 'none'},
			{prompt_cache_options: {mode: 'explicit'}},
		],
	])('%s', (_title, changes, expected) => {
		expect(fields(changes)).toEqual(expected);
	});

	test('is found again by the name of the session', () => {
		const named = (compat: Model['compat'], changes: Changes = {}) =>
			headers({sessionId: 's', cacheRetention: 'short', model: {compat: compat ?? {}}, ...changes});
		expect(named({})).toEqual({'session-id': 's', 'x-client-request-id': 's'});
		expect(named({sessionAffinityFormat: 'openai-nosession'})).toEqual({
			'x-client-request-id': 's',
		});
		expect(named({sessionAffinityFormat: 'openrouter'})).toEqual({'x-session-id': 's'});
		expect(named({sendSessionAffinityHeaders: false})).toEqual({});
		expect(named({}, {cacheRetention: 'none'})).toEqual({});
	});
});
