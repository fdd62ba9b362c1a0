import type {AgentMessage} from '../../agent/index.ts';
import type {Message, Usage, UserContent} from '../../ai/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import type {EditableContent, SessionEntry} from '../session/entries.ts';

/** An entry that a handler wants to have at the end of a turn. */
export type EntryDraft =
	| {readonly type: 'custom'; readonly customType: string; readonly data?: unknown}
	| {
			readonly type: 'custom_message';
			readonly customType: string;
			readonly content: string | readonly UserContent[];
			readonly display: boolean;
			readonly details?: unknown;
	  }
	| {
			readonly type: 'context_edit';
			readonly targetId: string;
			readonly replacement: null | {readonly content: EditableContent};
	  }
	| {
			readonly type: 'compaction';
			readonly summary: string;
			readonly firstKeptEntryId: string | null;
			readonly details?: unknown;
			readonly usage?: Usage;
	  };

export type BoundaryPreview = {
	readonly contextEntries: readonly SessionEntry[];
	readonly contextMessages: readonly AgentMessage[];
	readonly llmMessages: readonly Message[];
	readonly pendingMessages: readonly AgentMessage[];
	readonly canContinue: boolean;
};

/** What stands between two turns: entries to be added, and whether the model is asked again. */
export type BoundaryState = {
	readonly entries: readonly EntryDraft[];
	readonly continue: boolean;
	readonly context: BoundaryPreview;
	readonly outcome: 'completed' | 'aborted' | 'error';
};

const isText = (value: unknown): value is string => typeof value === 'string';

const drafts: Readonly<Record<string, (draft: Readonly<Record<string, unknown>>) => boolean>> = {
	custom: ({customType}) => isText(customType),
	custom_message: ({customType, content, display}) =>
		isText(customType) &&
		(isText(content) || Array.isArray(content)) &&
		typeof display === 'boolean',
	context_edit: ({targetId, replacement}) =>
		isText(targetId) && (replacement === null || isRecord(replacement)),
	compaction: ({summary, firstKeptEntryId}) =>
		isText(summary) && (firstKeptEntryId === null || isText(firstKeptEntryId)),
};

export function isDraft(value: unknown): value is EntryDraft {
	if (!isRecord(value) || !isText(value.type)) return false;
	return Object.hasOwn(drafts, value.type) && drafts[value.type]?.(value) === true;
}

/** Each answer replaces the fields it names. */
export function mergeProposal<P extends BoundaryState>(payload: P, result: unknown): P {
	if (!isRecord(result)) return payload;
	const {entries = payload.entries, continue: goesOn = payload.continue} = result;
	if (!Array.isArray(entries)) throw new Error('"entries" must be a list');
	return {...payload, entries, continue: goesOn === true};
}
