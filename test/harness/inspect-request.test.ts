import {expect, test} from 'vitest';
import type {AgentMessage} from '../../source/agent/index.ts';
import {inspectRequest} from '../../source/harness/inspect-request.ts';
import {requestReportText} from '../../source/harness/request-report-text.ts';
import {editContext} from '../../source/harness/session/context-edit.ts';
import {createSession} from '../../source/harness/session/open.ts';
import {projectTree} from '../../source/harness/session/projection.ts';
import {testModel} from '../helpers/model.ts';
import {call, image, result, says, text, thought, user} from '../helpers/talk.ts';

const model = testModel({
	id: 'blind',
	provider: 'acme',
	api: 'anthropic-messages',
	input: ['text'],
	reasoning: true,
	contextWindow: 100_000,
	maxTokens: 8000,
});

function sessionOf(...messages: readonly AgentMessage[]) {
	const tree = createSession({cwd: '/x', sessions: undefined});
	const ids = messages.map(message => tree.append({type: 'message', message}).id);
	return {tree, ids};
}

const system: AgentMessage = {
	role: 'system',
	content: 'Be kind.',
	sections: {tools: 'read'},
	toolsAdded: [{name: 'read', description: 'Reads.', parameters: {type: 'object'}}],
	timestamp: 0,
};

async function report(
	{tree}: ReturnType<typeof sessionOf>,
	options: Parameters<typeof inspectRequest>[0]['options'] = {},
) {
	const projection = projectTree(tree);
	return inspectRequest({tree, projection, patch: undefined, model, options});
}

test('the parts of a request are the prompt, the tools and the messages, each with its entry', async () => {
	const talk = sessionOf(
		system,
		user(text('look at\n this')),
		says(text('I do'), call('c', {path: 'x'})),
		result('c', text('content')),
	);
	const {parts, tokens, changes, payload, ...rest} = await report(talk);
	const [, question, answer, reading] = talk.ids;
	const some = expect.any(Number);
	expect(parts).toEqual([
		{kind: 'system', title: 'prompt', tokens: some},
		{kind: 'system', title: 'tools', tokens: some},
		{kind: 'tool', title: 'read', tokens: some},
		{kind: 'user', title: 'look at this', tokens: some, entryId: question},
		{kind: 'assistant', title: 'I do · calls read', tokens: some, entryId: answer},
		{kind: 'toolResult', title: 'content', tokens: some, entryId: reading},
	]);
	expect(tokens).toBe(parts.reduce((sum, part) => sum + part.tokens, 0));
	expect(changes).toEqual([]);
	expect(payload).toMatchObject({model: 'blind', max_tokens: 8000});
	expect(rest).toEqual({
		provider: 'acme',
		model: 'blind',
		api: 'anthropic-messages',
		thinkingLevel: 'off',
		contextWindow: 100_000,
		maxOutputTokens: 8000,
	});
});

test('what is changed for a request is told with its reason and its entry', async () => {
	const foreign = {...says(thought('hm', 'sig'), text('ok'), call('a|fc_1')), provider: 'other'};
	const talk = sessionOf(
		user(text('a'), image),
		foreign,
		result('nobody', text('x')),
		user(text('half \uD83D')),
		{...says(text('half an')), stopReason: 'error'},
		user(text(' ')),
	);
	const {changes} = await report(talk, {level: 'max'});
	const [look, answer, orphan, half, failed, empty] = talk.ids;
	expect(changes).toEqual([
		{kind: 'repaired', what: 'thinking is high', why: 'blind does not offer max'},
		{
			kind: 'dropped',
			what: '1 image',
			why: 'blind does not see images; a note says so',
			entryId: look,
		},
		{kind: 'dropped', what: '1 thought', why: 'only m-1 may read what it thought', entryId: answer},
		{
			kind: 'repaired',
			what: 'the id of 1 call',
			why: 'anthropic-messages takes other ids, and each only once',
			entryId: answer,
		},
		{
			kind: 'repaired',
			what: 'the result of read',
			why: 'there is none; a note says so',
			entryId: answer,
		},
		{kind: 'dropped', what: 'a result of read', why: 'no call asks for it', entryId: orphan},
		{
			kind: 'repaired',
			what: 'a broken character',
			why: 'half of one is refused by most servers',
			entryId: half,
		},
		{
			kind: 'dropped',
			what: 'an answer',
			why: 'it failed; half an answer is refused by servers',
			entryId: failed,
		},
		{kind: 'dropped', what: 'a message of yours', why: 'there is nothing in it', entryId: empty},
	]);
});

test('what the session itself keeps from the model is told too', async () => {
	const talk = sessionOf(user(text('one')), says(text('two')), user(text('three')), {
		role: 'bashExecution',
		command: 'cat key',
		output: 'secret',
		exitCode: 0,
		cancelled: false,
		truncated: false,
		excludeFromContext: true,
		timestamp: 5,
	});
	const [, , third = '', shell] = talk.ids;
	talk.tree.append({
		type: 'compaction',
		summary: 'They counted.',
		firstKeptEntryId: third,
		tokensBefore: 10,
	});
	editContext(talk.tree, third, 'another');
	const {changes, parts} = await report(talk);
	expect(changes).toEqual([
		{kind: 'shortened', what: '2 earlier messages', why: 'a summary stands for them'},
		{
			kind: 'redacted',
			what: 'an entry',
			why: 'other content was put in its place',
			entryId: third,
		},
		{kind: 'redacted', what: 'a command of yours', why: 'it was run with !!', entryId: shell},
	]);
	expect(JSON.stringify(parts)).not.toContain('secret');
	expect(parts.at(-1)).toMatchObject({title: 'another'});
});

test('an answer that has no room left is shortened', async () => {
	const talk = sessionOf(user(text('word '.repeat(78_000))));
	const {changes, maxOutputTokens} = await report(talk);
	expect(maxOutputTokens).toBeLessThan(8000);
	expect(changes).toEqual([
		{
			kind: 'shortened',
			what: `the answer may have ${maxOutputTokens} tokens instead of 8000`,
			why: 'the window leaves no more',
		},
	]);
});

test('for people the same changes are told once, and the largest messages are named', async () => {
	const asks = Array.from({length: 12}, (_, index) =>
		user(text(`${'x '.repeat(index)}end`), image),
	);
	const shown = requestReportText(await report(sessionOf(system, ...asks)));
	expect(shown).toContain('Next request: acme/blind over anthropic-messages, thinking off');
	expect(shown).toContain('dropped: 1 image: blind does not see images; a note says so (12 times)');
	expect(shown.match(/x .*end/g)).toHaveLength(8);
	const all = requestReportText(await report(sessionOf(system, ...asks)), true);
	expect(all.match(/your messages: /g)).toHaveLength(12);
});
