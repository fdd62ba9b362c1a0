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

/**
 * Waits for a promise that may never settle: an abort or `idleMs` of silence (0: no limit) ends the wait.
 * What the promise does afterwards is nobody's concern.
 */
export function within<T>(
	promise: Promise<T>,
	{signal, idleMs}: {readonly signal: AbortSignal; readonly idleMs: number},
): Promise<T> {
	return new Promise((resolve, reject) => {
		// Whatever comes of a promise that nobody waits for any more must not end the process.
		promise.catch(() => undefined);
		if (signal.aborted) return reject(signal.reason);
		const onAbort = () => settle(() => reject(signal.reason));
		const timer =
			idleMs > 0
				? setTimeout(() => settle(() => reject(new IdleError(idleMs))), idleMs)
				: undefined;
		function settle(how: () => void): void {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
			how();
		}

		signal.addEventListener('abort', onAbort, {once: true});
		promise.then(
			value => settle(() => resolve(value)),
			error => settle(() => reject(error)),
		);
	});
}
