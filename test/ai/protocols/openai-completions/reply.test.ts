import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Model, ModelEvent} from '../../../../source/ai/index.ts';
import {createAssembler} from '../../../../source/ai/index.ts';
import {createReply} from '../../../../source/ai/protocols/openai-completions/reply.ts';
import {testCall} from '../../../helpers/protocol-call.ts';

type Chunk = Readonly<Record<string, unknown>>;

const delta = (part: unknown, more: object = {}): Chunk => ({
	id: 'r-1',
	model: 'm-1',
	choices: [{index: 0, delta: part, ...more}],
});
const finish = (finish_reason: string): Chunk => delta({}, {finish_reason});
const call = (piece: object): Chunk => delta({tool_calls: [piece]});

function read(chunks: readonly unknown[], model: Partial<Model> = {}): readonly ModelEvent[] {
	const reply = createReply(testCall({model}));
	return [...chunks.flatMap(chunk => reply.read(chunk)), ...reply.end()];
}

function message(chunks: readonly unknown[], changes: Partial<Model> = {}) {
	const assembler = createAssembler(testCall({model: changes}).model, () => 0);
	for (const event of read(chunks, changes)) assembler.add(event);
	return assembler.message();
}

const contentOf = (...chunks: readonly Chunk[]) => message([...chunks, finish('stop')]).content;
const toolCall = (id: string, name: string, args: object = {}) => ({
	type: 'toolCall',
	id,
	name,
	arguments: args,
});

describe('text and thinking', () => {
	test('in one piece come thinking first', () => {
		const events = read([
			delta({
				reasoning: 'hm',
				content: 'ok',
				tool_calls: [{index: 0, id: 'a', function: {name: 'ls', arguments: '{}'}}],
			}),
		]);
		expect(events.map(({type}) => type)).toEqual([
			'start',
			'thinking_start',
			'thinking_delta',
			'thinking_end',
			'text_start',
			'text_delta',
			'text_end',
			'toolcall_start',
			'toolcall_delta',
			'error',
		]);
	});

	test.each(['reasoning_content', 'reasoning', 'reasoning_text'])(
		'remember the field %s',
		field => {
			expect(
				contentOf(delta({[field]: 'a'}), delta({[field]: 'b'}), delta({content: 'c'})),
			).toEqual([
				{type: 'thinking', thinking: 'ab', thinkingSignature: field},
				{type: 'text', text: 'c'},
			]);
		},
	);

	test('that come in two copies count once', () => {
		const twice = {reasoning_content: '', reasoning: 'a', reasoning_text: 'a'};
		expect(contentOf(delta(twice))).toEqual([
			{type: 'thinking', thinking: 'a', thinkingSignature: 'reasoning'},
		]);
	});

	test('may alternate', () => {
		expect(
			contentOf(delta({content: 'a'}), delta({reasoning: 'b'}), delta({content: 'c'})).map(
				({type}) => type,
			),
		).toEqual(['text', 'thinking', 'text']);
	});

	test('are not opened by nothing', () => {
		expect(
			contentOf(delta({content: '', reasoning: null}), delta({content: null}), delta(null)),
		).toEqual([]);
	});

	test('may come as parts, as Mistral sends them', () => {
		const parts = [
			{type: 'thinking', thinking: [{type: 'text', text: 'hm'}]},
			{type: 'text', text: 'ok'},
		];
		expect(contentOf(delta({content: parts}))).toEqual([
			{type: 'thinking', thinking: 'hm', thinkingSignature: 'reasoning_content'},
			{type: 'text', text: 'ok'},
		]);
	});

	test('include the words of a refusal', () => {
		expect(contentOf(delta({refusal: 'I will not.'}))).toEqual([
			{type: 'text', text: 'I will not.'},
		]);
	});

	test('have their details put together as if they had come in one piece', () => {
		const text = (words: string, more: object = {}) => ({
			type: 'reasoning.text',
			index: 0,
			text: words,
			...more,
		});
		const encrypted = {type: 'reasoning.encrypted', index: 1, data: 'xyz'};
		const [block] = contentOf(
			delta({reasoning: 'a', reasoning_details: [text('a', {id: 'r'})]}),
			delta({reasoning: 'b', reasoning_details: [text('b', {id: null})]}),
			delta({reasoning_details: [text('', {signature: 'sig'}), encrypted]}),
		);
		expect(block).toEqual({
			type: 'thinking',
			thinking: 'ab',
			thinkingSignature: JSON.stringify([text('ab', {id: 'r', signature: 'sig'}), encrypted]),
		});
	});

	test('show what the details say when there is nothing else, and keep what is encrypted', () => {
		const summary = {type: 'reasoning.summary', summary: 'Thought.'};
		const encrypted = {type: 'reasoning.encrypted', data: 'xyz'};
		expect(
			contentOf(
				delta({reasoning_details: [summary]}),
				delta({content: 'ok'}),
				delta({reasoning_details: [encrypted]}),
			),
		).toEqual([
			{type: 'thinking', thinking: 'Thought.', thinkingSignature: JSON.stringify([summary])},
			{type: 'text', text: 'ok'},
			{type: 'thinking', thinking: '', thinkingSignature: JSON.stringify([encrypted])},
		]);
	});
});

