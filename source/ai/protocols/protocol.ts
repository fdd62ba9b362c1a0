import type {ModelEvent} from '../events.ts';
import type {Message, Tool} from '../messages.ts';
import type {Model, ThinkingLevel} from '../model.ts';
import type {Environment} from '../network.ts';

export type CacheRetention = 'none' | 'short' | 'long';

/** One request, after the history was made acceptable to this model (`history.ts`). */
export type ProtocolCall = {
	readonly model: Model;
	readonly systemPrompt: string;
	readonly tools: readonly Tool[];
	/** No system messages; every tool call is followed by exactly one result. */
	readonly messages: readonly Exclude<Message, {role: 'system'}>[];
	/** Already clamped to what the model offers. */
	readonly level: ThinkingLevel;
	/** What the user set; `thinkingBudget` in `levels.ts` knows the rest. */
	readonly thinkingBudgets?: Readonly<Partial<Record<ThinkingLevel, number>>>;
	readonly maxTokens: number;
	readonly temperature?: number;
	/** Model's, level's and request's own, merged. */
	readonly samplingParams?: Readonly<Record<string, unknown>>;
	readonly toolChoice?: 'auto' | 'none';
	readonly cacheRetention: CacheRetention;
	readonly sessionId?: string;
};

export type Connection = {
	readonly model: Model;
	readonly apiKey?: string;
	/** null removes a default header. */
	readonly headers: Readonly<Record<string, string | null>>;
	/** Keeps the body of a refusal, so `open` may let the SDK lose it. */
	readonly fetch: typeof globalThis.fetch;
	readonly signal: AbortSignal;
	/** Accounts, regions and the like, which some clouds have beside the key. */
	readonly environment: Environment;
};

/** The reply half: wire events in, model events out. No network, no clock. */
export type Reply = {
	read(wireEvent: unknown): readonly ModelEvent[];
	/** The body has ended: what is still open, and `done` or `error` if neither came. */
	end(): readonly ModelEvent[];
};

/** A way to talk to models: a pure request half, a pure reply half and the SDK between them. */
export type Protocol = {
	toPayload(call: ProtocolCall): unknown;
	/** What depends on the conversation and goes beside the body; the caller's own headers win. */
	toHeaders?(call: ProtocolCall): Readonly<Record<string, string | null>>;
	/**
	 * Resolves when the headers are there. Throws what the SDK throws; `failure.ts` reads it.
	 * Wire events that mean nothing (`null` from `wire-events.ts`) are signs of life and reset the idle timer.
	 */
	open(payload: unknown, connection: Connection): Promise<AsyncIterable<unknown>>;
	createReply(call: ProtocolCall): Reply;
};
