import {type Model, type ThinkingLevel, thinkingLevels} from './model.ts';

/** The levels a model offers. `xhigh` and `max` only where the catalog maps them. */
export function levelsOf(
	model: Pick<Model, 'reasoning' | 'thinkingLevelMap'>,
): readonly ThinkingLevel[] {
	if (!model.reasoning) return ['off'];
	const map = model.thinkingLevelMap ?? {};
	return thinkingLevels.filter(level =>
		level === 'xhigh' || level === 'max' ? typeof map[level] === 'string' : map[level] !== null,
	);
}

/** The nearest level on offer: first upward, then downward. */
export function clampLevel(
	model: Pick<Model, 'reasoning' | 'thinkingLevelMap'>,
	level: ThinkingLevel,
): ThinkingLevel {
	const offered = levelsOf(model);
	const at = thinkingLevels.indexOf(level);
	const upward = thinkingLevels.slice(at).find(other => offered.includes(other));
	const downward = thinkingLevels.slice(0, at).findLast(other => offered.includes(other));
	return upward ?? downward ?? 'off';
}
