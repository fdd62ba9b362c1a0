import type {ThinkingLevel} from './model.ts';
import type {CacheRetention} from './protocols/protocol.ts';

export type StreamOptions = {
	readonly signal?: AbortSignal;
	readonly apiKey?: string;
	readonly headers?: Readonly<Record<string, string | null>>;
	/** Default off; clamped to what the model offers. */
	readonly level?: ThinkingLevel;
	/** Default: the model's own limit, cut to what the window leaves. */
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly toolChoice?: 'auto' | 'none';
	readonly cacheRetention?: CacheRetention;
	readonly sessionId?: string;
	/** Silence in ms that ends a stream, before or after its first bytes. 0 turns it off. Default 300 000. */
	readonly idleTimeoutMs?: number;
	/** May look at or replace the body before it is sent. */
	readonly onPayload?: (payload: unknown) => unknown;
	readonly onResponse?: (response: {
		readonly status: number;
		readonly headers: Readonly<Record<string, string>>;
	}) => void | Promise<void>;
};
