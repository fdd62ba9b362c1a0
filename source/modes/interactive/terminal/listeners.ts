/** Who wants to hear of something; the result of `add` takes the listener out again. */
export function createListeners<T>() {
	const listeners = new Set<(value: T) => void>();
	return {
		add(listener: (value: T) => void): () => void {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		tell(value: T): void {
			for (const listener of [...listeners]) listener(value);
		},
	};
}
