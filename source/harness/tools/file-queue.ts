/** Runs work on the same key one after the other, in the order it was asked for. */
export type FileQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createFileQueue(): FileQueue {
	const tails = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const before = tails.get(key) ?? Promise.resolve();
		const run = before.then(work, work);
		// The next in line waits for the end, whichever it is; the caller gets the error.
		const tail = run.catch(() => undefined);
		tails.set(key, tail);
		try {
			return await run;
		} finally {
			if (tails.get(key) === tail) tails.delete(key);
		}
	};
}
