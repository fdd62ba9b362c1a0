import type {SessionStore} from './session-store.ts';

/** For runs that nobody watches. */
export type RunLimits = {
	/** Answers of the model. */
	readonly turns?: number;
	/** US dollars. */
	readonly cost?: number;
	/** Seconds. */
	readonly time?: number;
};

export type LimitWatch = {
	/** Which limit was reached; undefined while none was. */
	reached(): string | undefined;
	stop(): void;
};

/** Counts from here on. Ends the run before the request that would go over a limit; time ends it at once. */
export function watchLimits(session: SessionStore, {turns, cost, time}: RunLimits): LimitWatch {
	const spentOf = () => session.getState().usage.file.cost.total;
	const spentBefore = spentOf();
	let taken = 0;
	let reason: string | undefined;
	const end = (why: string) => {
		reason ??= why;
		session.abort().catch(() => undefined);
	};
	const check = () => {
		const spent = spentOf() - spentBefore;
		if (turns !== undefined && taken >= turns) end(`--max-turns ${turns}`);
		else if (cost !== undefined && spent >= cost)
			end(`--max-cost ${cost} ($${spent.toFixed(4)} spent)`);
	};
	const undo = session.onEvent(event => {
		// The last answer of a run may reach a limit: nothing follows it.
		if (event.type === 'turn_start') check();
		if (event.type !== 'turn_end') return;
		taken += 1;
		if (event.toolResults.length > 0) check();
	});
	const timer =
		time === undefined ? undefined : setTimeout(() => end(`--max-time ${time} s`), time * 1000);
	return {
		reached: () => reason,
		stop() {
			undo();
			clearTimeout(timer);
		},
	};
}
