import type {AgentEvent} from './events.ts';
import type {AgentHooks} from './hooks.ts';
import {type RunOutcome, runLoop} from './loop.ts';
import type {AgentMessage} from './messages.ts';
import {createQueue, type QueueMode} from './queue.ts';

export type AgentOptions = {
	readonly hooks: AgentHooks;
	/** Told of everything, in order. What it returns is waited for: a run goes no faster than its record. */
	emit(event: AgentEvent): void | Promise<void>;
	readonly steeringMode?: QueueMode;
	readonly followUpMode?: QueueMode;
	/** Monotonic ms. */
	readonly now?: () => number;
	/** How long an aborted tool may take to end; default 2000 ms. */
	readonly graceMs?: number;
};

export type Agent = {
	/** Starts with these messages. Rejects while a run is going. */
	run(messages: readonly AgentMessage[]): Promise<RunOutcome>;
	/** Asks again with the transcript as it is. */
	continue(): Promise<RunOutcome>;
	/** Delivered after the answer that is under way and its tool calls. */
	steer(message: AgentMessage): void;
	/** Delivered when the run would stop. */
	followUp(message: AgentMessage): void;
	queue(): {readonly steering: readonly AgentMessage[]; readonly followUp: readonly AgentMessage[]};
	clearQueue(): ReturnType<Agent['queue']>;
	setQueueModes(steering: QueueMode, followUp: QueueMode): void;
	abort(): void;
	isRunning(): boolean;
	waitForIdle(): Promise<void>;
};

/** A loop around any model and any tools. It keeps no transcript: `hooks.prepareRequest` is asked each time. */
export function createAgent(options: AgentOptions): Agent {
	const steering = createQueue(options.steeringMode);
	const followUp = createQueue(options.followUpMode);
	let running: {readonly controller: AbortController; readonly done: Promise<unknown>} | undefined;

	async function run(messages: readonly AgentMessage[]): Promise<RunOutcome> {
		if (running)
			throw new Error('A run is going already: steer it, queue a follow-up or abort it.');
		const controller = new AbortController();
		const loop = runLoop(messages, {
			hooks: options.hooks,
			emit: options.emit,
			signal: controller.signal,
			steering,
			followUp,
			now: options.now ?? (() => performance.now()),
			graceMs: options.graceMs ?? 2000,
		});
		running = {controller, done: loop.catch(() => undefined)};
		try {
			return await loop;
		} finally {
			running = undefined;
		}
	}

	return {
		run,
		continue: () => run([]),
		steer: steering.add,
		followUp: followUp.add,
		queue: () => ({steering: steering.list(), followUp: followUp.list()}),
		clearQueue: () => ({steering: steering.clear(), followUp: followUp.clear()}),
		setQueueModes(first, second) {
			steering.setMode(first);
			followUp.setMode(second);
		},
		abort: () => running?.controller.abort(new DOMException('Aborted by the user', 'AbortError')),
		isRunning: () => running !== undefined,
		waitForIdle: async () => {
			await running?.done;
		},
	};
}
