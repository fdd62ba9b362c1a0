import type {Usage} from './messages.ts';
import type {Model, Price} from './model.ts';

export type TokenCounts = Omit<Usage, 'cost' | 'totalTokens'>;

const perMillion = 1_000_000;

function priceFor(cost: Price, promptTokens: number): Omit<Price, 'tiers'> {
	const tiers = [...(cost.tiers ?? [])].sort((a, b) => b.above - a.above);
	return tiers.find(({above}) => promptTokens > above) ?? cost;
}

/** Prices disjoint token counts. A one-hour cache write costs twice the input price. */
export function toUsage(model: Model, tokens: TokenCounts, totalFromProvider?: number): Usage {
	const {input, output, cacheRead, cacheWrite, cacheWrite1h = 0} = tokens;
	const price = priceFor(model.cost, input + cacheRead + cacheWrite);
	const parts = {
		input: (input * price.input) / perMillion,
		output: (output * price.output) / perMillion,
		cacheRead: (cacheRead * price.cacheRead) / perMillion,
		cacheWrite:
			((cacheWrite - cacheWrite1h) * price.cacheWrite + cacheWrite1h * 2 * price.input) /
			perMillion,
	};
	const total = parts.input + parts.output + parts.cacheRead + parts.cacheWrite;
	return {
		...tokens,
		totalTokens: input + output + cacheRead + cacheWrite,
		cost:
			totalFromProvider === undefined
				? {...parts, total}
				: {...parts, total: totalFromProvider, totalFromProvider: true},
	};
}
