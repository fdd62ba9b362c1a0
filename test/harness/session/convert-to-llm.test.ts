import {expect, test} from 'vitest';
import type {AgentMessage, BashExecutionMessage} from '../../../source/agent/index.ts';
import {convertToLlm} from '../../../source/harness/session/convert-to-llm.ts';
import {assistant, toolResult, user} from '../../helpers/session-builder.ts';

const bash = (fields: Partial<BashExecutionMessage>): BashExecutionMessage => ({
	role: 'bashExecution',
	command: 'make',
	output: 'built',
	exitCode: 0,
	cancelled: false,
	truncated: false,
	timestamp: 5,
	...fields,
});

const textOf = (message: AgentMessage): string => {
	const [converted] = convertToLlm([message]);
	expect(converted).toMatchObject({role: 'user', timestamp: 5});
	const [part] = converted && typeof converted.content !== 'string' ? converted.content : [];
	return part?.type === 'text' ? part.text : '';
};

test('what models know stays as it is', () => {
	const messages = [
		{role: 'system', content: 'You help.', timestamp: 0} as const,
		user('one').message,
		assistant('two').message,
		toolResult('c', 'three').message,
	];
	expect(convertToLlm(messages)).toEqual(messages);
});

test('messages of extensions are read as said by the user', () => {
	const image = {type: 'image', data: '', mimeType: 'image/png'} as const;
	const custom = {role: 'custom', customType: 'x', display: false, timestamp: 5} as const;
	expect(
		convertToLlm([
			{...custom, content: 'note', details: {a: 1}},
			{...custom, content: [image]},
		]),
	).toEqual([
		{role: 'user', content: [{type: 'text', text: 'note'}], timestamp: 5},
		{role: 'user', content: [image], timestamp: 5},
	]);
});

test('summaries stand in a tag behind a sentence on what they are, word for word', () => {
	const summary = 'costs $& and $1';
	const texts = [
		textOf({role: 'branchSummary', summary, fromId: 'x', timestamp: 5}),
		textOf({role: 'compactionSummary', summary, tokensBefore: 1, timestamp: 5}),
	];
	for (const text of texts)
		expect(text).toMatch(/^\S.+\n\n<summary>\ncosts \$& and \$1\n<\/summary>$/);
	expect(new Set(texts).size).toBe(2);
});

test('a command of the user is shown with its output and how it ended', () => {
	expect(textOf(bash({}))).toBe('Ran `make`\n```\nbuilt\n```');
	expect(textOf(bash({output: ' \n'}))).toBe('Ran `make`\n(no output)');
	expect(textOf(bash({exitCode: 2}))).toContain('exit code 2');
	expect(textOf(bash({cancelled: true, exitCode: 130}))).not.toContain('130');
	expect(textOf(bash({cancelled: true}))).toContain('cancelled');
	expect(textOf(bash({truncated: true, fullOutputPath: '/tmp/all.txt'}))).toContain('/tmp/all.txt');
	expect(convertToLlm([bash({excludeFromContext: true})])).toEqual([]);
});

test('output that holds a fence does not end its own', () => {
	expect(textOf(bash({output: '````\nx'}))).toBe('Ran `make`\n`````\n````\nx\n`````');
});
