import type {Model} from '../../model.ts';

type Named = Pick<Model, 'id' | 'name'>;

/** Profiles hide the model behind an ARN; the name that is shown may tell. */
const nameOf = ({id, name}: Named): string => `${id} ${name}`.toLowerCase().replace(/[\s_]+/g, '-');

export const isClaude = (model: Named): boolean => nameOf(model).includes('claude');

/** 3.7 as 307, so that 4.10 is more than 4.9; 0 for others. */
function claudeVersion(model: Named): number {
	const found = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?/.exec(nameOf(model));
	return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : 0;
}

/** Those decide themselves how much to think, and take a word for it instead of a budget. */
export const thinksAdaptively = (model: Named): boolean => claudeVersion(model) >= 406;

/** Nova caches by itself; older Claudes and all others refuse the marks. */
export function takesCachePoints(model: Named & Pick<Model, 'compat'>): boolean {
	const {supportsCachePoints: told} = model.compat ?? {};
	if (typeof told === 'boolean') return told;
	const version = claudeVersion(model);
	return version >= 307 || (version === 305 && nameOf(model).includes('haiku'));
}

/** Models of OpenAI: the open ones take a word, the others a field. */
export const gptKind = (model: Named): 'open' | 'closed' | undefined => {
	if (nameOf(model).includes('gpt-oss')) return 'open';
	return /openai\.gpt|\bgpt-\d/.test(nameOf(model)) ? 'closed' : undefined;
};

/** The government's regions do not know every field. */
export const isGovCloud = ({id, baseUrl}: Pick<Model, 'id' | 'baseUrl'>): boolean =>
	/us-gov/.test(`${id} ${baseUrl}`);
