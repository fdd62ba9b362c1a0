import {describe, expect, test} from 'vitest';
import type {Model} from '../../../../source/ai/index.ts';
import {toContents} from '../../../../source/ai/protocols/google-generative-ai/contents.ts';
import {toPayload} from '../../../../source/ai/protocols/google-generative-ai/request.ts';
import type {ProtocolCall} from '../../../../source/ai/protocols/protocol.ts';
import {testCall} from '../../../helpers/protocol-call.ts';
import {call, failure, image, result, says, text, thought, user} from '../../../helpers/talk.ts';

type Changes = Parameters<typeof testCall>[0];

const body = (changes: Changes = {}) => toPayload(testCall(changes));
const old = 'gemini-2.5-flash';
const third = 'gemini-3.5-flash';
const contentsOf = (id: string, ...messages: ProtocolCall['messages']) =>
	toContents(testCall({messages, model: {id}}));

const said = (...words: readonly string[]) => ({role: 'user', parts: words.map(text => ({text}))});
const model = (...parts: readonly object[]) => ({role: 'model', parts});
const wireImage = {inlineData: {mimeType: 'image/png', data: 'AAAA'}};
const called = (more: object = {}) => ({functionCall: {name: 'read', args: {}, ...more}});
const answered = (response: object, more: object = {}) => ({
	functionResponse: {name: 'read', response, ...more},
});
const goOn = said('Continue.');
const signed = (id: string, thoughtSignature: string) => ({...call(id), thoughtSignature});

describe('a request', () => {
	test('is the model, the talk and the limit, and nothing happens by itself', () => {
		expect(body({systemPrompt: 'Be kind.', temperature: 0.5})).toEqual({
			model: 'm-1',
			contents: [said('hi')],
			config: {
				maxOutputTokens: 1000,
				automaticFunctionCalling: {disable: true},
				automaticContinuation: false,
				systemInstruction: {parts: [{text: 'Be kind.'}]},
				temperature: 0.5,
			},
		});
	});

	test('offers tools in words that Gemini knows', () => {
		const parameters = {type: 'object', properties: {a: {const: 'x'}}, required: ['a', 'gone']};
		const tools = [{name: 'read', description: 'Reads.', parameters}];
		expect(body({tools, toolChoice: 'none'}).config).toMatchObject({
			tools: [
				{
					functionDeclarations: [
						{
							name: 'read',
							description: 'Reads.',
							parametersJsonSchema: {
								type: 'object',
								properties: {a: {type: 'string', enum: ['x']}},
								required: ['a'],
							},
						},
					],
				},
			],
			toolConfig: {functionCallingConfig: {mode: 'NONE'}},
		});
	});
});

describe('contents', () => {
	test('are turns; calls have ids since the third generation', () => {
		const talk = [
			user(text('a'), image),
			says(text('b'), signed('1', 'AbC='), call('2')),
			result('1', text('one')),
			failure('2', text('two')),
			says(text('c')),
		];
		expect(contentsOf(old, ...talk)).toEqual([
			{role: 'user', parts: [{text: 'a'}, wireImage]},
			model({text: 'b'}, {...called(), thoughtSignature: 'AbC='}, called()),
			{role: 'user', parts: [answered({output: 'one'}), answered({error: 'two'})]},
			model({text: 'c'}),
			goOn,
		]);
		expect(contentsOf(third, ...talk).slice(1, 3)).toEqual([
			model({text: 'b'}, {...called({id: '1'}), thoughtSignature: 'AbC='}, called({id: '2'})),
			{
				role: 'user',
				parts: [answered({output: 'one'}, {id: '1'}), answered({error: 'two'}, {id: '2'})],
			},
		]);
	});

	test('begin and end with the user, and answers that follow one another are one', () => {
		expect(contentsOf(old, says(text('a')), says(text('b')))).toEqual([
			goOn,
			model({text: 'a'}, {text: 'b'}),
			goOn,
		]);
	});

	test('are never blank, but keep what is signed', () => {
		const turn = says(
			text(''),
			{...text(''), textSignature: 'AbC='},
			thought(' '),
			thought('', 'Zm9v'),
		);
		expect(contentsOf(old, user(text(' ')), turn, user(text(''), text('b')))).toEqual([
			model(
				{text: '', thoughtSignature: 'AbC='},
				{text: '', thought: true, thoughtSignature: 'Zm9v'},
			),
			said('b'),
		]);
		expect(
			contentsOf(old, user(text('a')), says(call('1')), result('1', text('\n'))),
		).toMatchObject([{}, {}, {parts: [answered({output: '(no output)'})]}]);
	});

	test.each(['reasoning_content', '{"id":"msg"}', 'abc', '====', ''])(
		'have no signature that is not base64: %j',
		signature => {
			const turn = says({...text('b'), textSignature: signature}, thought('t', signature));
			expect(contentsOf(old, user(text('a')), turn, user(text('c')))).toEqual([
				said('a'),
				model({text: 'b'}, {text: 't', thought: true}),
				said('c'),
			]);
		},
	);

	test('show the images of results inside of them, or behind them where they cannot', () => {
		const talk = [user(text('a')), says(signed('1', 'AbC=')), result('1', image), user(text('b'))];
		expect(contentsOf(third, ...talk).slice(2)).toEqual([
			{
				role: 'user',
				parts: [answered({output: '(see the attached image)'}, {id: '1', parts: [wireImage]})],
			},
			said('b'),
		]);
		expect(contentsOf(old, ...talk).slice(2)).toEqual([
			{role: 'user', parts: [answered({output: '(see the attached image)'})]},
			{role: 'user', parts: [{text: 'The images of these tool results follow.'}, wireImage]},
			said('b'),
		]);
	});
});

