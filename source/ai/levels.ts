import {type Model, type ThinkingLevel, thinkingLevels} from './model.ts';

type Thinker = Pick<Model, 'reasoning' | 'thinkingLevelMap'>;

/** The levels a model offers. `xhigh` and `max` only where the catalog maps them. */
export function levelsOf({
	reasoning,
	thinkingLevelMap: map = {},
}: Thinker): readonly ThinkingLevel[] {
	if (!reasoning) return ['off'];
	return thinkingLevels.filter(level =>
		level === 'xhigh' || level === 'max' ? typeof map[level] === 'string' : map[level] !== null,
	);
}

/** The nearest level on offer: first upward, then downward. */
export function clampLevel(model: Thinker, level: ThinkingLevel): ThinkingLevel {
	const offered = levelsOf(model);
	const at = thinkingLevels.indexOf(level);
	const upward = thinkingLevels.slice(at).find(other => offered.includes(other));
	const downward = thinkingLevels.slice(0, at).findLast(other => offered.includes(other));
	return upward ?? downward ?? 'off';
}

const budgets: Readonly<Partial<Record<ThinkingLevel, number>>> = {
	minimal: 1024,
	low: 2048,
	medium: 8192,
	high: 16_384,
};

/** Thinking and answer share the output limit; this much of it is the answer's. */
const answerTokens = 1024;

/** Tokens of thinking for protocols that want a number. `xhigh` and `max` think as long as `high`. */
export function thinkingBudget({
	level,
	maxTokens,
	thinkingBudgets = {},
}: {
	readonly level: ThinkingLevel;
	readonly maxTokens: number;
	readonly thinkingBudgets?: Readonly<Partial<Record<ThinkingLevel, number>>>;
}): number {
	if (level === 'off') return 0;
	const own = thinkingBudgets[level] ?? budgets[level];
	const wanted = own ?? thinkingBudgets.high ?? budgets.high ?? 0;
	return Math.max(0, Math.min(wanted, maxTokens - answerTokens));
}
