import {expect, test} from 'vitest';
import type {AgentMessage} from '../../../source/agent/index.ts';
import {fileLists, serialise, touchedFiles} from '../../../source/harness/compaction/serialise.ts';
import {assistant, call, toolResult, user} from '../../helpers/session-builder.ts';

test('a conversation is written with who said it; thinking and images leave no text', () => {
	const thought = assistant('done').message;
	const image = {type: 'image', data: 'AAAA', mimeType: 'image/png'} as const;
	const messages: readonly AgentMessage[] = [
		{role: 'system', content: 'You help.', timestamp: 0},
		{role: 'user', content: [{type: 'text', text: 'look'}, image], timestamp: 0},
		assistant('on it', {calls: [call('a', 'read', {path: 'x.ts', limit: 5}), call('b', 'ls', {})]})
			.message,
		toolResult('a', 'content').message,
		{
			...thought,
			...{
				content: [
					{type: 'thinking', thinking: 'secret'},
					{type: 'text', text: 'done'},
				],
			},
		},
		{
			role: 'bashExecution',
			command: 'make',
			output: 'built',
			cancelled: false,
			truncated: false,
			timestamp: 0,
		},
		{role: 'branchSummary', summary: 'went there', fromId: 'x', timestamp: 0},
		{role: 'compactionSummary', summary: 'old notes', tokensBefore: 1, timestamp: 0},
	] as readonly AgentMessage[];
	expect(serialise(messages)).toBe(
		[
			'[User]: look\n[image]',
			'[Assistant]: on it',
			'[Assistant tool calls]: read(path="x.ts", limit=5); ls()',
			'[Tool result]: content',
			'[Assistant]: done',
			'[User ran]: make\nbuilt',
			'[Notes of another branch]: went there',
			'[Notes of what came before]: old notes',
		].join('\n\n'),
	);
});

test('a long result keeps its beginning and its end, and tells how much is missing', () => {
	const text = serialise([toolResult('a', `begin${'x'.repeat(9000)}end`).message]);
	expect(text).toContain('[Tool result]: begin');
	expect(text).toContain('7008 characters left out');
	expect(text.endsWith('end')).toBe(true);
	expect(text.length).toBeLessThan(2200);
});

test('files come from calls, also from those that a tool made, and what was changed was not only read', () => {
	const nested = {
		...toolResult('x', 'ok').message,
		nestedCalls: {
			complete: true,
			calls: [
				{id: 'x/1', name: 'read', arguments: {path: 'nested.ts'}},
				{id: 'x/2', name: 'read'},
				null,
			],
		},
	};
	const messages = [
		user('go').message,
		assistant('', {
			calls: [
				call('a', 'read', {path: 'b.ts'}),
				call('b', 'read', {path: 'a.ts'}),
				call('c', 'edit', {path: 'a.ts'}),
				call('d', 'write', {path: 'new.ts'}),
				call('e', 'bash', {path: 'no.ts'}),
				call('f', 'read', {path: 7}),
			],
		}).message,
		nested,
	] as readonly AgentMessage[];
	const before = {readFiles: ['old.ts', 'new.ts'], modifiedFiles: ['older.ts']};
	const files = touchedFiles(messages, before);
	expect(files).toEqual({
		readFiles: ['b.ts', 'nested.ts', 'old.ts'],
		modifiedFiles: ['a.ts', 'new.ts', 'older.ts'],
	});
	expect(fileLists(files)).toBe(
		'\n\n<read-files>\nb.ts\nnested.ts\nold.ts\n</read-files>\n\n<modified-files>\na.ts\nnew.ts\nolder.ts\n</modified-files>',
	);
	expect(fileLists({readFiles: [], modifiedFiles: []})).toBe('');
});
