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
		thinking: message.content.flatMap(part => (part.type === 'thinking' ? [part.thinking] : [])).join('\n\n'),
		...(problem === undefined ? {} : {problem}),
	};
}

/** The calls of an answer, in order, before anything came of them. */
export const callItems = (message: AssistantMessage, status: ToolItem['status']): readonly ToolItem[] =>
	message.content.flatMap(part =>
		part.type === 'toolCall'
			? [{kind: 'tool' as const, id: part.id, name: part.name, args: part.arguments, status, output: ''}]
			: [],
	);

export function finished(item: ToolItem, result: Pick<ToolResultMessage, 'content' | 'details' | 'isError' | 'durationMs'>): ToolItem {
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
			const said = item.kind === 'assistant' && (item.text.trim() !== '' || item.thinking !== '' || item.problem);
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

/** What a path of the tree looks like. Answers that failed are shown too: nothing that happened is hidden. */
export function itemsOf(path: readonly SessionEntry[]): readonly TranscriptItem[] {
	const items: TranscriptItem[] = [];
	const calls = new Map<string, number>();
	for (const entry of path) {
		if (entry.type === 'compaction') {
			items.push({kind: 'summary', id: entry.id, title: `Compacted from ${entry.tokensBefore} tokens`, text: entry.summary});
		} else if (entry.type === 'branch_summary') {
			items.push({kind: 'summary', id: entry.id, title: 'Notes of another branch', text: entry.summary});
		} else if (entry.type === 'custom_message' && entry.display) {
			items.push({kind: 'summary', id: entry.id, title: entry.customType, text: textOf(entry.content)});
		} else if (entry.type === 'message' && entry.message.role === 'toolResult') {
			const at = calls.get(entry.message.toolCallId);
			const item = at === undefined ? undefined : items[at];
			if (at !== undefined && item?.kind === 'tool') items[at] = finished(item, entry.message);
		} else if (entry.type === 'message') {
			for (const item of ofMessage(entry.message, entry.id)) {
				if (item.kind === 'tool') calls.set(item.id, items.length);
				items.push(item);
			}
		}
	}

	return items;
}
