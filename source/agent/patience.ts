/** Waits for others who may not hear an abort: from the abort on they have `graceMs`, then the wait ends without them. */
export type Patience = {
	/** As `work` ends; rejects with the signal's reason when it was given up. What it does later is dropped. */
	wait<T>(work: Promise<T>): Promise<T>;
	stop(): void;
};

/** One listener, however many waits follow one another; two at a time are not meant. */
export function createPatience(signal: AbortSignal, graceMs: number): Patience {
	let giveUp: ((reason: unknown) => void) | undefined;
	let timer: NodeJS.Timeout | undefined;
	let isOver = false;

	function end(): void {
		isOver = true;
		giveUp?.(signal.reason);
	}

	function onAbort(): void {
		timer = setTimeout(end, graceMs);
	}

	if (signal.aborted) onAbort();
	else signal.addEventListener('abort', onAbort, {once: true});
	return {
		wait: work =>
			new Promise((resolve, reject) => {
				giveUp = reject;
				work.then(resolve, reject);
				if (isOver) end();
			}),
		stop() {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
		},
	};
}

/** The same for a single piece of work. */
export async function waitFor<T>(
	work: Promise<T>,
	{signal, graceMs}: {readonly signal: AbortSignal; readonly graceMs: number},
): Promise<T> {
	const patience = createPatience(signal, graceMs);
	try {
		return await patience.wait(work);
	} finally {
		patience.stop();
	}
}
