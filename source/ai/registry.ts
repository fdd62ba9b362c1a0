import {catalogModels, catalogProviders, findProvider, pickDefault} from './catalog.ts';
import {toConfiguredModel, toOverriddenModel} from './configured-model.ts';
import type {Model} from './model.ts';
import type {ConfiguredProvider} from './models-file.ts';
import {protocols} from './protocols/index.ts';

/** All models that can be talked to: those of the catalog, a person's own, and those that were found. */
export type Registry = {
	/** A person's own first. */
	providers(): readonly string[];
	modelsOf(provider: string): Promise<readonly Model[]>;
	/** The models of several providers; all when none are named. */
	all(providers?: readonly string[]): Promise<readonly Model[]>;
	/** The models of providers that have a key, and of servers that need none. */
	available(hasKey: (provider: string) => boolean): Promise<readonly Model[]>;
	find(provider: string, id: string): Promise<Model | undefined>;
	defaultOf(provider: string): Promise<Model | undefined>;
	/** Models that came from elsewhere, such as a server on this machine. */
	add(models: readonly Model[]): void;
};

/** A catalog may know of protocols that are not spoken here yet. */
const isSpoken = ({api}: Model): boolean => Object.hasOwn(protocols, api);

/** The catalog's models as the person's file changes them, behind the file's own. */
function merged(base: readonly Model[], provider: ConfiguredProvider): readonly Model[] {
	const own = provider.models.map(entry => toConfiguredModel(entry, provider, base[0]));
	const ids = new Set(own.map(({id}) => id));
	const changed = base
		.filter(({id}) => !ids.has(id))
		.map(model => toOverriddenModel(model, provider));
	return [...own, ...changed];
}

export function createRegistry(configured: readonly ConfiguredProvider[] = []): Registry {
	const own = new Map(configured.map(provider => [provider.id, provider]));
	const added = new Map<string, Model[]>();

	const providers = () => [
		...new Set([...own.keys(), ...added.keys(), ...catalogProviders.map(({id}) => id)]),
	];

	async function modelsOf(id: string): Promise<readonly Model[]> {
		const base = findProvider(id) ? await catalogModels(id) : [];
		const provider = own.get(id);
		const models = provider ? merged(base, provider) : base;
		return [...(added.get(id) ?? []), ...models].filter(isSpoken);
	}

	const all = async (ids = providers()) => (await Promise.all(ids.map(modelsOf))).flat();

	return {
		providers,
		modelsOf,
		all,
		available: hasKey => all(providers().filter(id => added.has(id) || hasKey(id))),
		find: async (provider, id) => (await modelsOf(provider)).find(model => model.id === id),
		async defaultOf(id) {
			const models = await modelsOf(id);
			// What a person has written down is what they want.
			return own.get(id)?.models.length ? models[0] : pickDefault(models, id);
		},
		add(models) {
			for (const model of models) {
				added.set(model.provider, [...(added.get(model.provider) ?? []), model]);
			}
		},
	};
}
