import type {Model} from '../../model.ts';

type Named = Pick<Model, 'id' | 'thinkingLevelMap'>;

/** Generations from the third on. They sign calls, name them by id, and look at images inside of results. */
export const isThird = ({id}: Named): boolean =>
	/gemini-([3-9]|\d\d)|gemini-[a-z-]*latest|gemini-robotics-er-([2-9]|\d\d)/.test(id);

/** Models of others behind the same address name calls too. */
export const namesCalls = (model: Named): boolean =>
	isThird(model) || /claude-|gpt-oss/.test(model.id);

/** Those take a word for how much to think, older ones a number of tokens. */
export const thinksByLevel = (model: Named): boolean =>
	isThird(model) || /gemma-([4-9]|\d\d)/.test(model.id) || Boolean(model.thinkingLevelMap?.high);
