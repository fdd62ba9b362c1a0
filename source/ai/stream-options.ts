import type {ThinkingLevel} from './model.ts';
import type {Environment} from './network.ts';
import type {CacheRetention} from './protocols/protocol.ts';

export type StreamOptions = {
	readonly signal?: AbortSignal;
	readonly apiKey?: string;
	readonly headers?: Readonly<Record<string, string | null>>;
	/** Where to, when the account decides that and not the catalog. */
	readonly baseUrl?: string;
	/** Fields of the body that this account may not send. */
	readonly omit?: readonly string[];
	/** Default off; clamped to what the model offers. */
	readonly level?: ThinkingLevel;
	/** Tokens of thinking for models that want a number instead of a word. */
	readonly thinkingBudgets?: Readonly<Partial<Record<ThinkingLevel, number>>>;
	/** Default: the model's own limit, cut to what the window leaves. */
	readonly maxTokens?: number;
	readonly temperature?: number;
	/** Further fields for servers that speak like OpenAI; they win over the model's own. */
	readonly samplingParams?: Readonly<Record<string, unknown>>;
	readonly toolChoice?: 'auto' | 'none';
	readonly cacheRetention?: CacheRetention;
	readonly sessionId?: string;
	/** Silence in ms that ends a stream, before or after its first bytes. 0 turns it off. Default 300 000. */
	readonly idleTimeoutMs?: number;
	/** Proxies, and the parts of addresses that differ from account to account. Default: that of the process. */
	readonly environment?: Environment;
	/** May look at or replace the body before it is sent. */
	readonly onPayload?: (payload: unknown) => unknown;
	readonly onResponse?: (response: {
		readonly status: number;
		readonly headers: Readonly<Record<string, string>>;
	}) => void | Promise<void>;
};
