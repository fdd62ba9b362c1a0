import type {AgentMessage, SessionEntry, ToolResultMessage} from '../../../harness/index.ts';
import type {AssistantItem, ToolItem, TranscriptItem} from './state.ts';

type AssistantMessage = Extract<AgentMessage, {role: 'assistant'}>;

export const textOf = (content: unknown): string => {
	if (typeof content === 'string') return content;
	return (Array.isArray(content) ? content : [])
		.flatMap(part => (part?.type === 'text' ? [String(part.text)] : []))
		.join('\n');
};

const imagesIn = (content: unknown): number =>
	Array.isArray(content) ? content.filter(part => part?.type === 'image').length : 0;

/** Why an answer is not what was asked for, in a few words. */
function problemOf({stopReason, errorMessage}: AssistantMessage): string | undefined {
	if (stopReason === 'aborted') return 'Stopped';
	if (stopReason === 'error') return errorMessage ?? 'The model failed without words';
	return stopReason === 'length' ? 'Cut off at the length limit' : undefined;
}

export function assistantItem(message: AssistantMessage, id: string): AssistantItem {
	const problem = problemOf(message);
	return {
		kind: 'assistant',
		id,
		text: textOf(message.content),
		thinking: message.content
			.flatMap(part => (part.type === 'thinking' ? [part.thinking] : []))
			.join('\n\n'),
		...(problem === undefined ? {} : {problem}),
	};
}

/** An answer of nothing but calls shows itself by them. */
export const saysSomething = ({text, thinking, problem}: AssistantItem): boolean =>
	text.trim() !== '' || thinking.trim() !== '' || problem !== undefined;

/** The calls of an answer, in order, before anything came of them. Ids of calls are not unique in a session. */
export const callItems = (
	message: AssistantMessage,
	id: string,
	status: ToolItem['status'],
): readonly ToolItem[] =>
	message.content.flatMap((part, index) =>
		part.type === 'toolCall'
			? [
					{
						kind: 'tool' as const,
						id: `${id}/${index}`,
						callId: part.id,
						name: part.name,
						args: part.arguments,
						status,
						output: '',
					},
				]
			: [],
	);

export function finished(
	item: ToolItem,
	result: Pick<ToolResultMessage, 'content' | 'details' | 'isError' | 'durationMs'>,
): ToolItem {
	return {
		...item,
		status: result.isError ? 'failed' : 'done',
		output: textOf(result.content),
		...(result.details === undefined ? {} : {details: result.details}),
		...(result.durationMs === undefined ? {} : {durationMs: result.durationMs}),
	};
}

/** What a message shows, with a name for each part of it. */
export function itemsOfMessage(message: AgentMessage, id: string): readonly TranscriptItem[] {
	switch (message.role) {
		case 'user':
			return [{kind: 'user', id, text: textOf(message.content), images: imagesIn(message.content)}];
		case 'assistant': {
			const item = assistantItem(message, id);
			return [...(saysSomething(item) ? [item] : []), ...callItems(message, id, 'failed')];
		}

		case 'bashExecution':
			return [{kind: 'bash', id, message}];
		case 'custom':
			return message.display
				? [{kind: 'summary', id, title: message.customType, text: textOf(message.content)}]
				: [];
		default:
			return [];
	}
}

export const compactionItem = (id: string, summary: string, tokens: number): TranscriptItem => ({
	kind: 'summary',
	id,
	title: `Compacted from ${tokens} tokens`,
	text: summary,
});

/** Entries that stand for something else than a message of the talk. */
export function itemOfNote(entry: SessionEntry): TranscriptItem | undefined {
	const {id} = entry;
	switch (entry.type) {
		case 'compaction':
			return compactionItem(id, entry.summary, entry.tokensBefore);
		case 'branch_summary':
			return {kind: 'summary', id, title: 'Notes of another branch', text: entry.summary};
		case 'custom_message': {
			const {customType: title, content, display} = entry;
			return display ? {kind: 'summary', id, title, text: textOf(content)} : undefined;
		}

		default:
			return undefined;
	}
}

/** What a path of the tree looks like. Answers that failed are shown too: nothing that happened is hidden. */
export function itemsOf(path: readonly SessionEntry[]): readonly TranscriptItem[] {
	const items: TranscriptItem[] = [];
	/** Where the last call of an id stands. */
	const calls = new Map<string, number>();
	const add = (item: TranscriptItem) => {
		if (item.kind === 'tool') calls.set(item.callId, items.length);
		items.push(item);
	};
	for (const entry of path) {
		const note = itemOfNote(entry);
		if (note) add(note);
		if (entry.type !== 'message') continue;
		const {message} = entry;
		if (message.role === 'toolResult') {
			const at = calls.get(message.toolCallId) ?? -1;
			const item = items[at];
			if (item?.kind === 'tool') items[at] = finished(item, message);
		} else for (const item of itemsOfMessage(message, entry.id)) add(item);
	}

	return items;
}
