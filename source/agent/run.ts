import type {AgentEvent} from './events.ts';
import type {AgentHooks} from './hooks.ts';
import type {AgentMessage} from './messages.ts';
import type {MessageQueue} from './queue.ts';

/** What the parts of one run share. */
export type Run = {
	readonly hooks: AgentHooks;
	/** Tells of an event; a listener that fails ends the run. The promise is there only if somebody has to be waited for. */
	tell(event: AgentEvent): void | Promise<void>;
	readonly signal: AbortSignal;
	readonly steering: MessageQueue;
	readonly followUp: MessageQueue;
	/** Monotonic ms. */
	now(): number;
	/** Unix ms. */
	date(): number;
	/** How long an aborted tool may take to end before it is left alone; ms. */
	readonly toolGraceMs: number;
	/** The same for hooks and streams, which nobody should have to wait for. */
	readonly graceMs: number;
	/** What was added to the transcript so far. */
	readonly messages: AgentMessage[];
};
