/** Resolves after `ms`; rejects with the signal's reason when aborted first. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const onAbort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', onAbort);
			resolve();
		}, ms);
		signal?.addEventListener('abort', onAbort, {once: true});
	});
}

export class IdleError extends Error {
	override readonly name = 'IdleError';
	readonly idleMs: number;

	constructor(idleMs: number) {
		super(`no data for ${Math.round(idleMs / 100) / 10} s`);
		this.idleMs = idleMs;
	}
}

export type Watch = {
	/** Waits for a promise that may never settle. What it does after the wait was given up is nobody's concern. */
	wait<T>(promise: Promise<T>): Promise<T>;
	stop(): void;
};

/** The longest time a timer can be set to. */
const longestMs = 2 ** 31 - 1;

/**
 * Watches over waits that follow one another: an abort ends the present one at once, and so do `idleMs`
 * of silence (0: no limit). One timer and one listener, however many waits there are.
 */
export function createWatch({
	signal,
	idleMs,
}: {
	readonly signal: AbortSignal;
	readonly idleMs: number;
}): Watch {
	let giveUp: ((reason: unknown) => void) | undefined;
	let timer: NodeJS.Timeout | undefined;
	const onAbort = () => giveUp?.(signal.reason);
	const onSilence = () => giveUp?.(new IdleError(idleMs));
	signal.addEventListener('abort', onAbort, {once: true});

	function rewind(): void {
		if (timer) timer.refresh();
		else if (idleMs > 0) timer = setTimeout(onSilence, Math.min(idleMs, longestMs));
	}

	return {
		wait: promise =>
			new Promise((resolve, reject) => {
				giveUp = reject;
				promise.then(resolve, reject);
				if (signal.aborted) reject(signal.reason);
				else rewind();
			}),
		stop() {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
		},
	};
}