describe('calls', () => {
	const whole = (id: string | undefined, index: number | undefined, name: string, args: unknown) =>
		call({
			...(index === undefined ? {} : {index}),
			...(id === undefined ? {} : {id}),
			function: {name, arguments: args},
		});

	test.each([
		[
			'in pieces by index, interleaved',
			[
				call({index: 0, id: 'a', function: {name: 'ls', arguments: ''}}),
				call({index: 1, id: 'b', function: {name: 'cat', arguments: '{"p"'}}),
				call({index: 0, function: {arguments: '{}'}}),
				call({index: 1, function: {arguments: ':1}'}}),
			],
			[toolCall('a', 'ls'), toolCall('b', 'cat', {p: 1})],
		],
		[
			'in pieces by id',
			[
				call({id: 'a', function: {name: 'ls', arguments: '{'}}),
				call({id: 'b', function: {name: 'cat', arguments: '{}'}}),
				call({id: 'a', function: {arguments: '}'}}),
			],
			[toolCall('a', 'ls'), toolCall('b', 'cat')],
		],
		[
			'in pieces without a label',
			[call({id: 'a', function: {name: 'ls', arguments: '{'}}), call({function: {arguments: '}'}})],
			[toolCall('a', 'ls')],
		],
		[
			'with the id and the name repeated',
			[
				call({index: 0, id: 'a', function: {name: 'ls', arguments: '{'}}),
				call({index: 0, id: 'a', function: {name: 'ls', arguments: '}'}}),
			],
			[toolCall('a', 'ls')],
		],
		[
			'with a late name',
			[
				call({index: 0, id: 'a', function: {arguments: '{"p":'}}),
				call({index: 0, function: {name: 'ls', arguments: '1}'}}),
			],
			[toolCall('a', 'ls', {p: 1})],
		],
		[
			'with a late id',
			[
				call({index: 0, function: {name: 'ls', arguments: '{'}}),
				call({index: 0, id: 'a', function: {arguments: '}'}}),
			],
			[toolCall('call_1_0', 'ls')],
		],
		[
			'whole, all with the same index',
			[whole('a', 0, 'ls', '{}'), whole('b', 0, 'cat', '{}')],
			[toolCall('a', 'ls'), toolCall('b', 'cat')],
		],
		[
			'whole, without id and index',
			[whole(undefined, undefined, 'ls', '{}'), whole(undefined, undefined, 'ls', '{}')],
			[toolCall('call_1_0', 'ls'), toolCall('call_1_1', 'ls')],
		],
		[
			'with the same id for two',
			[whole('a', 0, 'ls', '{}'), whole('a', 1, 'cat', '{}')],
			[toolCall('a', 'ls'), toolCall('call_1_1', 'cat')],
		],
		['with an object for arguments', [whole('a', 0, 'ls', {p: 1})], [toolCall('a', 'ls', {p: 1})]],
		['without arguments', [whole('a', 0, 'ls', undefined)], [toolCall('a', 'ls')]],
		['with a gap in the index', [whole('a', 3, 'ls', '{}')], [toolCall('a', 'ls')]],
		['without a name', [call({index: 0, id: 'a', function: {arguments: '{}'}})], []],
		[
			'with raw line feeds',
			[whole('a', 0, 'ls', '{"p":"x\ny"}')],
			[toolCall('a', 'ls', {p: 'x\ny'})],
		],
	])('may come %s', (_title, chunks, expected) => {
		expect(message([...chunks, finish('tool_calls')]).content).toEqual(expected);
	});

	test('keep the signature of Gemini', () => {
		const signed = {extra_content: {google: {thought_signature: 'AbC='}}};
		const chunk = call({index: 0, id: 'a', function: {name: 'ls', arguments: '{}'}, ...signed});
		expect(contentOf(chunk)).toEqual([{...toolCall('a', 'ls'), thoughtSignature: 'AbC='}]);
	});

	test.each(['{"p":', '[1]', '"x"', '7', 'null', '{"p":1}}', 'nonsense'])(
		'with the arguments %s are told to be wrong, and have none',
		args => {
			const [block] = contentOf(call({index: 0, id: 'a', function: {name: 'ls', arguments: args}}));
			expect(block).toEqual({
				...toolCall('a', 'ls'),
				argumentsError: `The arguments are not one whole JSON object, so the call was not run. Received: ${args}`,
			});
		},
	);

	test('that the length limit may have cut stay open; earlier ones are whole', () => {
		const events = read([
			call({index: 0, id: 'a', function: {name: 'ls', arguments: '{}'}}),
			call({index: 1, id: 'b', function: {name: 'cat', arguments: '{}'}}),
			finish('length'),
		]);
		const closed = events.flatMap(event =>
			event.type === 'toolcall_end' ? [event.toolCall.id] : [],
		);
		expect(closed).toEqual(['a']);
	});

	test('are the same however the arguments are cut', () => {
		const args = JSON.stringify({text: 'a "b" \\ \n 文字', list: [1, {x: null}]});
		fc.assert(
			fc.property(fc.array(fc.nat(args.length), {maxLength: 8}), cuts => {
				const at = [0, ...cuts.sort((a, b) => a - b), args.length];
				const pieces = at.slice(1).map((end, index) => args.slice(at[index], end));
				const chunks = pieces.map((piece, index) =>
					call({
						index: 0,
						...(index === 0 ? {id: 'a'} : {}),
						function: {...(index === 0 ? {name: 'ls'} : {}), arguments: piece},
					}),
				);
				expect(contentOf(...chunks)).toEqual([toolCall('a', 'ls', JSON.parse(args))]);
			}),
		);
	});
});

