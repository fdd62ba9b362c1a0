export const thinkingLevels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ThinkingLevel = (typeof thinkingLevels)[number];

/** US dollars per million tokens. */
export type Price = {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	/** The highest tier whose `above` the prompt exceeds bills the whole request. */
	readonly tiers?: readonly {
		readonly above: number;
		readonly input: number;
		readonly output: number;
		readonly cacheRead: number;
		readonly cacheWrite: number;
	}[];
};

/** A model and how it is reached. The shape is that of models.json and of the RPC protocol. */
export type Model = {
	/** Goes on the wire unchanged. */
	readonly id: string;
	readonly name: string;
	/** A key of `protocols/index.ts`. */
	readonly api: string;
	readonly provider: string;
	readonly baseUrl: string;
	readonly reasoning: boolean;
	/** Level to the value sent; null means not offered; absent means the protocol's own value (xhigh, max: not offered). */
	readonly thinkingLevelMap?: Readonly<Partial<Record<ThinkingLevel, string | null>>>;
	readonly input: readonly ('text' | 'image')[];
	readonly cost: Price;
	/** Tokens. */
	readonly contextWindow: number;
	readonly maxTokens: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Flags of the protocol: what this server does differently. */
	readonly compat?: Readonly<Record<string, unknown>>;
	readonly inputLimits?: Readonly<Record<string, unknown>>;
	readonly samplingParams?: Readonly<Record<string, unknown>>;
	readonly samplingParamsByThinkingLevel?: Readonly<
		Partial<Record<ThinkingLevel, Readonly<Record<string, unknown>>>>
	>;
	readonly promptCache?: {readonly short?: number; readonly long?: number};
};
