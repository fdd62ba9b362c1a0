import type {Activity} from './session-state.ts';

/** Something that cannot be taken up now; the message says what to do. */
export class SessionBusyError extends Error {
	override readonly name = 'SessionBusyError';
}

type Task<T> = (signal: AbortSignal) => Promise<T>;

/** One thing at a time: a run, a compaction or a jump. Each has a signal of its own. */
export type Work = {
	isGoing(): boolean;
	/** Goes on by itself. What breaks it is told, and `settled` throws it. */
	begin(task: Task<void>): Promise<void>;
	/** Somebody waits for the outcome, and hears what breaks it. */
	run<T>(activity: Activity, task: Task<T>): Promise<T>;
	/** Asks what is going to end, and waits until it has. */
	abort(): Promise<void>;
	/** Rejects when the last work broke, such as on a full disk. */
	settled(): Promise<void>;
};

type Going = {readonly done: Promise<void>; readonly controller: AbortController};

export type WorkPort = {
	show(activity: Activity): void;
	tell(failure: Error): void;
};

export function createWork({show, tell}: WorkPort): Work {
	let going: Going | undefined;
	/** Not a model that failed, but a transcript that could not be written. */
	let failure: Error | undefined;

	function occupy<T>(task: Task<T>): Promise<T> {
		const controller = new AbortController();
		failure = undefined;
		const outcome = task(controller.signal).finally(() => {
			going = undefined;
			show('idle');
		});
		// Whoever only waits for the end does not want to hear how it ended.
		const done = outcome.then(
			() => undefined,
			() => undefined,
		);
		going = {done, controller};
		return outcome;
	}

	return {
		isGoing: () => going !== undefined,
		begin: task =>
			occupy(task).catch(error => {
				failure = error instanceof Error ? error : new Error(String(error));
				tell(failure);
			}),
		async run(activity, task) {
			if (going) throw new SessionBusyError('The agent is at work: abort it first.');
			show(activity);
			return occupy(task);
		},
		async abort() {
			going?.controller.abort();
			await going?.done;
		},
		async settled() {
			while (going) await going.done;
			if (failure) throw failure;
		},
	};
}
