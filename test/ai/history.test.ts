import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {toAcceptable} from '../../source/ai/history.ts';
import {
	type AssistantContent,
	type AssistantMessage,
	emptyUsage,
	type Message,
	type StopReason,
	type ToolResultMessage,
	type UserContent,
} from '../../source/ai/messages.ts';
import {testModel} from '../helpers/model.ts';

const text = (words: string) => ({type: 'text', text: words}) as const;
const image = (data = 'AAAA') => ({type: 'image', data, mimeType: 'image/png'}) as const;
const call = (id: string, name = 'read', args: Readonly<Record<string, unknown>> = {}) =>
	({type: 'toolCall', id, name, arguments: args}) as const;
const thought = (thinking: string, thinkingSignature?: string) =>
	({
		type: 'thinking',
		thinking,
		...(thinkingSignature === undefined ? {} : {thinkingSignature}),
	}) as const;

const user = (content: string | readonly UserContent[]): Message => ({
	role: 'user',
	content,
	timestamp: 1,
});
const says = (
	content: readonly AssistantContent[],
	changes: Partial<AssistantMessage> = {},
): AssistantMessage => ({
	role: 'assistant',
	content,
	api: 'openai-completions',
	provider: 'acme',
	model: 'm-1',
	usage: emptyUsage,
	stopReason: 'stop',
	timestamp: 2,
	...changes,
});
const result = (
	toolCallId: string,
	content: readonly UserContent[] = [text(`of ${toolCallId}`)],
	isError = false,
): ToolResultMessage => ({
	role: 'toolResult',
	toolCallId,
	toolName: 'read',
	content,
	isError,
	timestamp: 3,
});

const target = testModel({input: ['text', 'image']});
const blind = testModel();

/** What a model is shown, in few words. */
function shown(messages: readonly Message[], model = target): readonly string[] {
	const part = (block: AssistantContent | UserContent): string => {
		if (block.type === 'text') return block.text;
		if (block.type === 'thinking') return `<${block.thinking}>`;
		return block.type === 'image' ? '[image]' : `${block.name}#${block.id}`;
	};
	return toAcceptable(messages, model).map(message => {
		const content = typeof message.content === 'string' ? [text(message.content)] : message.content;
		const words = content.map(part).join(' ');
		if (message.role !== 'toolResult') return `${message.role}: ${words}`;
		return `${message.isError ? 'error' : 'result'}#${message.toolCallId}: ${words}`;
	});
}

const interrupted =
	'No result: the call was interrupted. It may have had effects; check before you repeat it.';

