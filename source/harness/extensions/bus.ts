import type {Scope} from './scope.ts';

type Listener = {readonly scope: Scope; handler(data: unknown): unknown};

/** Where extensions talk to one another. What a listener throws is its own fault and nobody else's. */
export function createBus() {
	const channels = new Map<string, Set<Listener>>();
	return {
		emit(channel: string, data: unknown): void {
			for (const {scope, handler} of [...(channels.get(channel) ?? [])]) {
				const failed = (error: unknown) => scope.report(error, `the channel ${channel}`);
				try {
					const answer = scope.run(() => handler(data));
					if (answer instanceof Promise) answer.catch(failed);
				} catch (error) {
					failed(error);
				}
			}
		},
		on(scope: Scope, channel: string, handler: (data: unknown) => unknown): () => void {
			const listener = {scope, handler};
			const listeners = channels.get(channel) ?? new Set();
			channels.set(channel, listeners.add(listener));
			const release = scope.own(() => listeners.delete(listener));
			return () => {
				release();
				listeners.delete(listener);
			};
		},
	};
}
