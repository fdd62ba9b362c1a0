import type {EntryHead, SessionEntry} from './entries.ts';
import {isObject} from './raw-record.ts';

/** Marks the entry that remembers where the person was; its data is {leafId}. */
export const leafType = 'bough.leaf';

/** The leaf that the entry stands for; undefined when it is not about leaves. */
export function toRememberedLeaf(
	head: EntryHead,
	read: () => SessionEntry | undefined,
): string | null | undefined {
	if (head.type !== 'custom' || head.kind !== leafType) return undefined;
	const entry = read();
	if (entry?.type !== 'custom' || !isObject(entry.data)) return undefined;
	const {leafId} = entry.data;
	return typeof leafId === 'string' || leafId === null ? leafId : undefined;
}