describe('calls and results', () => {
	test('that are complete stay as they are', () => {
		const messages = [user('go'), says([call('a'), call('b')]), result('a'), result('b')];
		expect(shown(messages)).toEqual([
			'user: go',
			'assistant: read#a read#b',
			'result#a: of a',
			'result#b: of b',
		]);
	});

	test.each([
		['at the end', [says([call('a')])], ['assistant: read#a', `error#a: ${interrupted}`]],
		[
			'before a person speaks',
			[says([call('a')]), user('and?')],
			['assistant: read#a', `error#a: ${interrupted}`, 'user: and?'],
		],
		[
			'before the next answer',
			[says([call('a')]), says([text('hm')])],
			['assistant: read#a', `error#a: ${interrupted}`, 'assistant: hm'],
		],
		[
			'for one of two calls',
			[says([call('a'), call('b')]), result('b')],
			['assistant: read#a read#b', `error#a: ${interrupted}`, 'result#b: of b'],
		],
	])('get a result when it is missing %s', (_title, messages, expected) => {
		expect(shown(messages)).toEqual(expected);
	});

	test.each([
		['in another order', [says([call('a'), call('b')]), result('b'), result('a')]],
		[
			'behind what a person said',
			[says([call('a'), call('b')]), result('a'), user('hi'), result('b')],
		],
		['twice', [says([call('a'), call('b')]), result('a'), result('a'), result('b'), result('b')]],
	])('stand together although results came %s', (_title, messages) => {
		expect(shown(messages).slice(0, 3)).toEqual([
			'assistant: read#a read#b',
			'result#a: of a',
			'result#b: of b',
		]);
	});

	test('find each other behind a later answer', () => {
		expect(shown([says([call('a')]), says([call('b')]), result('a'), result('b')])).toEqual([
			'assistant: read#a',
			'result#a: of a',
			'assistant: read#b',
			'result#b: of b',
		]);
	});

	test('that nobody asked for are dropped', () => {
		expect(shown([result('x'), user('go'), result('y'), says([text('ok')]), result('z')])).toEqual([
			'user: go',
			'assistant: ok',
		]);
	});

	test('keep apart when a provider uses an id again, in one answer and in later ones', () => {
		const [, first, second, , third] = shown([
			says([call('0'), call('0')]),
			result('0', [text('one')]),
			result('0', [text('two')]),
			says([call('0')]),
			result('0', [text('three')]),
		]);
		expect([first, second, third].map(line => line?.split(': ')[1])).toEqual([
			'one',
			'two',
			'three',
		]);
		const ids = [first, second, third].map(line => line?.split(':')[0]);
		expect(new Set(ids).size).toBe(3);
		expect(ids[0]).toBe('result#0');
	});

	test('of an answer that failed or was stopped are left out with it', () => {
		for (const stopReason of ['error', 'aborted', 'pending', 'deferred'] as const) {
			const half = says([text('well'), call('a')], {stopReason});
			expect(shown([user('go'), half, result('a'), user('again')])).toEqual([
				'user: go',
				'user: again',
			]);
		}
	});

	test('that the length limit cut are told in words, once', () => {
		const cut = says([text('Writing.'), call('a'), call('b')], {stopReason: 'length'});
		const words = [text('Not run: too long.')];
		expect(
			shown([cut, result('a', words, true), result('b', words, true), says([text('ok')])]),
		).toEqual(['assistant: Writing.', 'user: Not run: too long.', 'assistant: ok']);
		expect(shown([cut])).toEqual(['assistant: Writing.']);
	});

	test('have names that every server lets pass', () => {
		const odd = says([call('a', 'functions.read file')]);
		expect(shown([odd, result('a')])[0]).toBe('assistant: functions_read_file#a');
	});

	test('keep their details, times and prices to themselves', () => {
		const noisy = {...result('a'), details: {secret: 1}, usage: emptyUsage, durationMs: 5};
		expect(toAcceptable([says([call('a')]), noisy], target)[1]).toEqual({
			role: 'toolResult',
			toolCallId: 'a',
			toolName: 'read',
			content: [text('of a')],
			isError: false,
			timestamp: 3,
		});
	});
});

describe('empty content', () => {
	test('is dropped, and what becomes empty with it', () => {
		const messages = [
			user(''),
			user(' \n'),
			user([text(' '), text('go')]),
			says([]),
			says([text(' \n')]),
			says([thought('only a thought')]),
			says([text(' '), call('a', 'true')]),
			result('a', [text('\r\n')]),
			user('go on'),
		];
		expect(shown(messages)).toEqual([
			'user: go',
			'assistant: true#a',
			'result#a: (no output)',
			'user: go on',
		]);
	});

	test('is whatever is no content at all', () => {
		const nothing: unknown = [
			null,
			{role: 'user', content: null, timestamp: 1},
			{role: 'assistant', content: null, stopReason: 'stop'},
			{
				role: 'assistant',
				content: [null, 7, {type: 'text'}, {type: 'toolCall'}],
				stopReason: 'stop',
			},
			{role: 'toolResult', content: null},
			{role: 'system', content: 'x', timestamp: 1},
			{role: 'user', content: [{type: 'image'}, {type: 'text', text: 'still here'}], timestamp: 1},
			{role: 'assistant', content: 'plain', stopReason: 'stop'},
		];
		expect(shown(nothing as readonly Message[])).toEqual(['user: still here', 'assistant: plain']);
	});
});

