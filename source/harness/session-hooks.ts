import {type EventName, eventTable, type OutcomeOf, type PayloadOf} from './extensions/events.ts';

/** How a session asks and tells its extensions. */
export type SessionHooks = {
	/** Whether anybody listens; spares the work for nobody. */
	has(name: EventName): boolean;
	/** What comes of all handlers; never rejects, but for `user_bash`. */
	emit<N extends EventName>(name: N, payload: PayloadOf<N>): Promise<OutcomeOf<N>>;
	/** Runs a command of an extension; false: there is none of that name. */
	command(text: string): Promise<boolean>;
	/** The prompt that an extension has set for the run that is going. */
	forcedPrompt(): string | undefined;
	/** The run that is going; undefined: none is. */
	running(signal: AbortSignal | undefined): void;
	/** Extensions of a session that ends: told, and let go of. */
	end(reason: 'quit' | 'reload' | 'new' | 'resume' | 'fork', target?: string): Promise<void>;
	/** Fresh ones for the session that is open now. */
	begin(reason: 'startup' | 'reload' | 'new' | 'resume' | 'fork', previous?: string): Promise<void>;
};

const unchanged = new Set<string>(['chain', 'mutate', 'boundary']);

/** What comes of an event that nobody hears. */
export function unheard<N extends EventName>(name: N, payload: PayloadOf<N>): OutcomeOf<N> {
	const {kind} = eventTable[name];
	const outcome: unknown = unchanged.has(kind) ? payload : kind === 'collect' ? [] : undefined;
	// The table says which outcome belongs to which kind.
	return outcome as OutcomeOf<N>;
}

/** Without extensions. */
export const noHooks: SessionHooks = {
	has: () => false,
	emit: async (name, payload) => unheard(name, payload),
	command: async () => false,
	forcedPrompt: () => undefined,
	running() {},
	end: async () => {},
	begin: async () => {},
};
