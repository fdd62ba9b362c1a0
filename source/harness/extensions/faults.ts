import {printable} from '../../lib/foreign-text.ts';
import {addCost, type Extension, type ExtensionSource} from './extension.ts';
import {StaleError} from './scope.ts';

export type Fault = {
	readonly source: ExtensionSource;
	/** The event, or what else it was doing. */
	readonly where: string;
	readonly message: string;
	/** Told before; counted, but nobody needs to hear it again. */
	readonly isKnown: boolean;
	readonly level: 'warning' | 'error';
	readonly stack?: string;
};

/** So many errors, and an extension is switched off: it does more harm than good. */
export const errorBudget = 20;

export type FaultBook = {
	report(source: ExtensionSource, error: unknown, where: string): void;
	blocked(source: ExtensionSource, ms: number, where: string): void;
	count(source: ExtensionSource): number;
};

const wordsOf = (error: unknown): string =>
	printable(error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Tells each fault once, counts all, and says when an extension has used up its budget. */
export function createFaultBook(options: {
	tell(fault: Fault): void;
	spent(source: ExtensionSource): void;
}): FaultBook {
	const told = new Set<string>();
	const counts = new Map<string, number>();
	const isKnown = (key: string) => {
		const known = told.has(key);
		told.add(key);
		return known;
	};
	return {
		report(source, error, where) {
			const isStale = error instanceof StaleError;
			const message = wordsOf(error);
			const key = isStale ? 'stale' : message;
			const stack = error instanceof Error ? error.stack : undefined;
			options.tell({
				source,
				where,
				message,
				isKnown: isKnown(`${source.path} ${key}`),
				level: isStale ? 'warning' : 'error',
				...(stack === undefined ? {} : {stack}),
			});
			const count = (counts.get(source.path) ?? 0) + 1;
			counts.set(source.path, count);
			if (count === errorBudget) options.spent(source);
		},
		blocked(source, ms, where) {
			options.tell({
				source,
				where,
				message: `it held everything up for ${(ms / 1000).toFixed(1)} s`,
				isKnown: isKnown(`${source.path} slow ${where}`),
				level: 'warning',
			});
		},
		count: source => counts.get(source.path) ?? 0,
	};
}

/** Runs a handler against the clock. */
export async function timed(
	extension: Extension,
	where: string,
	work: () => unknown,
): Promise<unknown> {
	const startedAt = performance.now();
	try {
		return await work();
	} finally {
		addCost(extension, where, performance.now() - startedAt);
	}
}
