import type {AgentHooks} from './hooks.ts';
import {type Opening, type RunOutcome, runLoop} from './loop.ts';
import type {AgentMessage} from './messages.ts';
import {createQueue, type MessageQueue, type QueueMode} from './queue.ts';
import type {Run} from './run.ts';
import {createTeller, type Emit} from './teller.ts';

export type AgentOptions = {
	readonly hooks: AgentHooks;
	/** Told of everything, in order. What it returns is waited for: a run goes no faster than its record. */
	readonly emit: Emit;
	readonly steeringMode?: QueueMode;
	readonly followUpMode?: QueueMode;
	/** Monotonic ms, for durations. */
	readonly now?: () => number;
	/** Unix ms, for the messages that the loop writes. */
	readonly date?: () => number;
	/** How long an aborted tool may take to end before it is left alone; default 2000 ms. */
	readonly graceMs?: number;
};

export type Agent = {
	/** Starts with these messages. Rejects while a run is going. */
	run(messages: readonly AgentMessage[]): Promise<RunOutcome>;
	/** Asks again with the transcript as it is; what is queued and due goes with it. */
	continue(): Promise<RunOutcome>;
	/** Delivered after the answer that is under way and its tool calls. */
	steer(message: AgentMessage): void;
	/** Delivered when the run would stop. */
	followUp(message: AgentMessage): void;
	/** What is not in the transcript yet. */
	queue(): {readonly steering: readonly AgentMessage[]; readonly followUp: readonly AgentMessage[]};
	/** Takes back what is queued, all but a message that is being delivered at this moment. */
	clearQueue(): ReturnType<Agent['queue']>;
	setQueueModes(steering: QueueMode, followUp: QueueMode): void;
	/** Ends stream and tools; the run resolves soon after. What is queued stays queued. */
	abort(): void;
	isRunning(): boolean;
	waitForIdle(): Promise<void>;
};

/** A model that is cut off need not be waited for; this is for those that end in good order. */
const streamGraceMs = 100;
const toolGraceMs = 2000;

type Queues = {readonly steering: MessageQueue; readonly followUp: MessageQueue};

function createRun(options: AgentOptions, queues: Queues, controller: AbortController): Run {
	const {hooks, emit, graceMs = toolGraceMs} = options;
	return {
		...queues,
		hooks,
		tell: createTeller(emit, error => controller.abort(error)),
		signal: controller.signal,
		now: options.now ?? (() => performance.now()),
		date: options.date ?? Date.now,
		toolGraceMs: graceMs,
		graceMs: Math.min(graceMs, streamGraceMs),
		messages: [],
	};
}

/** A loop around any model and any tools. It keeps no transcript: `hooks.prepareRequest` is asked each time. */
export function createAgent(options: AgentOptions): Agent {
	const queues: Queues = {
		steering: createQueue(options.steeringMode),
		followUp: createQueue(options.followUpMode),
	};
	let current: {readonly controller: AbortController; readonly done: Promise<void>} | undefined;
	let isSettled = true;

	async function start(opening: Opening): Promise<RunOutcome> {
		if (current) {
			throw new Error('A run is going already: steer it, queue a follow-up or abort it.');
		}

		const controller = new AbortController();
		const over = Promise.withResolvers<void>();
		// Set before anybody is told of anything: a listener may abort at the first word.
		current = {controller, done: over.promise};
		isSettled = false;
		try {
			const ended = await runLoop(createRun(options, queues, controller), opening);
			isSettled = ended.outcome === 'completed';
			return ended;
		} finally {
			current = undefined;
			over.resolve();
		}
	}

	return {
		run: messages => start({messages, isSettled}),
		continue: () => start({messages: [], isSettled}),
		steer: queues.steering.add,
		followUp: queues.followUp.add,
		queue: () => ({steering: queues.steering.list(), followUp: queues.followUp.list()}),
		clearQueue: () => ({
			steering: queues.steering.clear(),
			followUp: queues.followUp.clear(),
		}),
		setQueueModes(steering, followUp) {
			queues.steering.setMode(steering);
			queues.followUp.setMode(followUp);
		},
		abort: () => current?.controller.abort(new DOMException('Operation aborted', 'AbortError')),
		isRunning: () => current !== undefined,
		async waitForIdle() {
			while (current) await current.done;
		},
	};
}
