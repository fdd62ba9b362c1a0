import type {AgentMessage} from '../../agent/index.ts';
import type {AssistantContent, UserContent} from '../../ai/index.ts';
import type {EditableContent, EntryHead, EntryOf, SessionEntry} from './entries.ts';
import {toHead} from './raw-record.ts';
import type {SessionTree} from './tree.ts';

/** What the model is shown of a path, with the entry each message came from. */
export type Projection = {
	readonly messages: readonly AgentMessage[];
	readonly ids: readonly string[];
};

type Read = (id: string) => SessionEntry | undefined;

/** Pure: a path to what the model sees of it (compactions, edits, summaries applied). */
export function projectPath(path: readonly SessionEntry[]): Projection {
	const byId = new Map(path.map(entry => [entry.id, entry]));
	return project(path.map(toHead), id => byId.get(id));
}

/** The same for a place in a tree (default: the leaf). Reads no more entries than the model is shown. */
export const projectTree = (tree: SessionTree, id?: string | null): Projection =>
	project(tree.pathHeads(id), tree.entry);

function project(path: readonly EntryHead[], read: Read): Projection {
	const entries = select(path, read)
		.filter(shows)
		.flatMap(head => read(head.id) ?? []);
	const edits = new Map<string, Edit>();
	for (const entry of entries) {
		if (entry.type === 'context_edit') edits.set(entry.targetId, entry.replacement);
	}

	const messages: AgentMessage[] = [];
	const ids: string[] = [];
	for (const [index, entry] of entries.entries()) {
		const made =
			entry.type === 'compaction' && index > 0 ? [] : toMessages(entry, edits.get(entry.id));
		messages.push(...made);
		ids.push(...made.map(() => entry.id));
	}

	return {messages, ids};
}

/** From the latest compaction on, which stands for all before the first entry that it kept. */
function select(path: readonly EntryHead[], read: Read): readonly EntryHead[] {
	const at = path.findLastIndex(({type}) => type === 'compaction');
	const head = path[at];
	if (!head) return path;
	const compaction = read(head.id);
	const firstKept = compaction?.type === 'compaction' ? compaction.firstKeptEntryId : undefined;
	const before = path.slice(0, at);
	const from = before.findIndex(({id}) => id === firstKept);
	const kept = from === -1 ? [] : before.slice(from).filter(({kind}) => kind !== 'system');
	return [head, ...kept, ...path.slice(at + 1)];
}

const shown = new Set([
	'message',
	'custom_message',
	'branch_summary',
	'compaction',
	'context_edit',
]);
const shows = ({type}: EntryHead): boolean => shown.has(type);

type Edit = EntryOf<'context_edit'>['replacement'];

function toMessages(entry: SessionEntry, edit: Edit | undefined): readonly AgentMessage[] {
	if (edit === null) return [];
	const messages = originals(entry);
	return edit === undefined ? messages : messages.map(message => edited(message, edit.content));
}

function originals(entry: SessionEntry): readonly AgentMessage[] {
	const timestamp = Date.parse(entry.timestamp) || 0;
	switch (entry.type) {
		case 'message':
			return [whole(entry.message)];
		case 'custom_message': {
			const {customType, content, display, details} = entry;
			const rest = details === undefined ? {} : {details};
			return [{role: 'custom', customType, content: content ?? [], display, ...rest, timestamp}];
		}

		case 'branch_summary': {
			const {summary, fromId} = entry;
			return summary === '' ? [] : [{role: 'branchSummary', summary, fromId, timestamp}];
		}

		case 'compaction': {
			const {summary, tokensBefore, systemMessage} = entry;
			const message = {role: 'compactionSummary', summary, tokensBefore, timestamp} as const;
			return systemMessage ? [systemMessage, message] : [message];
		}

		default:
			return [];
	}
}

/** Old and damaged records may lack their content; the stored record is not changed. */
function whole(message: AgentMessage): AgentMessage {
	switch (message.role) {
		case 'system':
			return hasContent(message) ? message : {...message, content: ''};
		case 'user':
		case 'assistant':
		case 'toolResult':
			return hasContent(message) ? message : {...message, content: []};
		default:
			return message;
	}
}

const hasContent = ({content}: {readonly content: unknown}): boolean =>
	typeof content === 'string' || Array.isArray(content);

/** Nothing but the content changes, and only where a message has content of that kind. */
function edited(message: AgentMessage, content: EditableContent): AgentMessage {
	const parts = typeof content === 'string' ? [{type: 'text' as const, text: content}] : content;
	switch (message.role) {
		case 'user':
		case 'custom':
			return {
				...message,
				content: typeof content === 'string' ? content : parts.filter(isUserPart),
			};
		case 'toolResult':
			return {...message, content: parts.filter(isUserPart)};
		case 'assistant':
			return {...message, content: parts.filter(isAssistantPart)};
		default:
			return message;
	}
}

type Part = UserContent | AssistantContent;
const isUserPart = (part: Part): part is UserContent =>
	part.type === 'text' || part.type === 'image';
const isAssistantPart = (part: Part): part is AssistantContent => part.type !== 'image';

/**
 * The projection after entries were appended to the leaf it was made for, or undefined when it has to be
 * made anew: after a jump, an edit or a compaction.
 */
export function extendProjection(
	known: Projection,
	tree: SessionTree,
	knownLeaf: string | null,
): Projection | undefined {
	const added: EntryHead[] = [];
	for (let at = tree.leafId(); at !== knownLeaf; ) {
		const head = at === null ? undefined : tree.head(at);
		if (!head || head.type === 'context_edit' || head.type === 'compaction') return undefined;
		added.unshift(head);
		at = head.parentId;
	}

	const more = project(added, tree.entry);
	return {
		messages: [...known.messages, ...more.messages],
		ids: [...known.ids, ...more.ids],
	};
}
