import {emptyUsage, type Usage} from '../../messages.ts';
import {count, type Json, record} from '../wire-json.ts';

/** Where servers hide how much of the prompt came from their cache. */
function cachedTokens(wire: Json): number {
	const details = record(wire.prompt_tokens_details);
	return (
		count(details.cached_tokens) || count(wire.prompt_cache_hit_tokens) || count(wire.cached_tokens)
	);
}

/** What OpenRouter billed. With a key of one's own the provider behind it bills too. */
function billed(wire: Json): number | undefined {
	if (typeof wire.cost !== 'number' || typeof wire.is_byok !== 'boolean') return undefined;
	if (!wire.is_byok) return wire.cost;
	const details = record(wire.cost_details);
	const upstream =
		count(details.upstream_inference_cost) ||
		count(details.upstream_inference_prompt_cost) +
			count(details.upstream_inference_completions_cost);
	return upstream > 0 ? wire.cost + upstream : undefined;
}

/** Disjoint parts: here the prompt includes what was read from and written to the cache. */
export function toUsage(wire: Json): Usage {
	const prompt = count(wire.prompt_tokens);
	const cacheRead = Math.min(cachedTokens(wire), prompt);
	const written = count(record(wire.prompt_tokens_details).cache_write_tokens);
	const cacheWrite = Math.min(written, prompt - cacheRead);
	const reasoning = count(record(wire.completion_tokens_details).reasoning_tokens);
	const total = billed(wire);
	return {
		...emptyUsage,
		input: prompt - cacheRead - cacheWrite,
		output: count(wire.completion_tokens),
		cacheRead,
		cacheWrite,
		...(reasoning > 0 ? {reasoning} : {}),
		...(total === undefined
			? {}
			: {cost: {...emptyUsage.cost, total, totalFromProvider: true as const}}),
	};
}
