import {thinkingBudget} from '../../levels.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';

/** How the model is told to think, and what of the request depends on it. */
export type Thinking = {
	readonly fields: Json;
	readonly isOn: boolean;
	readonly maxTokens: number;
	readonly betas: readonly string[];
};

/** The least budget that is accepted; the answer gets as much beside it. */
const leastBudget = 1024;

const efforts: Readonly<Record<string, string>> = {minimal: 'low', low: 'low', medium: 'medium'};

/** Newer models return empty thinking unless they are asked for a summary. */
const display = 'summarized';

/**
 * New models refuse thinking that was made under another system prompt or other tools, which a session that is
 * resumed later has. It is only dropped then.
 */
const binding = {prefix_mismatch_behavior: 'drop_block'};

function adaptive({model, level, maxTokens}: ProtocolCall): Thinking {
	const isAnthropic = model.provider === 'anthropic';
	return {
		fields: {
			thinking: {type: 'adaptive', display, ...(isAnthropic ? {block_binding: binding} : {})},
			output_config: {effort: model.thinkingLevelMap?.[level] ?? efforts[level] ?? 'high'},
		},
		isOn: true,
		maxTokens,
		betas: isAnthropic ? ['thinking-binding-controls-2026-08-01'] : [],
	};
}

/** Thinking and answer share the limit, so a small one is raised to hold both. */
function budgeted(call: ProtocolCall): Thinking {
	const maxTokens = Math.min(Math.max(call.maxTokens, 2 * leastBudget), call.model.maxTokens);
	const budget = Math.max(leastBudget, thinkingBudget({...call, maxTokens}));
	if (budget >= maxTokens) return off(call);
	return {
		fields: {thinking: {type: 'enabled', budget_tokens: budget, display}},
		isOn: true,
		maxTokens,
		// Else it thinks once, before the first call.
		betas: ['interleaved-thinking-2025-05-14'],
	};
}

function off({model, maxTokens}: ProtocolCall): Thinking {
	const cannotBeOff = !model.reasoning || model.thinkingLevelMap?.off === null;
	return {
		fields: cannotBeOff ? {} : {thinking: {type: 'disabled'}},
		isOn: false,
		maxTokens,
		betas: [],
	};
}

export function toThinking(call: ProtocolCall): Thinking {
	if (!call.model.reasoning || call.level === 'off') return off(call);
	return call.model.compat?.forceAdaptiveThinking === true ? adaptive(call) : budgeted(call);
}
