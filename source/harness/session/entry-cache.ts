/** Keeps the values used last, bounded by their weight. */
export type EntryCache<T> = {
	get(key: string): T | undefined;
	set(key: string, value: T, weight: number): void;
};

export function createEntryCache<T>(limit: number): EntryCache<T> {
	const kept = new Map<string, {readonly value: T; readonly weight: number}>();
	let total = 0;
	return {
		get(key) {
			const found = kept.get(key);
			if (!found) return undefined;
			kept.delete(key);
			kept.set(key, found);
			return found.value;
		},
		set(key, value, weight) {
			kept.set(key, {value, weight});
			total += weight;
			for (const [oldest, {weight: freed}] of kept) {
				if (total <= limit || oldest === key) break;
				kept.delete(oldest);
				total -= freed;
			}
		},
	};
}
