import {nearestWord} from '../lib/nearest.ts';
import type {Model, ThinkingLevel} from './model.ts';
import {nearestModels, splitLevel} from './model-search.ts';
import type {Registry} from './registry.ts';

/** What a pattern means. A sentence says why it means nothing, or what was assumed. */
export type ResolvedModel =
	| {
			readonly kind: 'found';
			readonly model: Model;
			readonly level: ThinkingLevel | undefined;
			readonly notice?: string;
	  }
	| {readonly kind: 'ambiguous'; readonly candidates: readonly Model[]; readonly message: string}
	| {readonly kind: 'unknown'; readonly message: string};

export type ResolveOptions = {
	/** Looks there and nowhere else. */
	readonly provider?: string;
	/** These come first. */
	readonly hasKey?: (provider: string) => boolean;
};

/** A pattern, and the providers in which it is looked for. */
type Search = {
	readonly registry: Registry;
	readonly providers: readonly string[];
	readonly pattern: string;
};

/** One model, or none that stands out: the same name at several providers is for the person to settle. */
function settle(
	models: readonly Model[],
	pattern: string,
	level?: ThinkingLevel,
): ResolvedModel | undefined {
	const [model] = models;
	if (!model) return undefined;
	if (models.every(({provider}) => provider === model.provider)) {
		return {kind: 'found', model, level};
	}

	const names = models.slice(0, 6).map(({provider, id}) => `${provider}/${id}`);
	const message = `"${pattern}" fits several models: ${names.join(', ')}. Name one of them.`;
	return {kind: 'ambiguous', candidates: models, message};
}

/** The id itself; the whole pattern first, since ids may end in what looks like a level. */
async function exactly({registry, providers, pattern}: Search) {
	const models = await registry.all(providers);
	const {name, level} = splitLevel(pattern);
	const whole = settle(
		models.filter(({id}) => id === pattern),
		pattern,
	);
	const named = models.filter(({id}) => id === name);
	return whole ?? settle(named, pattern, level);
}

async function nearly({registry, providers, pattern}: Search) {
	const {name, level} = splitLevel(pattern);
	return settle(nearestModels(await registry.all(providers), name), pattern, level);
}

const within = async (search: Search) => (await exactly(search)) ?? (await nearly(search));

/** A known provider may serve ids that the catalog does not have yet: its default lends the rest. */
async function assumed(
	registry: Registry,
	provider: string,
	pattern: string,
): Promise<ResolvedModel> {
	const {name: id, level} = splitLevel(pattern);
	const like = await registry.defaultOf(provider);
	if (!like) return {kind: 'unknown', message: `The provider "${provider}" has no models.`};
	const thinks = level !== undefined && level !== 'off';
	const model = {...like, id, name: id, reasoning: like.reasoning || thinks};
	const notice = `${provider}/${id} is not in the catalog; it is taken to be like ${like.id}.`;
	return {kind: 'found', model, level, notice};
}

async function ofProvider(
	registry: Registry,
	provider: string,
	pattern: string,
): Promise<ResolvedModel> {
	const known = registry.providers();
	if (known.includes(provider)) {
		const found = await within({registry, providers: [provider], pattern});
		return found ?? assumed(registry, provider, pattern);
	}

	const near = nearestWord(provider, known);
	const hint = near ? ` Did you mean ${near}?` : '';
	return {kind: 'unknown', message: `There is no provider "${provider}".${hint}`};
}

/** `provider/id`, an id or a part of a name, each with an optional `:level`. */
export async function resolveModel(
	registry: Registry,
	pattern: string,
	{provider, hasKey = () => false}: ResolveOptions = {},
): Promise<ResolvedModel> {
	if (provider !== undefined) return ofProvider(registry, provider, pattern);
	const providers = registry.providers();
	const withKey = providers.filter(hasKey);
	const [first = '', ...rest] = pattern.split('/');
	const id = rest.join('/');
	if (id !== '' && providers.includes(first)) {
		const named = await exactly({registry, providers: [first], pattern: id});
		// Relays have ids with a slash in them: "openai/gpt-6" may be one of theirs.
		const relayed = named ?? (await exactly({registry, providers: withKey, pattern}));
		return relayed ?? ofProvider(registry, first, id);
	}

	const found =
		(await within({registry, providers: withKey, pattern})) ??
		(await within({registry, providers, pattern}));
	return found ?? {kind: 'unknown', message: `There is no model "${pattern}".`};
}
