import {
	clampLevel,
	demoModel,
	type LocalServer,
	levelsOf,
	localProviders,
	type Model,
	type ThinkingLevel,
	thinkingLevels,
} from '../ai/index.ts';
import {nearestWord} from '../lib/nearest.ts';
import type {ModelRegistry} from './model-registry.ts';
import {
	bestMatches,
	nameOf,
	onePerProvider,
	type ScopedModel,
	splitLevel,
	toScope,
} from './model-search.ts';
import type {Settings} from './resources/settings-schema.ts';
import type {PathSettings} from './session/path-settings.ts';

export type ModelChoice = {
	readonly model: Model | undefined;
	readonly level: ThinkingLevel;
	/** The models to cycle through; empty: all that can be used. */
	readonly scope: readonly ScopedModel[];
	/** For the person: what could not be had, and what is used instead. */
	readonly notice?: string;
};

/** The model asked for is not there; the message names what comes near. */
export class ModelChoiceError extends Error {
	override readonly name = 'ModelChoiceError';
}

/** No model can be used, and nobody is there to choose one. */
export class NoModelError extends Error {
	override readonly name = 'NoModelError';
}

type Registry = Pick<ModelRegistry, 'providers' | 'available' | 'modelsOf' | 'find' | 'defaultOf'>;

export type ChoiceOptions = {
	readonly registry: Registry;
	readonly flags: {
		readonly provider?: string;
		readonly model?: string;
		readonly level?: ThinkingLevel;
		/** Patterns of the models to cycle through. */
		readonly models?: readonly string[];
		/** A key for the chosen model comes with the command line. */
		readonly hasKey?: boolean;
	};
	readonly settings: Pick<
		Settings,
		| 'defaultProvider'
		| 'defaultModel'
		| 'defaultThinkingLevel'
		| 'modelThinkingLevels'
		| 'enabledModels'
	>;
	/** Chosen already. */
	readonly model?: Model;
	/** What a session that is gone on with was left with. */
	readonly restored?: PathSettings;
	/** Makes their models known. Asked when one of them is wanted, or when nothing else can answer. */
	readonly localServers: (isWanted: boolean) => Promise<readonly LocalServer[]>;
	/** When nothing can answer: show the demo, refuse to start, or start and refuse prompts. */
	readonly withoutModel: 'demo' | 'refuse' | 'wait';
};

type Wanted = ScopedModel & {readonly notice?: string};

const modelsOfAll = async (registry: Registry, providers: readonly string[]): Promise<Model[]> =>
	(await Promise.all(providers.map(id => registry.modelsOf(id)))).flat();

const meant = (near: string | undefined): string => (near ? ` Did you mean ${near}?` : '');

/** A known provider may serve ids that the catalog does not have yet: its usual model lends the rest. */
async function ofProvider(registry: Registry, provider: string, pattern: string): Promise<Wanted> {
	const models = await registry.modelsOf(provider);
	if (models.length === 0) {
		if (isServer(provider)) throw new ModelChoiceError(`No server of ${provider} answers.`);
		const near = nearestWord(provider, registry.providers());
		throw new ModelChoiceError(`There is no provider "${provider}".${meant(near)}`);
	}

	const literal = models.find(({id}) => id === pattern);
	if (literal) return {model: literal};
	const {name, level} = splitLevel(pattern);
	const [best] = bestMatches(models, name);
	const like = best ?? (await registry.defaultOf(provider)) ?? models[0];
	if (!like) throw new ModelChoiceError(`The provider "${provider}" has no models.`);
	const own = level === undefined ? {} : {level};
	if (best) return {model: best, ...own};
	const near = nearestWord(
		name,
		models.map(({id}) => id),
	);
	const notice = `${provider} is asked for "${name}", which is not in the catalog.${meant(near)}`;
	const model = {...like, id: name, name, reasoning: like.reasoning || (level ?? 'off') !== 'off'};
	return {model, ...own, notice};
}

function decide(matches: readonly Model[], pattern: string): Model | undefined {
	const candidates = onePerProvider(matches);
	if (candidates.length < 2) return candidates[0];
	const names = candidates.slice(0, 6).map(nameOf).join(', ');
	throw new ModelChoiceError(`"${pattern}" fits models of several providers: ${names}. Name one.`);
}

/** `provider/id`, an id, or a part of a name. Providers with a key come first. */
async function findWanted(registry: Registry, pattern: string): Promise<Wanted> {
	const available = await modelsOfAll(registry, registry.available());
	const full = available.filter(model => nameOf(model) === pattern);
	const literal = full.length > 0 ? full : available.filter(({id}) => id === pattern);
	const {name, level} = splitLevel(pattern);
	const own = level === undefined ? {} : {level};
	const [first = '', ...rest] = name.split('/');
	const isNamed = rest.length > 0 && (registry.providers().includes(first) || isServer(first));
	// `provider/id` means that provider, unless a relay has just this id.
	if (literal.length === 0 && isNamed && !available.some(({id}) => id === name))
		return ofProvider(registry, first, pattern.slice(first.length + 1));
	const found = decide(literal.length > 0 ? literal : bestMatches(available, name), pattern);
	if (found) return literal.length > 0 ? {model: found} : {model: found, ...own};

	const all = await modelsOfAll(registry, registry.providers());
	const anywhere = decide(bestMatches(all, name), pattern);
	if (anywhere) return {model: anywhere, ...own};
	const names = [...available, ...all].flatMap(model => [model.id, nameOf(model)]);
	throw new ModelChoiceError(
		`There is no model "${pattern}".${meant(nearestWord(name, names)) || ' `bough --list-models` lists what can be used.'}`,
	);
}

