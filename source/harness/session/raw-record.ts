import type {Usage} from '../../ai/index.ts';
import type {EntryHead, SessionEntry, SessionHeader} from './entries.ts';

export type RawRecord = Readonly<Record<string, unknown>> & {
	readonly type: string;
	readonly timestamp: string;
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Anything that may stand on a line of a session, of whatever version and kind. */
export const isRecord = (value: unknown): value is RawRecord =>
	isObject(value) && typeof value.type === 'string' && typeof value.timestamp === 'string';

export function toHeader(value: unknown): SessionHeader | undefined {
	return isObject(value) && value.type === 'session' && typeof value.id === 'string'
		? // Checked as far as anybody relies on it; other fields may be anything and are kept.
			(value as unknown as SessionHeader)
		: undefined;
}

/**
 * An entry, also of a type that we do not know: it is kept and handed on as it is. Of the known types
 * only that is checked without which nobody could work with them.
 */
export function toEntry(value: unknown): SessionEntry | undefined {
	if (!isRecord(value) || typeof value.id !== 'string') return undefined;
	if (!(mustHold.get(value.type)?.(value) ?? true)) return undefined;
	const parentId = typeof value.parentId === 'string' ? value.parentId : null;
	const entry = parentId === value.parentId ? value : {...value, parentId};
	return entry as unknown as SessionEntry;
}

const hasText =
	(key: string) =>
	(record: RawRecord): boolean =>
		typeof record[key] === 'string';

const mustHold: ReadonlyMap<string, (record: RawRecord) => boolean> = new Map([
	['message', ({message}) => isObject(message) && typeof message.role === 'string'],
	['compaction', hasText('summary')],
	['branch_summary', hasText('summary')],
	['custom', hasText('customType')],
	['custom_message', hasText('customType')],
	['label', hasText('targetId')],
	['context_edit', hasText('targetId')],
]);

export function toHead(entry: SessionEntry): EntryHead {
	const {type, id, parentId, timestamp} = entry;
	const kind = kindOf(entry);
	return {
		type,
		id,
		parentId,
		timestamp,
		...(kind === undefined ? {} : {kind}),
		...(usageOf(entry) ? {isPaid: true} : {}),
	};
}

/** What an entry cost: answers, tools that asked a model, summaries, accounting entries. */
export function usageOf(entry: SessionEntry): Usage | undefined {
	const holder: object = entry.type === 'message' ? entry.message : entry;
	if (!('usage' in holder) || !isObject(holder.usage)) return undefined;
	// Whatever else is missing or no number counts as nothing where it is added up.
	return isObject(holder.usage.cost) ? (holder.usage as unknown as Usage) : undefined;
}

function kindOf(entry: SessionEntry): string | undefined {
	if (entry.type === 'message') return entry.message.role;
	return entry.type === 'custom' || entry.type === 'custom_message' ? entry.customType : undefined;
}