describe('calls that another model made', () => {
	const foreign = [says(call('1')), result('1', text('x'))];
	const own = [says(signed('2', 'AbC=')), result('2', text('y'))];
	const roles = (id: string, ...messages: ProtocolCall['messages']) =>
		contentsOf(id, user(text('a')), ...messages).map(({parts}) =>
			parts.flatMap(part => ('text' in part ? [part.text] : Object.keys(part))).join(),
		);

	test('end the turn in which signatures are checked', () => {
		expect(roles(third, ...foreign, ...own)).toEqual([
			'a',
			'functionCall',
			'functionResponse',
			'Continue.',
			'functionCall,thoughtSignature',
			'functionResponse',
		]);
	});

	test('need nothing when the turn is over, or when all are signed, or in older generations', () => {
		expect(roles(third, ...foreign, user(text('b')))).not.toContain('Continue.');
		expect(roles(third, ...own)).not.toContain('Continue.');
		expect(roles(old, ...foreign)).not.toContain('Continue.');
	});
});

describe('thinking', () => {
	const configOf = (id: string, changes: Changes = {}, more: Partial<Model> = {}) => {
		const {config} = body({maxTokens: 60_000, ...changes, model: {id, reasoning: true, ...more}});
		return Object(config).thinkingConfig;
	};
	const by = (thinkingLevel: string) => ({includeThoughts: true, thinkingLevel});
	const upTo = (thinkingBudget: number) => ({includeThoughts: true, thinkingBudget});

	test.each<readonly [id: string, level: ProtocolCall['level'], expected: unknown]>([
		['gemini-3.1-pro', 'low', by('LOW')],
		['gemini-4-argon', 'xhigh', by('HIGH')],
		['gemini-flash-latest', 'minimal', by('MINIMAL')],
		['gemma-4-31b-it', 'high', by('HIGH')],
		['gemini-3.1-pro', 'off', {thinkingLevel: 'LOW'}],
		['gemma-4-31b-it', 'off', {thinkingLevel: 'MINIMAL'}],
		['gemini-2.5-pro', 'high', upTo(32_768)],
		['gemini-2.5-pro', 'off', {thinkingBudget: 128}],
		['gemini-2.5-flash', 'minimal', upTo(128)],
		['gemini-2.5-flash', 'max', upTo(24_576)],
		['gemini-2.5-flash', 'off', {thinkingBudget: 0}],
		['gemini-2.5-flash-lite', 'minimal', upTo(512)],
		['deep-research', 'high', upTo(-1)],
	])('of %s at level %s is said in its own way', (id, level, expected) => {
		expect(configOf(id, {level})).toEqual(expected);
	});

	test('follows the catalog and the person', () => {
		const thinkingLevelMap = {high: 'high', xhigh: 'xhigh'};
		expect(configOf('own', {level: 'xhigh'}, {thinkingLevelMap})).toEqual(by('XHIGH'));
		expect(configOf(old, {level: 'high', thinkingBudgets: {high: 7000}})).toEqual(upTo(7000));
	});

	test('leaves room for the answer', () => {
		expect(configOf(old, {level: 'high', maxTokens: 5000})).toEqual(upTo(3976));
		expect(configOf(old, {level: 'high', maxTokens: 500})).toEqual(upTo(128));
	});

	test('is not asked of models that do not think', () => {
		expect(configOf(old, {level: 'high'}, {reasoning: false})).toBeUndefined();
	});
});
