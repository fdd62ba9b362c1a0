/** State with one writer and many readers. `set` with the same state tells nobody. */
export type Store<T> = {
	get(): T;
	set(next: T): void;
	subscribe(listener: () => void): () => void;
};

export function createStore<T>(initial: T): Store<T> {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => state,
		set(next) {
			if (Object.is(next, state)) return;
			state = next;
			for (const listener of [...listeners]) listener();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}
