import type {ModelEvent} from '../ai/index.ts';
import type {SessionEvent} from './events.ts';

type Json = Readonly<Record<string, unknown>>;

/** Without what only the session file needs; `start` and the end are told as messages. */
function toWireDelta(event: ModelEvent): Json | undefined {
	switch (event.type) {
		case 'start':
		case 'usage':
		case 'done':
		case 'error':
			return undefined;
		case 'text_end':
		case 'thinking_end': {
			const {type, contentIndex, content} = event;
			return {type, contentIndex, content};
		}

		default:
			return event;
	}
}

/** Events as the JSON and RPC protocols have them: deltas without the message so far; our own kinds left out. */
export function toWireEvent(event: SessionEvent): Json | undefined {
	switch (event.type) {
		case 'message_update': {
			const assistantMessageEvent = toWireDelta(event.event);
			const {usage} = event.message;
			return assistantMessageEvent && {type: event.type, usage, assistantMessageEvent};
		}

		case 'agent_settled':
			return {type: event.type, aborted: event.aborted};
		case 'model_changed':
		case 'session_replaced':
			return undefined;
		default:
			return event;
	}
}
