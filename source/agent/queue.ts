import type {AgentMessage} from './messages.ts';

export type QueueMode = 'one-at-a-time' | 'all';

/** A message on its way into the transcript. Until `arrived` it is still listed; after `failed` it waits again. */
export type Delivery = {readonly message: AgentMessage; arrived(): void; failed(): void};

/** Messages that wait for their turn. At any time a message is either listed here or told as stored. */
export type MessageQueue = {
	add(message: AgentMessage): void;
	/** How many are due when the run next asks. */
	due(): number;
	/** The first one is handed over: it can no longer be taken back. */
	next(): Delivery | undefined;
	list(): readonly AgentMessage[];
	/** Takes back all that are not on their way. */
	clear(): readonly AgentMessage[];
	setMode(mode: QueueMode): void;
};

type Item = {readonly message: AgentMessage};

const messagesOf = (items: readonly Item[]): readonly AgentMessage[] =>
	items.map(({message}) => message);

export function createQueue(initial: QueueMode = 'one-at-a-time'): MessageQueue {
	let mode = initial;
	let onItsWay: Item | undefined;
	/** Without the one on its way. */
	let waiting: readonly Item[] = [];
	const listed = () => (onItsWay ? [onItsWay, ...waiting] : waiting);
	return {
		add: message => {
			waiting = [...waiting, {message}];
		},
		due: () => (mode === 'all' ? waiting.length : Math.min(waiting.length, 1)),
		next() {
			const [first, ...rest] = waiting;
			if (!first) return undefined;
			onItsWay = first;
			waiting = rest;
			return {
				message: first.message,
				arrived: () => {
					onItsWay = undefined;
				},
				failed: () => {
					onItsWay = undefined;
					waiting = [first, ...waiting];
				},
			};
		},
		list: () => messagesOf(listed()),
		clear: () => {
			const taken = messagesOf(waiting);
			waiting = [];
			return taken;
		},
		setMode: next => {
			mode = next;
		},
	};
}
