import type {ThinkingLevel} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import {thinksByLevel} from './capabilities.ts';

type Budgets = Readonly<Partial<Record<ThinkingLevel, number>>>;

/** How much older models may think. Zero for `off` only where they can be without. */
const budgets: readonly (readonly [model: RegExp, tokens: Budgets])[] = [
	[/2\.5-pro/, {off: 128, minimal: 128, low: 2048, medium: 8192, high: 32_768}],
	[/2\.5-flash-lite/, {off: 0, minimal: 512, low: 2048, medium: 8192, high: 24_576}],
	[/2\.5-flash/, {off: 0, minimal: 128, low: 2048, medium: 8192, high: 24_576}],
];

/** Lets the model decide. */
const dynamic = -1;

/** Thinking and answer share the output limit; this much of it is the answer's. */
const answerTokens = 1024;

/** Models that take a word cannot be without thinking: this is the least that all of a family know. */
const leastOf = (id: string): string => (id.includes('gemma') ? 'MINIMAL' : 'LOW');

function byLevel({model, level}: ProtocolCall): Json {
	if (level === 'off') return {thinkingLevel: leastOf(model.id)};
	const isBeyond = level === 'xhigh' || level === 'max';
	const word = model.thinkingLevelMap?.[level] ?? (isBeyond ? 'high' : level);
	return {includeThoughts: true, thinkingLevel: word.toUpperCase()};
}

function byBudget({model, level, maxTokens, thinkingBudgets = {}}: ProtocolCall): Json {
	const table = budgets.find(([pattern]) => pattern.test(model.id))?.[1] ?? {};
	if (level === 'off') return {thinkingBudget: table.off ?? 0};
	const isBeyond = level === 'xhigh' || level === 'max';
	const known = isBeyond ? 'high' : level;
	const wanted = thinkingBudgets[level] ?? thinkingBudgets[known] ?? table[known];
	const room = Math.max(maxTokens - answerTokens, table.minimal ?? 0);
	const thinkingBudget = wanted === undefined ? dynamic : Math.min(wanted, room);
	return {includeThoughts: true, thinkingBudget};
}

export function thinkingConfig(call: ProtocolCall): Json | undefined {
	if (!call.model.reasoning) return undefined;
	return thinksByLevel(call.model) ? byLevel(call) : byBudget(call);
}