describe('the end', () => {
	const ends = (chunks: readonly unknown[], model: Partial<Model> = {}) => {
		const {stopReason, rawStopReason, errorMessage, diagnostics} = message(chunks, model);
		return [stopReason, rawStopReason ?? errorMessage, diagnostics?.[0]?.details];
	};

	test.each([
		['stop', 'stop'],
		['end', 'stop'],
		['length', 'length'],
		['tool_calls', 'toolUse'],
		['function_call', 'toolUse'],
	])('%s means %s', (word, reason) => {
		expect(ends([finish(word)])).toEqual([reason, word, undefined]);
	});

	test.each([
		['content_filter', {code: 'refused', retryable: false}],
		['network_error', {code: 'network', retryable: true}],
		['insanity', {code: 'unknown', retryable: false}],
	])('%s is an error of that name', (word, details) => {
		expect(ends([finish(word)])).toEqual(['error', `acme ended the answer: ${word}`, details]);
	});

	const cut = [
		'error',
		'acme: the answer broke off before its end',
		{code: 'truncated', retryable: true},
	];

	test('without a word is a cut, with or without the mark', () => {
		expect(ends([delta({content: 'a'})])).toEqual(cut);
		expect(ends([delta({content: 'a'}), '[DONE]'])).toEqual(cut);
		expect(ends([])).toEqual(cut);
	});

	test('without a word is fine where the server is known never to say one', () => {
		const model = {compat: {supportsFinishReason: false}};
		expect(ends([delta({content: 'a'})], model)).toEqual(['stop', undefined, undefined]);
	});

	test('waits for usage behind the last word, and comes once', () => {
		const usage = {id: 'r-1', choices: [], usage: {prompt_tokens: 10, completion_tokens: 2}};
		const events = read([finish('stop'), usage, '[DONE]', delta({content: 'late'})]);
		expect(events.map(({type}) => type)).toEqual(['start', 'usage', 'done']);
	});

	test.each([
		['in the frame', {error: {code: 502, message: 'Provider disconnected'}}],
		['in the choice', delta({content: ''}, {error: {code: 502, message: 'Provider disconnected'}})],
	])('may be a fault %s', (_title, chunk) => {
		expect(ends([delta({content: 'a'}), chunk])).toEqual([
			'error',
			'acme (HTTP 502): Provider disconnected',
			{code: 'server', status: 502, retryable: true},
		]);
	});

	test('of a server that does not stream is as good', () => {
		const answer = {
			id: 'r-1',
			choices: [
				{index: 0, message: {role: 'assistant', content: 'all at once'}, finish_reason: 'stop'},
			],
			usage: {prompt_tokens: 3, completion_tokens: 4},
		};
		expect(message([answer])).toMatchObject({
			content: [{type: 'text', text: 'all at once'}],
			stopReason: 'stop',
			usage: {input: 3, output: 4},
		});
	});
});

