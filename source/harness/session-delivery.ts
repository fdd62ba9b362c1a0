import type {Agent, CustomMessage} from '../agent/index.ts';
import type {CustomBody} from './extensions/payloads.ts';
import type {EntryBody, SessionEntry} from './session/entries.ts';
import type {SessionParts} from './session-parts.ts';

export type DeliveryOptions = {
	readonly triggerTurn?: boolean;
	readonly deliverAs?: 'steer' | 'followUp' | 'nextTurn';
};

export type Delivery = {
	/** A message of an extension: for the model at once, later, or only when it is asked again. */
	deliver(body: CustomBody, options?: DeliveryOptions): Promise<void>;
	appendEntry(body: EntryBody): SessionEntry;
};

export type DeliveryParts = {
	readonly parts: SessionParts;
	readonly agent: Agent;
	/** Messages that wait: for the next prompt, or for the end of the turn. */
	readonly waiting: {forPrompt: CustomMessage[]; forTurn: CustomMessage[]};
	isBusy(): boolean;
	enqueue(message: CustomMessage, how: 'steer' | 'followUp'): Promise<void>;
	start(message: CustomMessage): Promise<void>;
};

/** Keeps a message without asking the model. */
async function keep(parts: SessionParts, message: CustomMessage): Promise<void> {
	await parts.hub.emit({type: 'message_start', message});
	parts.recordMessage(message);
	await parts.hub.emit({type: 'message_end', message});
}

/** Keeps what waits, in order, and takes it off the list. */
export async function keepAll(parts: SessionParts, messages: CustomMessage[]): Promise<void> {
	for (const message of messages.splice(0)) await keep(parts, message);
}

export function createDelivery({parts, waiting, isBusy, enqueue, start}: DeliveryParts): Delivery {
	return {
		async deliver(body, {triggerTurn, deliverAs = 'steer'} = {}) {
			const message: CustomMessage = {role: 'custom', ...body, timestamp: parts.now()};
			if (deliverAs === 'nextTurn') waiting.forPrompt.push(message);
			else if (isBusy() && triggerTurn === false) waiting.forTurn.push(message);
			else if (isBusy()) await enqueue(message, deliverAs);
			else if (triggerTurn) await start(message);
			else await keep(parts, message);
		},
		appendEntry(body) {
			const entry = parts.append(body);
			void parts.hub.emit({type: 'entry_appended', entry});
			return entry;
		},
	};
}
