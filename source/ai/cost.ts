import type {Usage} from './messages.ts';
import type {Model, Price} from './model.ts';

export type TokenCounts = Omit<Usage, 'cost' | 'totalTokens'>;

type Rates = Pick<Price, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>;

const perMillion = 1_000_000;

/** What a write that lives for an hour costs, in input prices. */
const hourFactor = 2;

/** The highest tier that the prompt exceeds bills the whole request. */
function ratesFor(price: Price, promptTokens: number): Rates {
	let best: (Rates & {readonly above: number}) | undefined;
	for (const tier of price.tiers ?? []) {
		if (promptTokens > tier.above && tier.above > (best?.above ?? -1)) best = tier;
	}

	return best ?? price;
}

/** Routers have negative numbers for "depends". */
const dollars = (tokens: number, rate: number): number => (tokens * Math.max(0, rate)) / perMillion;

/** Disjoint token counts with what they cost. A total that the provider names wins over ours. */
export function toUsage(model: Model, tokens: TokenCounts, named?: number): Usage {
	const {input, output, cacheRead, cacheWrite, cacheWrite1h = 0} = tokens;
	const rates = ratesFor(model.cost, input + cacheRead + cacheWrite);
	const parts = {
		input: dollars(input, rates.input),
		output: dollars(output, rates.output),
		cacheRead: dollars(cacheRead, rates.cacheRead),
		cacheWrite:
			dollars(cacheWrite - cacheWrite1h, rates.cacheWrite) +
			dollars(cacheWrite1h, rates.input * hourFactor),
	};
	const total = parts.input + parts.output + parts.cacheRead + parts.cacheWrite;
	return {
		...tokens,
		totalTokens: input + output + cacheRead + cacheWrite,
		cost:
			named === undefined ? {...parts, total} : {...parts, total: named, totalFromProvider: true},
	};
}
