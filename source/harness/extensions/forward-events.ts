import type {SessionEvent} from '../events.ts';
import type {SessionStore} from '../session-store.ts';
import type {ExtensionHost} from './host.ts';

type Listener = (event: SessionEvent) => void | Promise<void>;
type Teller = {
	[T in SessionEvent['type']]?: (event: Extract<SessionEvent, {type: T}>) => void | Promise<void>;
};

/** Changes that the session tells by a name only; extensions hear what it was before as well. */
function choices(host: ExtensionHost, session: SessionStore): Teller {
	let {model, level} = session.getState();
	return {
		async model_changed() {
			const previousModel = model;
			({model} = session.getState());
			if (model) await host.emit('model_select', {model, previousModel, source: 'set'});
		},
		async thinking_level_changed() {
			const previousLevel = level;
			({level} = session.getState());
			await host.emit('thinking_level_select', {level, previousLevel});
		},
	};
}

function turns(host: ExtensionHost): Teller {
	let turnIndex = -1;
	return {
		agent_start() {
			turnIndex = -1;
			return host.has('agent_start') ? host.emit('agent_start', {}) : undefined;
		},
		turn_start() {
			turnIndex += 1;
			if (host.has('turn_start'))
				return host.emit('turn_start', {turnIndex, timestamp: Date.now()});
		},
	};
}

const plain = [
	'agent_end',
	'agent_settled',
	'message_start',
	'tool_execution_start',
	'tool_execution_update',
	'tool_execution_end',
	'session_info_changed',
	'entry_appended',
] as const;

const isPlain = (
	event: SessionEvent,
): event is Extract<SessionEvent, {type: (typeof plain)[number]}> =>
	plain.some(name => name === event.type);

/** What a session tells, to extensions that listen; who does not listen costs nothing. */
export function forwardEvents(host: ExtensionHost, session: SessionStore): Listener {
	const tellers: Teller = {...choices(host, session), ...turns(host)};
	return event => {
		if (event.type === 'message_update') {
			if (!host.has('message_update')) return;
			const {message, event: assistantMessageEvent} = event;
			return host.emit('message_update', {message, assistantMessageEvent});
		}

		if (isPlain(event)) {
			const {type, ...payload} = event;
			// Name and payload come from one event, and both tables have them alike.
			return host.has(type) ? host.emit(type, payload as never) : undefined;
		}

		const tell: ((event: never) => void | Promise<void>) | undefined = tellers[event.type];
		return tell?.(event as never);
	};
}