describe('thinking and signatures', () => {
	const content = [
		thought('deep', 'sig'),
		{...text('hello'), textSignature: 'ts'},
		{...call('a'), thoughtSignature: 'cs'},
	];

	test('go back unchanged to the model that made them', () => {
		const [answer] = toAcceptable([says(content), result('a')], target);
		expect(answer?.content).toEqual(content);
	});

	test.each([
		['another model', {model: 'm-2'}],
		['another provider', {provider: 'other'}],
		['another protocol', {api: 'anthropic-messages'}],
	])('of %s are dropped, and the thinking with them', (_title, origin) => {
		const [answer] = toAcceptable([says(content, origin), result('a')], target);
		expect(answer?.content).toEqual([text('hello'), call('a')]);
	});

	test('belong to the model that was asked for, not to the one a relay names', () => {
		const [answer] = toAcceptable(
			[says(content, {responseModel: 'm-1-fast'}), result('a')],
			target,
		);
		expect(answer?.content).toEqual(content);
	});

	test('are kept without text when they are signed or withheld, and dropped when they are nothing', () => {
		const blocks = [
			thought('', 'sig'),
			thought(' '),
			{type: 'thinking', thinking: '[hidden]', redacted: true} as const,
			text('hello'),
		];
		const [answer] = toAcceptable([says(blocks)], target);
		expect(answer?.content).toEqual([blocks[0], blocks[2], blocks[3]]);
	});

	test('at the end of an answer, with nothing behind them, stay only where they are a field of their own', () => {
		const api = 'anthropic-messages';
		const blocks = [thought('a', 's1'), text('hello'), thought('b', 's2')];
		expect(shown([says(blocks)])).toEqual(['assistant: <a> hello <b>']);
		expect(shown([says(blocks, {api})], testModel({api}))).toEqual(['assistant: <a> hello']);
	});

	test('on empty text stay at Google alone', () => {
		const blocks = [{...text(''), textSignature: 'ts'}, text('hello')];
		const google = testModel({api: 'google-generative-ai'});
		const [kept] = toAcceptable([says(blocks, {api: google.api})], google);
		expect(kept?.content).toEqual(blocks);
		const [dropped] = toAcceptable([says(blocks)], target);
		expect(dropped?.content).toEqual([text('hello')]);
	});
});

describe('images', () => {
	test('become one note for a run of them where they cannot be seen', () => {
		const messages = [
			user([text('look'), image(), image(), text('and'), image()]),
			says([call('a')]),
			result('a', [image(), image()]),
		];
		const note = '(an image stood here; this model cannot see images)';
		expect(shown(messages, blind)).toEqual([
			`user: look ${note} and ${note}`,
			'assistant: read#a',
			'result#a: (this result holds an image; this model cannot see images)',
		]);
		expect(shown(messages)).toEqual([
			'user: look [image] [image] and [image]',
			'assistant: read#a',
			'result#a: [image] [image]',
		]);
	});

	const older = '(an older image stood here; it was left out to keep the request small)';
	const turns = (count: number) =>
		Array.from({length: count}, (_, index) => user([text(`${index}`), image('x'.repeat(400_000))]));

	test('are left out, the oldest first, when they are too large together', () => {
		const model = testModel({input: ['text', 'image'], inputLimits: {requestBytes: 2_000_000}});
		const lines = shown(turns(10), model);
		expect(lines.at(-1)).toBe('user: 9 [image]');
		expect(lines[0]).toBe(`user: 0 ${older}`);
		expect(lines.filter(line => line.includes('[image]')).length).toBeLessThanOrEqual(3);
	});

	test('are left out in few steps, so that the beginning of requests stays the same for long', () => {
		const model = testModel({input: ['text', 'image'], inputLimits: {imagesPerRequest: 20}});
		const firsts = Array.from({length: 40}, (_, count) => {
			const lines = shown(turns(count + 1), model);
			return lines.findIndex(line => line.includes('[image]'));
		});
		expect(new Set(firsts).size).toBe(3);
	});

	test('are left out when one message holds too many', () => {
		const model = testModel({input: ['text', 'image'], inputLimits: {imagesPerMessage: 2}});
		expect(shown([user([image('a'), image('b'), text('c'), image('d')])], model)).toEqual([
			`user: ${older} [image] c [image]`,
		]);
	});

	test('are never all left out: the last one stays however large it is', () => {
		const model = testModel({input: ['text', 'image'], inputLimits: {requestBytes: 1000}});
		expect(shown(turns(2), model)).toEqual([`user: 0 ${older}`, 'user: 1 [image]']);
	});
});