describe('the start', () => {
	test('names the answer, and the model only when it is another one', () => {
		expect(read([delta({content: 'a'})])[0]).toEqual({type: 'start', responseId: 'r-1'});
		expect(read([{...delta({content: 'a'}), model: 'm-1-fast'}])[0]).toEqual({
			type: 'start',
			responseId: 'r-1',
			responseModel: 'm-1-fast',
		});
	});

	test('waits for the first choice: frames before it name nothing', () => {
		const filter = {id: '', model: '', choices: [], prompt_filter_results: []};
		expect(read([filter, null, 7, delta({content: 'a'})])[0]).toEqual({
			type: 'start',
			responseId: 'r-1',
		});
	});
});

describe('usage', () => {
	const counted = (usage: object, place: 'chunk' | 'choice' = 'chunk') => {
		const chunk =
			place === 'chunk' ? {choices: [], usage} : {choices: [{index: 0, delta: {}, usage}]};
		return message([chunk, finish('stop')]).usage;
	};
	const base = {prompt_tokens: 10_000, completion_tokens: 200};
	const split = {input: 1000, cacheRead: 9000, cacheWrite: 0, output: 200};

	test.each([
		['OpenAI', {...base, prompt_tokens_details: {cached_tokens: 9000}}],
		['DeepSeek', {...base, prompt_cache_hit_tokens: 9000, prompt_cache_miss_tokens: 1000}],
		['Kimi', {...base, cached_tokens: 9000}],
		[
			'a server that has all spellings',
			{
				...base,
				cached_tokens: 9000,
				prompt_cache_hit_tokens: 9000,
				prompt_tokens_details: {cached_tokens: 9000},
			},
		],
	])('has cached tokens apart, as %s spells them', (_title, usage) => {
		expect(counted(usage)).toMatchObject(split);
	});

	test('may stand in the choice', () => {
		expect(counted({...base, cached_tokens: 9000}, 'choice')).toMatchObject(split);
	});

	test('has what was written to the cache apart, and thinking as a part of the output', () => {
		const usage = {
			...base,
			prompt_tokens_details: {cached_tokens: 9000, cache_write_tokens: 500},
			completion_tokens_details: {reasoning_tokens: 150},
		};
		expect(counted(usage)).toMatchObject({
			input: 500,
			cacheRead: 9000,
			cacheWrite: 500,
			output: 200,
			reasoning: 150,
		});
	});

	test('is never negative, whatever is sent', () => {
		expect(counted({prompt_tokens: 10, cached_tokens: 50, completion_tokens: null})).toMatchObject({
			input: 0,
			cacheRead: 10,
			output: 0,
		});
		expect(counted({prompt_tokens: -5, completion_tokens: 'many'})).toMatchObject({
			input: 0,
			output: 0,
		});
	});

	test.each([
		['billed by the relay', {cost: 0.5, is_byok: false}, 0.5],
		[
			"billed twice with a key of one's own",
			{cost: 0.5, is_byok: true, cost_details: {upstream_inference_cost: 2}},
			2.5,
		],
		[
			'billed twice, in parts',
			{
				cost: 0.5,
				is_byok: true,
				cost_details: {upstream_inference_prompt_cost: 1, upstream_inference_completions_cost: 2},
			},
			3.5,
		],
		['billed by somebody who does not say how much', {cost: 0.5, is_byok: true}, undefined],
		['billed without saying whose key it was', {cost: 0.5}, undefined],
	])('is %s', (_title, more, total) => {
		const {cost} = counted({...base, ...more});
		expect(cost.totalFromProvider ? cost.total : undefined).toBe(total);
	});
});
