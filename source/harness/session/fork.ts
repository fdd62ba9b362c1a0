import {existsSync} from 'node:fs';
import type {EntryOf, SessionEntry} from './entries.ts';
import {newEntryId} from './ids.ts';
import {type NewSession, seedSession} from './open.ts';
import {SessionError} from './session-error.ts';
import type {SessionTree} from './tree.ts';

/**
 * A new session that holds the path to `id` (null: nothing) and comes from `source`. Entries keep their
 * ids and times; labels stay with what they name.
 */
export function forkSession(
	source: SessionTree,
	id: string | null,
	target: Omit<NewSession, 'parentSession'>,
): SessionTree {
	if (source.file !== undefined && !existsSync(source.file)) {
		throw new SessionError('refused', 'There is nothing to copy yet: send a message first.');
	}

	const parent = source.file === undefined ? {} : {parentSession: source.file};
	return seedSession({...target, ...parent}, copyOfPath(source, id));
}

/** The path without its labels, which only annotate, and then a label for each that a kept entry bears. */
function copyOfPath(source: SessionTree, id: string | null): readonly SessionEntry[] {
	const path = source.path(id);
	const kept: SessionEntry[] = [];
	for (const entry of path) {
		if (entry.type === 'label') continue;
		const parentId = kept.at(-1)?.id ?? null;
		kept.push({...withoutLabelReference(entry, path), parentId});
	}

	return [...kept, ...labelsFor(source, kept)];
}

/** The first kept entry of a compaction may have been a label: then it is the next one that is not. */
function withoutLabelReference(entry: SessionEntry, path: readonly SessionEntry[]): SessionEntry {
	if (entry.type !== 'compaction') return entry;
	const at = path.findIndex(({id}) => id === entry.firstKeptEntryId);
	if (path[at]?.type !== 'label') return entry;
	const next = path.slice(at).find(({type}) => type !== 'label');
	return next === undefined ? entry : {...entry, firstKeptEntryId: next.id};
}

function labelsFor(
	source: SessionTree,
	kept: readonly SessionEntry[],
): readonly EntryOf<'label'>[] {
	const taken = new Set(kept.map(({id}) => id));
	const added: EntryOf<'label'>[] = [];
	for (const [targetId, label] of source.labels()) {
		if (!kept.some(entry => entry.id === targetId)) continue;
		const id = newEntryId(candidate => taken.has(candidate));
		taken.add(id);
		const parentId = added.at(-1)?.id ?? kept.at(-1)?.id ?? null;
		added.push({type: 'label', id, parentId, ...label, targetId});
	}

	return added;
}

/** Selecting something that was said puts the leaf before it, so that it can be said otherwise. */
export function editable(entry: SessionEntry): string | undefined {
	const said =
		entry.type === 'custom_message'
			? entry.content
			: entry.type === 'message' && entry.message.role === 'user'
				? entry.message.content
				: undefined;
	if (said === undefined) return undefined;
	if (typeof said === 'string') return said;
	return said.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
}