describe('broken characters', () => {
	test('are replaced wherever they are; whole emoji stay', () => {
		const lone = 'a\uD83D';
		const args = {'k\uDC00': [lone, {deep: lone}], n: 1};
		const messages = [
			user(`${lone} 👍`),
			says([text(lone), call('a', 'read', args)]),
			result('a', [text(lone)]),
		];
		const out = toAcceptable(messages, target);
		expect(JSON.stringify(out)).not.toMatch(/\\ud[89a-f]/i);
		expect(out[0]?.content).toEqual([text('a\uFFFD 👍')]);
		expect(out[1]?.content).toEqual([
			text('a\uFFFD'),
			call('a', 'read', {'k\uFFFD': ['a\uFFFD', {deep: 'a\uFFFD'}], n: 1}),
		]);
	});
});

const idForms: Readonly<Record<string, RegExp>> = {
	'openai-completions': /^[\w-]{1,40}$/,
	'openai-responses': /^[\w-]{0,63}[A-Za-z0-9-](\|[\w-]{0,63}[A-Za-z0-9-])?$/,
	'anthropic-messages': /^[\w-]{1,64}$/,
	'google-generative-ai': /^[\w-]{1,64}$/,
	'mistral-conversations': /^[A-Za-z0-9]{9}$/,
};

describe('call ids', () => {
	const long = `call_${'x|+/='.repeat(90)}`;

	test.each(Object.entries(idForms))('take the form that %s accepts', (api, form) => {
		const ids = ['a', '', 'toolu_01', 'call_1|fc_2', 'call_1|fc_3', long, `${long}!`, 'ünï', '___'];
		const messages = ids.flatMap(id => [says([call(id)]), result(id)]);
		const out = toAcceptable(messages, testModel({api}));
		const named = out.flatMap(message =>
			message.role === 'assistant'
				? message.content.flatMap(block => (block.type === 'toolCall' ? [block.id] : []))
				: [],
		);
		expect(named).toHaveLength(ids.length);
		expect(new Set(named).size).toBe(ids.length);
		for (const name of named) expect(name).toMatch(form);
		expect(out.filter(({role}) => role === 'toolResult').map(resultId)).toEqual(named);
	});

	test('of the Responses API keep their second half for the model that made them only', () => {
		const api = 'openai-responses';
		const model = testModel({api});
		expect(shown([says([call('call_1|fc_2')], {api})], model)[0]).toBe(
			'assistant: read#call_1|fc_2',
		);
		expect(shown([says([call('call_1|fc_2')])], model)[0]).toBe('assistant: read#call_1');
	});

	test('are the same in the next request, which is longer', () => {
		const messages = Array.from({length: 6}, () => [says([call('0')]), result('0')]).flat();
		const before = shown(messages.slice(0, 8));
		expect(shown(messages).slice(0, 8)).toEqual(before);
	});
});

const resultId = (message: Message): string =>
	message.role === 'toolResult' ? message.toolCallId : '';

/** A history that lacks nothing, to be damaged. */
const soundHistory: readonly Message[] = [
	user('start'),
	says([thought('t', 's'), text('one'), call('a'), call('b')], {stopReason: 'toolUse'}),
	result('a'),
	result('b', [image()]),
	says([call('a', 'write', {path: 'x'})], {stopReason: 'toolUse', model: 'm-2'}),
	result('a', [text('')]),
	user([text('more'), image()]),
	says([call('c|fc_1'), call('c|fc_2')], {stopReason: 'toolUse', api: 'openai-responses'}),
	result('c|fc_2'),
	result('c|fc_1'),
	says([text('half'), call('d')], {stopReason: 'aborted'}),
	user('again'),
	says([text('cut'), call('e')], {stopReason: 'length'}),
	result('e', [text('was cut')], true),
	says([text('end')]),
];

