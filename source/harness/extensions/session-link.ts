import type {AgentHooks} from '../../agent/index.ts';
import type {SessionEvent} from '../events.ts';
import type {SessionHooks} from '../session-hooks.ts';
import type {UserInterface} from '../user-interface.ts';
import {createContextPort} from './context-port.ts';
import {createActions} from './create-actions.ts';
import type {EventName, OutcomeOf, PayloadOf} from './events.ts';
import type {ExtensionMode} from './extension-api.ts';
import {forwardEvents} from './forward-events.ts';
import type {LinkParts, Live} from './live-session.ts';
import {createModelsCache} from './models-view.ts';
import type {StartPayload} from './payloads.ts';
import type {PromptFacts} from './shapes.ts';
import {isUsual, ownedTools} from './tools.ts';

/** What a mode is to extensions. */
export type ModePort = {
	readonly mode: ExtensionMode;
	/** Keys that extensions cannot have. */
	isReserved?(key: string): boolean;
	/** Default: that of the set-up. */
	readonly ui?: UserInterface;
	quit(): void;
};

/** Host and session, joined. */
export type SessionLink = {
	readonly hooks: SessionHooks;
	/** Asks models, also those of extensions' own providers. */
	readonly stream: NonNullable<AgentHooks['stream']>;
	/** From here on events reach extensions, and they may act. */
	open(): void;
	/** A mode is there: extensions are told that the session has begun. */
	start(mode: ModePort): Promise<void>;
	promptFacts(): {readonly text: string; readonly options: PromptFacts};
	/** Names of tools to be on, extensions' among them. */
	activeTools(usual: readonly string[]): readonly string[];
};

const usualTools = ({host, mayUse}: Live): readonly string[] =>
	ownedTools(host.list())
		.filter(isUsual)
		.map(({definition}) => definition.name)
		.filter(mayUse);

/** Tools that are new are switched on, tools that are gone switched off; what a person chose stays. */
function syncTools(live: Live): void {
	const session = live.session();
	const usual = usualTools(live);
	const active = session.getState().activeTools;
	const added = usual.filter(name => !live.brought.has(name) && !active.includes(name));
	live.brought = new Set(usual);
	session.setActiveTools([...active, ...added]);
}

/** A prompt that handlers have set, or made anew from what they changed of its parts. */
async function startRun(live: Live, payload: StartPayload): Promise<StartPayload> {
	live.forced = undefined;
	const options = structuredClone(payload.systemPromptOptions);
	const before = JSON.stringify(options);
	const outcome = await live.host.emit('before_agent_start', {
		...payload,
		systemPromptOptions: options,
	});
	const isChanged = JSON.stringify(options) !== before;
	if (outcome.isForced) live.forced = outcome.systemPrompt;
	else if (isChanged) live.forced = live.promptOf(options);
	return outcome;
}

async function begin(live: Live, reason: Parameters<SessionHooks['begin']>[0], previous?: string) {
	if (reason !== 'startup') {
		await live.host.load();
		syncTools(live);
	}

	if (live.host.list().length === 0) return;
	live.host.reserve(live.isReserved);
	await live.models.refresh();
	await live.host.emit('session_start', {
		reason,
		...(previous === undefined ? {} : {previousSessionFile: previous}),
	});
}

async function end(live: Live, reason: Parameters<SessionHooks['end']>[0], target?: string) {
	await live.host.emit('session_shutdown', {
		reason,
		...(target === undefined ? {} : {targetSessionFile: target}),
	});
	live.host.unload();
}

function hooksFor(live: Live): SessionHooks {
	const {host} = live;
	return {
		has: host.has,
		async emit<N extends EventName>(name: N, payload: PayloadOf<N>): Promise<OutcomeOf<N>> {
			if (name !== 'before_agent_start') return host.emit(name, payload);
			// The name says which payload and outcome these are.
			return (await startRun(live, payload as StartPayload)) as OutcomeOf<N>;
		},
		command: host.command,
		forcedPrompt: () => live.forced,
		running(signal) {
			live.signal = signal;
		},
		begin: (reason, previous) => begin(live, reason, previous),
		end: (reason, target) => end(live, reason, target),
	};
}

function onEvent(live: Live, event: SessionEvent): void {
	if (event.type !== 'agent_settled') return;
	live.signal = undefined;
	live.forced = undefined;
}

export function linkSession(parts: LinkParts): SessionLink {
	const live: Live = {
		...parts,
		models: createModelsCache(parts.registry, () => parts.session().getState().model),
		mode: 'print',
		isReserved: () => false,
		quit: () => {},
		signal: undefined,
		forced: undefined,
		brought: new Set(),
	};
	const {host} = parts;
	return {
		hooks: hooksFor(live),
		stream: host.shelf.stream,
		open() {
			const session = parts.session();
			host.connect({
				context: createContextPort(live),
				actions: createActions(live),
				toolsChanged: () => syncTools(live),
				serversChanged: () =>
					void host.emit('mcp_servers_change', {servers: createActions(live).servers()}),
			});
			session.onEvent(forwardEvents(host, session));
			session.onEvent(event => onEvent(live, event));
		},
		async start({mode, quit, ui, isReserved}) {
			live.isReserved = isReserved ?? (() => false);
			live.mode = mode;
			live.quit = quit;
			if (ui) host.present(ui);
			await begin(live, 'startup');
		},
		promptFacts() {
			const options = parts.facts();
			return {text: live.forced ?? parts.promptOf(options), options};
		},
		activeTools(usual) {
			const own = usualTools(live);
			live.brought = new Set(own);
			return [...new Set([...usual, ...own])];
		},
	};
}
