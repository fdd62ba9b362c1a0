import {levelsOf, type Model, type ThinkingLevel} from '../ai/index.ts';
import {findModel} from './model-choice.ts';
import type {ModelRegistry} from './model-registry.ts';
import {nameOf, type ScopedModel} from './model-search.ts';
import type {SettingsStore} from './resources/settings.ts';
import type {SessionStore} from './session-store.ts';

/** Who answers from now on, and whom one comes to by going on to the next. */
export type ModelSelection = {
	/** The models to cycle through; empty: all that can be used. */
	scope(): readonly ScopedModel[];
	/** For this run; `save`: also for those to come. */
	setScope(models: readonly ScopedModel[], save: boolean): Promise<void>;
	/** All that can be used. */
	available(): Promise<readonly Model[]>;
	/** The next one, or the one before; undefined: there is no other. */
	cycle(by: 1 | -1): Promise<ScopedModel | undefined>;
	/** By name or a part of one, also for sessions to come. Throws a sentence when there is none. */
	choose(pattern: string): Promise<Model>;
};

type Parts = {
	readonly session: SessionStore;
	readonly registry: ModelRegistry;
	readonly settings: SettingsStore;
	/** As the session began. */
	readonly scope: readonly ScopedModel[];
};

/** How hard a model is to think when somebody comes to it: as asked, as usual for it, or as before. */
function levelFor(
	{model, level}: ScopedModel,
	{session, settings}: Parts,
	before: Model | undefined,
): ThinkingLevel {
	const {modelThinkingLevels, defaultThinkingLevel} = settings.get();
	const present = session.getState().level;
	// "off" of a model that cannot think says nothing about the next one.
	const isChosen = before === undefined || levelsOf(before).length > 1;
	return level ?? modelThinkingLevels[nameOf(model)] ?? (isChosen ? present : defaultThinkingLevel);
}

function take(chosen: ScopedModel, parts: Parts): void {
	const {session} = parts;
	const {model: before} = session.getState();
	const level = levelFor(chosen, parts, before);
	session.setModel(chosen.model);
	session.setThinkingLevel(level);
}

const patternOf = ({model, level}: ScopedModel): string =>
	level === undefined ? nameOf(model) : `${nameOf(model)}:${level}`;

export function createModelSelection(parts: Parts): ModelSelection {
	const {session, registry, settings} = parts;
	let scope = parts.scope;

	const available = async (): Promise<readonly Model[]> =>
		(await Promise.all(registry.available().map(id => registry.modelsOf(id)))).flat();

	async function candidates(): Promise<readonly ScopedModel[]> {
		const usable = registry.available();
		const own = scope.filter(({model}) => usable.includes(model.provider));
		return own.length > 0 ? own : (await available()).map(model => ({model}));
	}

	return {
		scope: () => scope,
		async setScope(models, save) {
			scope = models;
			if (save) await settings.save({enabledModels: models.map(patternOf)});
		},
		available,
		async cycle(by) {
			const list = await candidates();
			const {model} = session.getState();
			const at = list.findIndex(
				each => model !== undefined && nameOf(each.model) === nameOf(model),
			);
			// Who is not among them begins at the first, or at the last.
			const next =
				at < 0 ? list.at(by === 1 ? 0 : -1) : list[(at + by + list.length) % list.length];
			if (!next || (at >= 0 && list.length < 2)) return undefined;
			take(next, parts);
			return next;
		},
		async choose(pattern) {
			const found = await findModel(registry, pattern);
			take(found, parts);
			const {provider, id} = found.model;
			if (provider !== 'demo') await settings.save({defaultProvider: provider, defaultModel: id});
			return found.model;
		},
	};
}
