/** Runs work on the same file one after the other, in the order it was asked for; other files meanwhile. */
export type FileQueue = <T>(
	findKey: () => Promise<string>,
	work: (key: string) => Promise<T>,
) => Promise<T>;

export function createFileQueue(): FileQueue {
	const tails = new Map<string, Promise<unknown>>();
	let arrivals: Promise<unknown> = Promise.resolve();

	function enqueue<T>(key: string, work: (key: string) => Promise<T>): Promise<T> {
		const run = (tails.get(key) ?? Promise.resolve()).then(() => work(key));
		// The next in line waits for the end, whichever it is; the caller gets the error.
		const tail = run.then(
			() => undefined,
			() => undefined,
		);
		tails.set(key, tail);
		void tail.then(() => {
			if (tails.get(key) === tail) tails.delete(key);
		});
		return run;
	}

	return async (findKey, work) => {
		// Finding out which file is meant takes its time; one after the other it keeps the order of the calls.
		const arrived = arrivals.then(async () => ({run: enqueue(await findKey(), work)}));
		arrivals = arrived.catch(() => undefined);
		return (await arrived).run;
	};
}
