import type {SessionEntry} from './entries.ts';
import {createEntryCache} from './entry-cache.ts';
import type {Lineage, Node} from './lineage.ts';
import type {EntryStore} from './store.ts';

/** Bytes of the file whose entries are kept parsed. */
const cacheLimit = 16 << 20;

export type EntryReader = {
	/** undefined: damaged; the tree has closed over it then. */
	read(node: Node): SessionEntry | undefined;
	readAll(nodes: () => readonly Node[]): readonly SessionEntry[];
};

/** Reads entries when they are asked for. One that proves to be damaged is taken out of the tree. */
export function createEntryReader(
	store: Pick<EntryStore, 'read'>,
	lineage: Lineage,
	onDamage: (node: Node) => void,
): EntryReader {
	const cache = createEntryCache(cacheLimit);

	const fetch = (node: Node): SessionEntry | undefined => {
		const {held, place, head} = node;
		if (held || !place) return held;
		const entry = cache.get(head.id) ?? store.read(place);
		return entry?.id === head.id ? entry : undefined;
	};

	const read = (node: Node): SessionEntry | undefined => {
		const found = fetch(node);
		if (found === undefined) {
			lineage.drop(node);
			onDamage(node);
			return undefined;
		}

		const {parentId} = node.head;
		const entry = found.parentId === parentId ? found : {...found, parentId};
		if (node.place) cache.put(entry, node.place.length);
		return entry;
	};

	return {
		read,
		readAll(nodes) {
			// What was under a damaged entry has moved up by then: ask again.
			for (;;) {
				const asked = nodes();
				const entries = asked.map(read).filter(entry => entry !== undefined);
				if (entries.length === asked.length) return entries;
			}
		},
	};
}
