import {thinkingBudget} from '../../levels.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import {gptKind, isClaude, isGovCloud, thinksAdaptively} from './family.ts';

type Thinking = {
	/** What goes to the model itself, past the API. */
	readonly fields: Json;
	readonly maxTokens: number;
};

const leastBudget = 1024;

const efforts: Readonly<Record<string, string>> = {minimal: 'low', low: 'low', medium: 'medium'};

const effortOf = ({model, level}: ProtocolCall): string =>
	model.thinkingLevelMap?.[level] ?? efforts[level] ?? 'high';

function claude(call: ProtocolCall): Thinking {
	const {model} = call;
	// Newer models return empty thinking unless they are asked for a summary.
	const display = isGovCloud(model) ? {} : {display: 'summarized'};
	if (thinksAdaptively(model)) {
		const thinking = {type: 'adaptive', ...display};
		const fields = {thinking, output_config: {effort: effortOf(call)}};
		return {fields, maxTokens: call.maxTokens};
	}

	const maxTokens = Math.min(Math.max(call.maxTokens, 2 * leastBudget), model.maxTokens);
	const budget = Math.max(leastBudget, thinkingBudget({...call, maxTokens}));
	if (budget >= maxTokens) return {fields: {}, maxTokens: call.maxTokens};
	const thinking = {type: 'enabled', budget_tokens: budget, ...display};
	// Else it thinks once, before the first call.
	const beta = {anthropic_beta: ['interleaved-thinking-2025-05-14']};
	return {fields: {thinking, ...beta}, maxTokens};
}

/** Each vendor's own words for how much to think; those who have none are left alone. */
export function toThinking(call: ProtocolCall): Thinking {
	const {model, level, maxTokens} = call;
	if (!model.reasoning || level === 'off') return {fields: {}, maxTokens};
	if (isClaude(model)) return claude(call);
	const effort = effortOf(call);
	const kind = gptKind(model);
	if (kind === 'open') return {fields: {reasoning_effort: effort}, maxTokens};
	return {fields: kind === 'closed' ? {reasoning: {effort}} : {}, maxTokens};
}
