import {type Model, type ThinkingLevel, thinkingLevels} from '../ai/index.ts';
import {globToRegExp, isGlob} from '../lib/glob.ts';

/** A model that was asked for by a pattern, and the level behind the pattern's colon. */
export type ScopedModel = {readonly model: Model; readonly level?: ThinkingLevel};

export const nameOf = ({provider, id}: Model): string => `${provider}/${id}`;

type Split = {readonly name: string; readonly level?: ThinkingLevel};

/** Ids may hold colons of their own (`qwen3:8b`): only a level is cut off. */
export function splitLevel(pattern: string): Split {
	const at = pattern.lastIndexOf(':');
	const level = thinkingLevels.find(name => name === pattern.slice(at + 1));
	return at > 0 && level ? {name: pattern.slice(0, at), level} : {name: pattern};
}

const words = (text: string): readonly string[] => text.toLowerCase().split(/[^a-z0-9]+/u);

/** How a model fits a name, best first. */
const ranks: readonly ((model: Model, name: string) => boolean)[] = [
	(model, name) => nameOf(model) === name,
	({id}, name) => id === name,
	(model, name) =>
		[nameOf(model), model.id].some(each => each.toLowerCase() === name.toLowerCase()),
	({id}, name) => id.toLowerCase().startsWith(name.toLowerCase()),
	(model, name) => nameOf(model).toLowerCase().includes(name.toLowerCase()),
	(model, name) => model.name.toLowerCase().includes(name.toLowerCase()),
	(model, name) => {
		const all = `${nameOf(model)} ${model.name}`.toLowerCase();
		return words(name).every(word => all.includes(word));
	},
];

const isDated = ({id}: Model): boolean => /[-@]20\d{6}/.test(id);

/** Of the same family: names without a date first, then the newest version. */
const byAge = (a: Model, b: Model): number =>
	Number(isDated(a)) - Number(isDated(b)) ||
	b.id.localeCompare(a.id, 'en', {numeric: true, sensitivity: 'base'});

/** The models that fit best, from the best rank that has any; several providers may be among them. */
export function bestMatches(models: readonly Model[], name: string): readonly Model[] {
	for (const isMatch of ranks) {
		const found = models.filter(model => isMatch(model, name));
		if (found.length > 0) return found.toSorted(byAge);
	}

	return [];
}

/** One model of each provider that has any. */
export function onePerProvider(models: readonly Model[]): readonly Model[] {
	const first = new Map<string, Model>();
	for (const model of models) if (!first.has(model.provider)) first.set(model.provider, model);
	return [...first.values()];
}

function globMatches(models: readonly Model[], name: string): readonly Model[] {
	const glob = globToRegExp(name, {ignoreCase: true});
	const found = models.filter(model => glob.test(nameOf(model)));
	return found.length > 0 ? found : models.filter(({id}) => glob.test(id));
}

function scoped(models: readonly Model[], pattern: string): readonly ScopedModel[] {
	const literal = models.filter(model => model.id === pattern || nameOf(model) === pattern);
	if (literal.length > 0) return literal.map(model => ({model}));
	const {name, level} = splitLevel(pattern);
	const found = isGlob(name)
		? globMatches(models, name)
		: onePerProvider(bestMatches(models, name));
	return found.map(model => (level === undefined ? {model} : {model, level}));
}

export type ModelScope = {
	readonly models: readonly ScopedModel[];
	/** Sentences about patterns that fit nothing, or more than was meant. */
	readonly warnings: readonly string[];
};

/** The models to choose from by a person's patterns, in the order of the patterns. */
export function toScope(models: readonly Model[], patterns: readonly string[]): ModelScope {
	const found = new Map<string, ScopedModel>();
	const warnings: string[] = [];
	for (const pattern of patterns) {
		const matches = scoped(models, pattern);
		const providers = new Set(matches.map(({model}) => model.provider));
		if (matches.length === 0) warnings.push(`No model that can be used fits "${pattern}".`);
		else if (providers.size > 1 && !isGlob(pattern)) {
			warnings.push(`"${pattern}" fits models of ${[...providers].join(', ')}: all of them count.`);
		}

		for (const match of matches) {
			const name = nameOf(match.model);
			if (!found.has(name)) found.set(name, match);
		}
	}

	return {models: [...found.values()], warnings};
}