/** A model by its name or a part of it; throws a sentence when there is none or there are several. */
export const findModel = (
	registry: Registry,
	pattern: string,
	provider?: string,
): Promise<Wanted> =>
	provider === undefined ? findWanted(registry, pattern) : ofProvider(registry, provider, pattern);

async function fromSettings({
	registry,
	settings,
	flags,
}: ChoiceOptions): Promise<Wanted | undefined> {
	const {defaultProvider: provider, defaultModel} = settings;
	if (provider === '' && defaultModel === '') return undefined;
	const canUse = (id: string) => flags.hasKey === true || registry.available().includes(id);
	if (provider !== '' && !canUse(provider)) return undefined;
	if (defaultModel === '') {
		const model = await registry.defaultOf(provider);
		return model && {model};
	}

	try {
		const found = await findModel(registry, defaultModel, provider === '' ? undefined : provider);
		return canUse(found.model.provider) ? found : undefined;
	} catch (error) {
		if (!(error instanceof ModelChoiceError)) throw error;
		const model = provider === '' ? undefined : await registry.defaultOf(provider);
		return model && {model, notice: `${error.message} ${nameOf(model)} is used instead.`};
	}
}

async function firstAvailable({registry}: ChoiceOptions): Promise<Wanted | undefined> {
	for (const provider of registry.available()) {
		const model = await registry.defaultOf(provider);
		if (model) return {model};
	}

	return undefined;
}

const howToConnect =
	'Sign in with /login or `bough auth login`, set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY in the environment, describe a provider in models.json, or run a model server such as Ollama on this machine.';

/** Nothing is configured: a server on this machine, else the demo where a person can see what it is. */
async function withoutKey(options: ChoiceOptions): Promise<Partial<Wanted>> {
	const {withoutModel} = options;
	const servers = await options.localServers(false);
	const server = servers.find(({models}) => models.length > 0);
	const [model] = server?.models ?? [];
	if (server && model) {
		return {
			model,
			notice: [`Found ${server.kind} at ${server.url}.`, ...server.warnings].join('\n'),
		};
	}

	const nothing = `No model is configured. ${howToConnect}`;
	if (withoutModel === 'refuse') {
		throw new NoModelError(`${nothing} For a scripted demo: --model demo/script.`);
	}

	if (withoutModel === 'wait') return {notice: nothing};
	const notices = [
		...servers.flatMap(({warnings}) => warnings),
		`No model is configured, so a demo answers: a fixed script, not an AI. ${howToConnect}`,
	];
	return {model: demoModel, notice: notices.join('\n')};
}

type Restored = {readonly model?: Model; readonly lost?: string};

async function fromSession({registry, restored}: ChoiceOptions): Promise<Restored> {
	if (!restored?.model) return {};
	const {provider, id} = restored.model;
	// Who began with the demo and has a model now wants the model.
	if (provider === demoModel.provider) return {};
	const canUse = registry.available().includes(provider);
	const model = canUse ? await registry.find(provider, id) : undefined;
	return model ? {model} : {lost: `${provider}/${id}`};
}

const isServer = (provider: string): boolean => localProviders.includes(provider);

/** Their models are known only after they were looked for. */
function wantsServer({flags, settings, restored}: ChoiceOptions): boolean {
	const patterns = flags.models ?? settings.enabledModels;
	const named = [...patterns, flags.model ?? ''].map(pattern => pattern.split('/')[0] ?? '');
	const before = flags.model === undefined ? restored?.model?.provider : undefined;
	const usual = flags.model === undefined && !restored?.model ? settings.defaultProvider : '';
	return [...named, flags.provider ?? '', before ?? '', usual].some(isServer);
}

/** Flags, then what the session had, then the scope, then settings, then the first provider that has a key. */
export async function chooseModel(options: ChoiceOptions): Promise<ModelChoice> {
	if (!options.model && wantsServer(options)) await options.localServers(true);
	return choose(options);
}

async function choose(options: ChoiceOptions): Promise<ModelChoice> {
	const {registry, flags, settings, restored} = options;
	const patterns = flags.models ?? settings.enabledModels;
	const candidates = patterns.length === 0 ? [] : await modelsOfAll(registry, registry.available());
	const scope = toScope(candidates, patterns);
	const asked = options.model
		? {model: options.model}
		: flags.model && (await findModel(registry, flags.model, flags.provider));
	const {model: before, lost} = asked ? {} : await fromSession(options);
	const found: Partial<Wanted> =
		asked ||
		(before && {model: before}) ||
		(restored === undefined && scope.models[0]) ||
		(await fromSettings(options)) ||
		(await firstAvailable(options)) ||
		(await withoutKey(options));
	const {model, level} = found;
	const sentences = [
		...scope.warnings,
		...(lost && model
			? [`The session's model ${lost} cannot be used now; ${nameOf(model)} answers instead.`]
			: []),
		...(found.notice === undefined ? [] : [found.notice]),
	];
	const usual = model ? settings.modelThinkingLevels[nameOf(model)] : undefined;
	const wanted =
		flags.level ?? level ?? toLevel(restored?.level) ?? usual ?? settings.defaultThinkingLevel;
	return {
		model,
		level: model ? clampLevel(model, wanted) : 'off',
		scope: scope.models,
		...(sentences.length > 0 ? {notice: sentences.join('\n')} : {}),
	};
}

const toLevel = (name: string | undefined): ThinkingLevel | undefined =>
	thinkingLevels.find(level => level === name);

export const offeredLevels = (model: Model | undefined): readonly ThinkingLevel[] =>
	model ? levelsOf(model) : ['off'];
