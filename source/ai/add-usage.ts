import type {Usage} from './messages.ts';

export const addUsage = (a: Usage, b: Usage): Usage => ({
	input: a.input + b.input,
	output: a.output + b.output,
	cacheRead: a.cacheRead + b.cacheRead,
	cacheWrite: a.cacheWrite + b.cacheWrite,
	...(a.cacheWrite1h === undefined && b.cacheWrite1h === undefined
		? {}
		: {cacheWrite1h: (a.cacheWrite1h ?? 0) + (b.cacheWrite1h ?? 0)}),
	...(a.reasoning === undefined && b.reasoning === undefined
		? {}
		: {reasoning: (a.reasoning ?? 0) + (b.reasoning ?? 0)}),
	totalTokens: a.totalTokens + b.totalTokens,
	cost: {
		input: a.cost.input + b.cost.input,
		output: a.cost.output + b.cost.output,
		cacheRead: a.cost.cacheRead + b.cost.cacheRead,
		cacheWrite: a.cost.cacheWrite + b.cost.cacheWrite,
		total: a.cost.total + b.cost.total,
	},
});
