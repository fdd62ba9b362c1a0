import type {AgentMessage, SessionEntry, ToolResultMessage} from '../../../harness/index.ts';
import type {ToolItem, TranscriptItem} from './state.ts';

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

export function assistantItem(message: AssistantMessage, id: string): TranscriptItem {
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

/** The calls of an answer, in order, before anything came of them. */
export const callItems = (
	message: AssistantMessage,
	status: ToolItem['status'],
): readonly ToolItem[] =>
	message.content.flatMap(part =>
		part.type === 'toolCall'
			? [
					{
						kind: 'tool' as const,
						id: part.id,
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

function ofMessage(message: AgentMessage, id: string): readonly TranscriptItem[] {
	switch (message.role) {
		case 'user':
			return [{kind: 'user', id, text: textOf(message.content), images: imagesIn(message.content)}];
		case 'assistant': {
			const item = assistantItem(message, id);
			const said =
				item.kind === 'assistant' &&
				(item.text.trim() !== '' || item.thinking !== '' || item.problem);
			return [...(said ? [item] : []), ...callItems(message, 'failed')];
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

/** Entries that stand for something else than a message of the talk. */
function ofNote(entry: SessionEntry): TranscriptItem | undefined {
	const {id} = entry;
	switch (entry.type) {
		case 'compaction':
			return {
				kind: 'summary',
				id,
				title: `Compacted from ${entry.tokensBefore} tokens`,
				text: entry.summary,
			};
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
	const calls = new Map<string, number>();
	const add = (item: TranscriptItem) => {
		if (item.kind === 'tool') calls.set(item.id, items.length);
		items.push(item);
	};
	for (const entry of path) {
		const note = ofNote(entry);
		if (note) add(note);
		if (entry.type !== 'message') continue;
		const {message} = entry;
		if (message.role === 'toolResult') {
			const at = calls.get(message.toolCallId) ?? -1;
			const item = items[at];
			if (item?.kind === 'tool') items[at] = finished(item, message);
		} else for (const item of ofMessage(message, entry.id)) add(item);
	}

	return items;
}
