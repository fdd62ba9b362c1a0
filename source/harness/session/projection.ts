import type {AgentMessage} from '../../agent/index.ts';
import type {UserContent} from '../../ai/index.ts';
import type {EntryOf, SessionEntry} from './entries.ts';
import type {SessionTree} from './tree.ts';

/** What the model is shown of a path, with the entry each message came from. */
export type Projection = {
	readonly messages: readonly AgentMessage[];
	readonly ids: readonly string[];
};

const time = (iso: string): number => Date.parse(iso) || 0;

/** Old and damaged records may lack their content; the stored record is not changed. */
function whole(message: AgentMessage): AgentMessage {
	if (!('content' in message) || (message.content !== undefined && message.content !== null))
		return message;
	return message.role === 'system'
		? {...message, content: ''}
		: ({...message, content: []} as AgentMessage);
}

function toMessage(entry: SessionEntry): AgentMessage | undefined {
	switch (entry.type) {
		case 'message':
			return whole(entry.message);
		case 'custom_message': {
			const {customType, content, display, details} = entry;
			const timestamp = time(entry.timestamp);
			const rest = details === undefined ? {} : {details};
			return {role: 'custom', customType, content: content ?? [], display, ...rest, timestamp};
		}

		case 'branch_summary': {
			const {summary, fromId} = entry;
			if (!summary) return undefined;
			return {role: 'branchSummary', summary, fromId, timestamp: time(entry.timestamp)};
		}

		default:
			return undefined;
	}
}

type Edit = EntryOf<'context_edit'>['replacement'];

function edited(message: AgentMessage, edit: Edit | undefined): AgentMessage | undefined {
	if (edit === undefined) return message;
	if (edit === null) return undefined;
	const {role} = message;
	const {content} = edit;
	if (role === 'user' || role === 'custom') return {...message, content};
	if (role !== 'assistant' && role !== 'toolResult') return message;
	const parts: readonly UserContent[] =
		typeof content === 'string' ? [{type: 'text', text: content}] : content;
	if (role === 'toolResult') return {...message, content: parts};
	return {...message, content: parts.filter(part => part.type === 'text')};
}

/** From the latest compaction on: it stands for all before the first entry that it kept. */
function selected(path: readonly SessionEntry[]): readonly SessionEntry[] {
	const at = path.findLastIndex(entry => entry.type === 'compaction');
	const compaction = path[at];
	if (compaction?.type !== 'compaction') return path;
	const from = path.findIndex(({id}) => id === compaction.firstKeptEntryId);
	const kept = from >= 0 && from < at ? path.slice(from, at) : [];
	const isSystem = (entry: SessionEntry) =>
		entry.type === 'message' && entry.message.role === 'system';
	return [compaction, ...kept.filter(entry => !isSystem(entry)), ...path.slice(at + 1)];
}

function summaryOf(entry: EntryOf<'compaction'>): readonly AgentMessage[] {
	const {summary, tokensBefore, systemMessage} = entry;
	const timestamp = time(entry.timestamp);
	const message = {role: 'compactionSummary', summary, tokensBefore, timestamp} as const;
	return systemMessage ? [systemMessage, message] : [message];
}

/** Pure: a path to what the model sees of it (compactions, edits, summaries applied). */
export function projectPath(path: readonly SessionEntry[]): Projection {
	const entries = selected(path);
	const edits = new Map<string, Edit>();
	for (const entry of entries) {
		if (entry.type === 'context_edit') edits.set(entry.targetId, entry.replacement);
	}

	const messages: AgentMessage[] = [];
	const ids: string[] = [];
	for (const [index, entry] of entries.entries()) {
		const made = entry.type === 'compaction' && index === 0 ? summaryOf(entry) : toMessage(entry);
		for (const message of made === undefined ? [] : [made].flat()) {
			const shown = edited(message, edits.get(entry.id));
			if (!shown) continue;
			messages.push(shown);
			ids.push(entry.id);
		}
	}

	return {messages, ids};
}

const grows = new Set<SessionEntry['type']>([
	'message',
	'custom_message',
	'label',
	'custom',
	'session_info',
	'usage',
]);

/**
 * The projection after entries were appended to the leaf it was made for, or undefined when it has to be
 * made anew: after a jump, an edit or a compaction.
 */
export function extendProjection(
	known: Projection,
	tree: SessionTree,
	knownLeaf: string | null,
): Projection | undefined {
	const added: SessionEntry[] = [];
	for (let at = tree.leafId(); at !== knownLeaf; ) {
		const entry = at === null ? undefined : tree.entry(at);
		if (!entry || added.length > 64) return undefined;
		added.push(entry);
		at = entry.parentId;
	}

	if (
		added.some(
			({type}) => type === 'context_edit' || type === 'compaction' || type === 'branch_summary',
		)
	) {
		return undefined;
	}

	const messages = [...known.messages];
	const ids = [...known.ids];
	for (const entry of added.reverse()) {
		const message = grows.has(entry.type) ? toMessage(entry) : undefined;
		if (!message) continue;
		messages.push(message);
		ids.push(entry.id);
	}

	return {messages, ids};
}

export type PathSettings = {
	readonly level: string | undefined;
	readonly model: {readonly provider: string; readonly id: string} | undefined;
};

/** The choices that hold at the end of a path. */
export function settingsOf(path: readonly SessionEntry[]): PathSettings {
	let level: string | undefined;
	let model: PathSettings['model'];
	for (const entry of path) {
		if (entry.type === 'thinking_level_change') level = entry.thinkingLevel;
		if (entry.type === 'model_change') model = {provider: entry.provider, id: entry.modelId};
		if (entry.type === 'message' && entry.message.role === 'assistant') {
			model = {provider: entry.message.provider, id: entry.message.model};
		}
	}

	return {level, model};
}
