import type {SessionEntry} from './entries.ts';

export type EntryCache = {
	get(id: string): SessionEntry | undefined;
	/** `size` is the length of its line. */
	put(entry: SessionEntry, size: number): void;
	delete(id: string): void;
};

/** Keeps what was read lately, up to a number of bytes as they are in the file. */
export function createEntryCache(limit: number): EntryCache {
	const kept = new Map<string, {readonly entry: SessionEntry; readonly size: number}>();
	let total = 0;

	const remove = (id: string): void => {
		total -= kept.get(id)?.size ?? 0;
		kept.delete(id);
	};

	return {
		get(id) {
			const found = kept.get(id);
			if (found === undefined) return undefined;
			// A map hands out its keys in the order of setting: the first one is the one unused for longest.
			kept.delete(id);
			kept.set(id, found);
			return found.entry;
		},
		put(entry, size) {
			remove(entry.id);
			kept.set(entry.id, {entry, size});
			total += size;
			for (const id of kept.keys()) {
				if (total <= limit) return;
				remove(id);
			}
		},
		delete: remove,
	};
}
