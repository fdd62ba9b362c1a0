import type {SessionEvent} from './events.ts';

type Listener = (event: SessionEvent) => void | Promise<void>;

/** Tells every listener in turn; waits only for those that ask for it by returning a promise. */
export type EventHub = {
	emit(event: SessionEvent): void | Promise<void>;
	on(listener: Listener): () => void;
};

export function createEventHub(onListenerError: (error: unknown) => void): EventHub {
	const listeners = new Set<Listener>();

	async function rest(event: SessionEvent, first: Promise<void>, others: readonly Listener[]) {
		await first.catch(onListenerError);
		for (const listener of others) {
			try {
				await listener(event);
			} catch (error) {
				onListenerError(error);
			}
		}
	}

	return {
		emit(event) {
			const all = [...listeners];
			for (const [index, listener] of all.entries()) {
				try {
					const waiting = listener(event);
					// Streaming emits thousands of events a second: no promise where nobody waits.
					if (waiting) return rest(event, waiting, all.slice(index + 1));
				} catch (error) {
					onListenerError(error);
				}
			}
		},
		on(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}
