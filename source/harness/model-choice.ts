import {clampLevel, levelsOf, type Model, type ThinkingLevel, thinkingLevels} from '../ai/index.ts';
import {nearestWord} from '../lib/nearest.ts';
import type {ModelRegistry} from './model-registry.ts';
import type {PathSettings} from './session/projection.ts';

export type ModelChoice = {
	readonly model: Model | undefined;
	readonly level: ThinkingLevel;
	/** For the person: what could not be had, and what is used instead. */
	readonly notice?: string;
};

/** The model asked for is not there; the message names what comes near. */
export class ModelChoiceError extends Error {
	override readonly name = 'ModelChoiceError';
}

type Wanted = {readonly model: Model; readonly level: ThinkingLevel | undefined};

const splitLevel = (pattern: string): {name: string; level: ThinkingLevel | undefined} => {
	const at = pattern.lastIndexOf(':');
	const level = thinkingLevels.find(name => name === pattern.slice(at + 1));
	return at > 0 && level ? {name: pattern.slice(0, at), level} : {name: pattern, level: undefined};
};

async function byName(
	registry: ModelRegistry,
	providers: readonly string[],
	name: string,
): Promise<Model[]> {
	const wanted = name.toLowerCase();
	const lists = await Promise.all(providers.map(id => registry.modelsOf(id)));
	const all = lists.flat();
	const exact = all.filter(({id}) => id === name);
	if (exact.length > 0) return exact;
	return all.filter(
		model => model.id.toLowerCase().includes(wanted) || model.name.toLowerCase().includes(wanted),
	);
}

/** `provider/id`, an id, or a part of a name. Providers with a key come first. */
async function findWanted(
	registry: ModelRegistry,
	pattern: string,
	provider?: string,
): Promise<Wanted> {
	const {name, level} = splitLevel(pattern);
	if (provider !== undefined) return {model: await ofProvider(registry, provider, name), level};
	const [first = '', ...rest] = name.split('/');
	if (rest.length > 0 && registry.providers().includes(first)) {
		const found = await registry.find(first, rest.join('/'));
		if (found) return {model: found, level};
	}

	const available = (await byName(registry, registry.available(), name)).filter(
		model => rest.length === 0 || model.id === name,
	);
	const [best, other] = available;
	if (best && (!other || best.id === name)) return {model: best, level};
	if (best && other) {
		const names = available
			.slice(0, 5)
			.map(model => `${model.provider}/${model.id}`)
			.join(', ');
		throw new ModelChoiceError(`"${pattern}" fits several models: ${names}. Name one of them.`);
	}

	if (rest.length > 0 && registry.providers().includes(first)) {
		return {model: await ofProvider(registry, first, rest.join('/')), level};
	}

	const [anywhere] = await byName(registry, registry.providers(), name);
	if (anywhere && (rest.length === 0 || anywhere.id === name)) return {model: anywhere, level};
	throw new ModelChoiceError(
		`There is no model "${pattern}". \`bough --list-models\` lists what can be used.`,
	);
}

/** A known provider may serve ids that the catalog does not have yet: its default lends the rest. */
async function ofProvider(registry: ModelRegistry, provider: string, id: string): Promise<Model> {
	const models = await registry.modelsOf(provider);
	const found =
		models.find(model => model.id === id) ?? (await byName(registry, [provider], id))[0];
	if (found) return found;
	if (models.length === 0) {
		const near = nearestWord(provider, registry.providers());
		throw new ModelChoiceError(
			`There is no provider "${provider}".${near ? ` Did you mean ${near}?` : ''}`,
		);
	}

	const like = (await registry.defaultOf(provider)) ?? models[0];
	if (!like) throw new ModelChoiceError(`The provider "${provider}" has no models.`);
	return {...like, id, name: id};
}

export type ChoiceOptions = {
	readonly registry: ModelRegistry;
	readonly flags: {
		readonly provider?: string;
		readonly model?: string;
		readonly level?: ThinkingLevel;
	};
	readonly settings: {
		readonly defaultProvider: string;
		readonly defaultModel: string;
		readonly defaultThinkingLevel: ThinkingLevel;
	};
	/** What a session that is gone on with was left with. */
	readonly restored?: PathSettings;
};

async function fromSettings({registry, settings}: ChoiceOptions): Promise<Model | undefined> {
	const {defaultProvider, defaultModel} = settings;
	if (defaultProvider === '' && defaultModel === '') return undefined;
	const providers = defaultProvider === '' ? registry.available() : [defaultProvider];
	const [model] = defaultModel === '' ? [] : await byName(registry, providers, defaultModel);
	return model ?? (defaultProvider === '' ? undefined : registry.defaultOf(defaultProvider));
}

async function fallback({registry}: ChoiceOptions): Promise<Model | undefined> {
	for (const provider of registry.available()) {
		const model = await registry.defaultOf(provider);
		if (model) return model;
	}

	return undefined;
}

/** Flags, then what the session had, then settings, then the first provider that has a key. */
export async function chooseModel(options: ChoiceOptions): Promise<ModelChoice> {
	const {registry, flags, settings, restored} = options;
	const asked = flags.model ? await findWanted(registry, flags.model, flags.provider) : undefined;
	const before =
		restored?.model && (await registry.find(restored.model.provider, restored.model.id));
	const usable = before && registry.available().includes(before.provider) ? before : undefined;
	const model =
		asked?.model ?? usable ?? (await fromSettings(options)) ?? (await fallback(options));
	const known = thinkingLevels.find(level => level === restored?.level);
	const wanted = flags.level ?? asked?.level ?? known ?? settings.defaultThinkingLevel;
	const level = model ? clampLevel(model, wanted) : 'off';
	const lost = restored?.model && !usable && !asked;
	return {
		model,
		level,
		...(lost && model
			? {
					notice: `The session's model ${restored.model.provider}/${restored.model.id} cannot be used now; ${model.provider}/${model.id} answers instead.`,
				}
			: {}),
	};
}

export const offeredLevels = (model: Model | undefined): readonly ThinkingLevel[] =>
	model ? levelsOf(model) : ['off'];
