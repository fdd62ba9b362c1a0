/** The outcome of `work`, or the reason of the abort if that comes first: for work that cannot be told to stop. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	let stop: (() => void) | undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener('abort', stop, {once: true});
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		if (stop) signal.removeEventListener('abort', stop);
	}
}
