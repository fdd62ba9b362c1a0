import type {Model} from '../ai/index.ts';

/** Models beside the catalog and models.json. None of them needs a key. */
export type AddedModels = {
	add(models: readonly Model[]): void;
	/** Those of servers that answered just now; others are not offered any more. */
	found(models: readonly Model[]): void;
	of(provider: string): readonly Model[];
	providers(): readonly string[];
	/** Also of a server that is gone: what it answers says more than we could. */
	isKeyless(provider: string): boolean;
};

export function createAddedModels(): AddedModels {
	const added = new Map<string, Model[]>();
	let servers: ReadonlyMap<string, readonly Model[]> = new Map();
	const keyless = new Set<string>();
	return {
		add(models) {
			for (const model of models) {
				added.set(model.provider, [...(added.get(model.provider) ?? []), model]);
				keyless.add(model.provider);
			}
		},
		found(models) {
			servers = Map.groupBy(models, ({provider}) => provider);
			for (const provider of servers.keys()) keyless.add(provider);
		},
		of: provider => [...(added.get(provider) ?? []), ...(servers.get(provider) ?? [])],
		providers: () => [...added.keys(), ...servers.keys()],
		isKeyless: provider => keyless.has(provider),
	};
}