/** Deletes, doubles and moves messages. */
const damaged: fc.Arbitrary<readonly Message[]> = fc
	.array(fc.nat(soundHistory.length - 1), {maxLength: 30})
	.map(places => places.flatMap(at => soundHistory[at] ?? []));

const anyText = fc.oneof(
	fc.constantFrom('', ' ', '\n', 'ok', 'a\uD83D', '\uDC00b', '👍'),
	fc.string({unit: 'binary', maxLength: 8}),
);
const anyId = fc.constantFrom('', 'a', 'b', 'a|b', 'a|c', '0', 'z|'.repeat(60));

const anyBlock: fc.Arbitrary<AssistantContent> = fc.oneof(
	anyText.map(text),
	fc
		.tuple(anyText, fc.constantFrom(undefined, '', 'sig'))
		.map(([words, sign]) => thought(words, sign)),
	fc.record({
		type: fc.constant('toolCall' as const),
		id: anyId,
		name: fc.constantFrom('', 'read', 'a b'),
		arguments: fc.dictionary(anyText, anyText, {maxKeys: 2}),
		thoughtSignature: fc.constant('sig'),
	}),
);
const stops: readonly StopReason[] = ['stop', 'toolUse', 'length', 'error', 'aborted'];
const anyParts = fc.array(fc.oneof(anyText.map(text), fc.constant(image())), {maxLength: 3});
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
	fc.oneof(anyText, anyParts).map(user),
	fc
		.tuple(
			fc.array(anyBlock, {maxLength: 4}),
			fc.constantFrom(...stops),
			fc.constantFrom('m-1', 'm-2'),
		)
		.map(([content, stopReason, model]) => says(content, {stopReason, model})),
	fc.tuple(anyId, anyParts, fc.boolean()).map(args => result(...args)),
);

function expectAcceptable(out: readonly Message[], model: typeof target): void {
	const names = new Set<string>();
	const due: string[] = [];
	for (const message of out) {
		if (message.role === 'toolResult') expect(message.toolCallId).toBe(due.shift());
		else expect(due).toEqual([]);
		expect(message.role).not.toBe('system');
		expect(message.content.length).toBeGreaterThan(0);
		for (const part of message.content) {
			if (typeof part === 'string') continue;
			if (part.type === 'text') expect(part.text.trim()).not.toBe('');
			if (part.type === 'image') expect(model.input).toContain('image');
			if (part.type !== 'toolCall') continue;
			expect(part.id).toMatch(idForms[model.api] ?? /./);
			expect(names.has(part.id)).toBe(false);
			names.add(part.id);
			due.push(part.id);
		}
	}

	expect(due).toEqual([]);
	expect(JSON.stringify(out)).not.toMatch(/\\ud[89a-f]/i);
}

describe('any history', () => {
	test.each(Object.keys(idForms))('is acceptable to %s', api => {
		const model = testModel({
			api,
			input: api === 'mistral-conversations' ? ['text'] : ['text', 'image'],
		});
		const anyHistory = fc.oneof(damaged, fc.array(anyMessage, {maxLength: 14}));
		fc.assert(
			fc.property(anyHistory, messages => {
				const before = JSON.stringify(messages);
				const out = toAcceptable(messages, model);
				expectAcceptable(out, model);
				// What was made acceptable is acceptable as it is.
				expect(toAcceptable(out, model)).toEqual(out);
				expect(JSON.stringify(messages)).toBe(before);
			}),
			{numRuns: 300},
		);
	});

	test('that lacks nothing loses nothing', () => {
		expect(shown(soundHistory)).toEqual([
			'user: start',
			'assistant: <t> one read#a read#b',
			'result#a: of a',
			'result#b: [image]',
			expect.stringMatching(/^assistant: write#call_\w+$/),
			expect.stringMatching(/^result#call_\w+: \(no output\)$/),
			'user: more [image]',
			'assistant: read#c_fc_1 read#c_fc_2',
			'result#c_fc_1: of c|fc_1',
			'result#c_fc_2: of c|fc_2',
			'user: again',
			'assistant: cut',
			'user: was cut',
			'assistant: end',
		]);
	});
});
