import {readFileSync} from 'node:fs';
import {
	type AssistantMessage,
	emptyUsage,
	type ToolCall,
	type Usage,
} from '../../source/ai/index.ts';
import type {EntryBody, EntryOf} from '../../source/harness/session/entries.ts';
import {createSession} from '../../source/harness/session/open.ts';
import type {SessionTree} from '../../source/harness/session/tree.ts';

export const startOfTime = Date.UTC(2026, 10, 30, 12);

/** A clock that moves a second with every look. */
export function ticking(start = startOfTime): () => number {
	let time = start - 1000;
	return () => {
		time += 1000;
		return time;
	};
}

type MessageBody = Extract<EntryBody, {type: 'message'}>;

export const user = (text: string, timestamp = startOfTime): MessageBody => ({
	type: 'message',
	message: {role: 'user', content: [{type: 'text', text}], timestamp},
});

export const usageOf = (parts: Partial<Usage>): Usage => ({...emptyUsage, ...parts});

export const assistant = (
	text: string,
	fields: Partial<AssistantMessage> & {readonly calls?: readonly ToolCall[]} = {},
): MessageBody => {
	const {calls = [], ...rest} = fields;
	return {
		type: 'message',
		message: {
			role: 'assistant',
			content: [...(text === '' ? [] : [{type: 'text' as const, text}]), ...calls],
			api: 'openai-completions',
			provider: 'local',
			model: 'small',
			usage: emptyUsage,
			stopReason: calls.length > 0 ? 'toolUse' : 'stop',
			timestamp: startOfTime,
			...rest,
		},
	};
};

export const call = (id: string, name: string, input: Readonly<Record<string, unknown>> = {}) =>
	({type: 'toolCall', id, name, arguments: input}) as const;

export const toolResult = (toolCallId: string, text: string, toolName = 'bash'): MessageBody => ({
	type: 'message',
	message: {
		role: 'toolResult',
		toolCallId,
		toolName,
		content: [{type: 'text', text}],
		isError: false,
		timestamp: startOfTime,
	},
});

export const compaction = (
	summary: string,
	firstKeptEntryId?: string,
): Omit<EntryOf<'compaction'>, 'id' | 'parentId' | 'timestamp'> => ({
	type: 'compaction',
	summary,
	...(firstKeptEntryId === undefined ? {} : {firstKeptEntryId}),
	tokensBefore: 1000,
});

export const newTree = (folder: string, id?: string): SessionTree =>
	createSession({
		sessions: folder,
		cwd: '/home/u/app',
		now: ticking(),
		...(id === undefined ? {} : {id}),
	});

export const linesOf = (file: string): readonly unknown[] =>
	readFileSync(file, 'utf8')
		.split('\n')
		.filter(line => line !== '')
		.map(line => JSON.parse(line));

/** The path of a session that is known to have one. */
export function fileOf(tree: SessionTree): string {
	if (tree.file === undefined) throw new Error('kept in memory only');
	return tree.file;
}
