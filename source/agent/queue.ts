import type {AgentMessage} from './messages.ts';

export type QueueMode = 'one-at-a-time' | 'all';

/** Messages that wait for their turn. One leaves only when it was delivered, so an abort never loses it. */
export type MessageQueue = {
	add(message: AgentMessage): void;
	/** What is due now, still in the queue. */
	due(): readonly AgentMessage[];
	delivered(message: AgentMessage): void;
	list(): readonly AgentMessage[];
	clear(): readonly AgentMessage[];
	setMode(mode: QueueMode): void;
};

export function createQueue(initial: QueueMode = 'one-at-a-time'): MessageQueue {
	let mode = initial;
	let waiting: readonly AgentMessage[] = [];
	return {
		add: message => {
			waiting = [...waiting, message];
		},
		due: () => (mode === 'all' ? waiting : waiting.slice(0, 1)),
		delivered: message => {
			waiting = waiting.filter(other => other !== message);
		},
		list: () => waiting,
		clear: () => {
			const all = waiting;
			waiting = [];
			return all;
		},
		setMode: next => {
			mode = next;
		},
	};
}
