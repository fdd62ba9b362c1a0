import {AsyncLocalStorage} from 'node:async_hooks';

/** What one extension has going on, from its load to its end. */
export type Scope = {
	readonly name: string;
	/** File of the extension; stacks are told by it. */
	readonly path: string;
	/**
	 * Runs work as the extension's own: what it starts, and what fails in it, is known to be its. Work that holds up
	 * everything else is told of, when it has a name.
	 */
	run<T>(work: () => T, where?: string): T;
	/** Ends with the extension. The result takes it off again without ending it. */
	own(end: () => void): () => void;
	isOver(): boolean;
	/** Ends everything it has started. */
	end(): void;
	/** A fault of this extension, wherever it came up. */
	report(error: unknown, where: string): void;
	/** It kept everything else waiting. */
	blocked(ms: number, where: string): void;
};

/** Longer than this a person feels that keys are not answered. */
const blockingMs = 500;

/** Follows timers, promises and emitters, so that whatever happens later is still known to be an extension's. */
const current = new AsyncLocalStorage<Scope | undefined>();

export const currentScope = (): Scope | undefined => current.getStore();

/** Runs work of the host that an extension asked for: it outlives the extension. */
export const outside = <T>(work: () => T): T => current.run(undefined, work);

export function createScope(options: {
	readonly name: string;
	readonly path: string;
	readonly report: Scope['report'];
	readonly blocked: Scope['blocked'];
}): Scope {
	const owned = new Set<() => void>();
	let isOver = false;
	const scope: Scope = {
		...options,
		run(work, where) {
			const startedAt = performance.now();
			try {
				return current.run(scope, work);
			} finally {
				const ms = performance.now() - startedAt;
				if (where !== undefined && ms > blockingMs) options.blocked(ms, where);
			}
		},
		own(end) {
			const entry = () => end();
			owned.add(entry);
			return () => {
				owned.delete(entry);
			};
		},
		isOver: () => isOver,
		end() {
			isOver = true;
			const all = [...owned];
			owned.clear();
			for (const end of all) {
				try {
					end();
				} catch (error) {
					options.report(error, 'its end');
				}
			}
		},
	};
	return scope;
}

/** Use of a context whose session or extension is gone. Told once per extension. */
export class StaleError extends Error {
	override readonly name = 'StaleError';
}
