import {expect, test} from 'vitest';
import type {AssistantMessage, Model} from '../../../source/ai/index.ts';
import type {EntryBody} from '../../../source/harness/session/entries.ts';
import {contextTokens, messageTokens, sumTokens} from '../../../source/harness/session/estimate.ts';
import {createSession} from '../../../source/harness/session/open.ts';
import {projectTree} from '../../../source/harness/session/projection.ts';
import {
	assistant,
	call,
	compaction,
	toolResult,
	usageOf,
	user,
} from '../../helpers/session-builder.ts';

const model: Model = {
	id: 'small',
	name: 'Small',
	api: 'openai-completions',
	provider: 'local',
	baseUrl: '',
	reasoning: false,
	input: ['text'],
	cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0},
	contextWindow: 10_000,
	maxTokens: 1000,
};

const answer = (totalTokens: number, fields: Partial<AssistantMessage> = {}): EntryBody =>
	assistant('an answer of some words', {usage: usageOf({totalTokens}), ...fields});

const hi = user('hi there');
const after = messageTokens(hi.message);
const edit: EntryBody = {type: 'context_edit', targetId: 'x', replacement: null};
const custom: EntryBody = {type: 'custom', customType: 'x'};

/** A history, and the count of the provider that still holds; undefined: all must be estimated. */
const histories: readonly (readonly [string, readonly EntryBody[], number | undefined])[] = [
	['a good answer last', [hi, answer(9500), hi], 9500 + after],
	[
		'the parts when the sum is missing',
		[hi, answer(0, {usage: usageOf({input: 5, cacheRead: 70})})],
		75,
	],
	['a zero usage last', [hi, answer(9500), hi, answer(0)], 9500 + after + messageTokens(textOf())],
	[
		'an aborted answer last',
		[hi, answer(9500), answer(3, {stopReason: 'aborted'})],
		9500 + messageTokens(textOf()),
	],
	[
		'a failed answer last',
		[hi, answer(9500), answer(3, {stopReason: 'error'})],
		9500 + messageTokens(textOf()),
	],
	['a truncated answer with a count', [hi, answer(9900, {stopReason: 'length'})], 9900],
	['entries that are no messages behind it', [hi, answer(9500), custom, hi], 9500 + after],
	['a compaction behind it', [hi, answer(9500), compaction('sum')], undefined],
	[
		'a compaction and something that is no answer',
		[hi, answer(9500), compaction('s'), custom, hi],
		undefined,
	],
	['an answer behind a compaction', [hi, answer(9500), compaction('s'), answer(400)], 400],
	['an edit behind it', [hi, answer(9500), edit, hi], undefined],
	['another model', [hi, answer(9500, {model: 'large'}), hi], undefined],
	['the model of another provider', [hi, answer(9500, {provider: 'far'}), hi], undefined],
	['nothing counted at all', [hi, hi], undefined],
	['an empty session', [], undefined],
];

function textOf(): AssistantMessage {
	const {message} = assistant('an answer of some words');
	if (message.role !== 'assistant') throw new Error('not an answer');
	return message;
}

test.each(histories)('the context is counted right with %s', (_name, bodies, expected) => {
	const tree = createSession({cwd: '/', sessions: undefined});
	for (const body of bodies) tree.append(body);
	const projection = projectTree(tree);
	expect(contextTokens(tree, model, () => projection)).toBe(
		expected ?? sumTokens(projection.messages),
	);
});

test('with a count that holds, nothing of the rest is read', () => {
	const tree = createSession({cwd: '/', sessions: undefined});
	for (const body of [hi, answer(9500), hi]) tree.append(body);
	const projection = () => {
		throw new Error('was asked for');
	};
	expect(contextTokens(tree, model, projection)).toBe(9500 + after);
});

test('everything that is sent counts', () => {
	const png = Buffer.alloc(24);
	png.write('\x89PNG', 'latin1');
	png.writeUInt32BE(1500, 16);
	png.writeUInt32BE(750, 20);
	const image = {type: 'image', data: png.toString('base64'), mimeType: 'image/png'} as const;
	const tokensOf = (body: ReturnType<typeof user>) => messageTokens(body.message);

	const bash = {
		role: 'bashExecution',
		command: 'make',
		output: 'word '.repeat(50),
		cancelled: false,
		truncated: false,
		timestamp: 0,
	} as const;
	const tool = {name: 'read', description: 'reads '.repeat(20), parameters: {type: 'object'}};
	const sizes = {
		image: messageTokens({role: 'user', content: [image], timestamp: 0}),
		unknownImage: messageTokens({role: 'user', content: [{...image, data: ''}], timestamp: 0}),
		hugeImage: messageTokens({
			role: 'user',
			content: [{...image, data: png.fill(0x7f, 16).toString('base64')}],
			timestamp: 0,
		}),
		excluded: messageTokens({...bash, excludeFromContext: true}),
	};
	expect(sizes).toEqual({image: 1504, unknownImage: 1204, hugeImage: 1604, excluded: 0});
	expect(messageTokens(bash)).toBeGreaterThan(50);
	expect(tokensOf(toolResult('c', 'word '.repeat(50)))).toBeGreaterThan(50);
	expect(
		tokensOf(assistant('', {calls: [call('c', 'bash', {command: 'word '.repeat(50)})]})),
	).toBeGreaterThan(50);
	expect(
		messageTokens({
			role: 'system',
			content: '',
			sections: {a: 'word '.repeat(30)},
			toolsAdded: [tool],
			timestamp: 0,
		}),
	).toBeGreaterThan(50);
});
