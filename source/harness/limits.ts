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

/** Ends the run before the request that would go over a limit; time ends it at once. */
export function watchLimits(session: SessionStore, {turns, cost, time}: RunLimits): LimitWatch {
	let taken = 0;
	let reason: string | undefined;
	const end = (why: string) => {
		reason ??= why;
		session.abort().catch(() => undefined);
	};
	const undo = session.onEvent(event => {
		if (event.type === 'turn_start') {
			if (turns !== undefined && taken >= turns) end(`--max-turns ${turns}`);
			taken += 1;
		}

		const spent = session.getState().usage.file.cost.total;
		if (
			event.type === 'turn_end' &&
			cost !== undefined &&
			spent >= cost &&
			event.toolResults.length > 0
		) {
			end(`--max-cost ${cost} ($${spent.toFixed(4)} spent)`);
		}
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
