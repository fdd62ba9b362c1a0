import type {EntryBody, SessionEntry} from './entries.ts';
import {createSession, type NewSession} from './open.ts';
import type {SessionTree} from './tree.ts';

/** What an entry holds, without its place in a tree. */
function bodyOf(entry: SessionEntry): EntryBody {
	const {id: _id, parentId: _parent, timestamp: _time, ...body} = entry;
	return body;
}

/**
 * A new session that holds the path to `id` (null: nothing). Entries keep their ids and times; labels stay with
 * what they name.
 */
export function forkSession(
	source: SessionTree,
	id: string | null,
	target: Omit<NewSession, 'parentSession'>,
): SessionTree {
	const parentSession = source.file;
	const fork = createSession({...target, ...(parentSession === undefined ? {} : {parentSession})});
	const path = id === null ? [] : source.path(id);
	const kept = path.filter(({type}) => type !== 'label');
	for (const entry of kept) fork.append(bodyOf(entry), {id: entry.id, timestamp: entry.timestamp});
	for (const {id: targetId} of kept) {
		const label = source.label(targetId);
		if (label !== undefined) fork.append({type: 'label', targetId, label});
	}

	return fork;
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
