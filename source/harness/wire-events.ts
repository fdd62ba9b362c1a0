import type {SessionEvent} from './events.ts';

type Json = Readonly<Record<string, unknown>>;

/** Events as the JSON and RPC protocols have them: deltas without the message so far; our own kinds left out. */
export function toWireEvent(event: SessionEvent): Json | undefined {
	if (event.type === 'message_update') {
		const {event: inner, message} = event;
		if (inner.type === 'start' || inner.type === 'usage') return undefined;
		return {type: 'message_update', usage: message.usage, assistantMessageEvent: inner};
	}

	if (event.type === 'model_changed' || event.type === 'session_replaced') return undefined;
	if (event.type === 'agent_settled') return {type: event.type, aborted: event.aborted};
	return event;
}
