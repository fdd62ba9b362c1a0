import type {AssistantMessage, AssistantMessageEvent} from '../ai/index.ts';
import type {SessionEvent} from '../harness/index.ts';

/** A part of an answer as it arrives, with the answer so far. */
export type MessageUpdate = {
	readonly type: 'message_update';
	readonly message: AssistantMessage;
	readonly assistantMessageEvent: Exclude<
		AssistantMessageEvent,
		{type: 'start' | 'done' | 'error'}
	>;
};

/** What happens in a session. The kinds and fields are those of the JSON mode; updates carry the whole message. */
export type AgentSessionEvent = Exclude<SessionEvent, {type: 'message_update'}> | MessageUpdate;

export type AgentSessionEventListener = (event: AgentSessionEvent) => void | Promise<void>;

/** undefined: nothing that a listener should hear of. */
export function toSessionEvent(event: SessionEvent): AgentSessionEvent | undefined {
	if (event.type !== 'message_update') return event;
	const {message, event: part} = event;
	const {type} = part;
	return type === 'start' || type === 'usage' || type === 'done' || type === 'error'
		? undefined
		: {type: 'message_update', message, assistantMessageEvent: {...part, partial: message}};
}
