import fs from 'node:fs';
import path from 'node:path';
import {
	type ConfiguredProvider,
	catalogModels,
	catalogProviders,
	defaultModel,
	type FileProblem,
	findProvider,
	type Model,
	parseModelsFile,
	type StreamOptions,
	toConfiguredModel,
} from '../ai/index.ts';
import type {Credentials} from './credentials.ts';

export type ModelRegistry = {
	readonly problems: readonly FileProblem[];
	find(provider: string, id: string): Promise<Model | undefined>;
	modelsOf(provider: string): Promise<readonly Model[]>;
	/** Providers with a key, the person's own first. */
	available(): readonly string[];
	providers(): readonly string[];
	defaultOf(provider: string): Promise<Model | undefined>;
	/** Key and headers for a request; throws a sentence that says how to connect. */
	authorise(model: Model): Promise<Pick<StreamOptions, 'apiKey' | 'headers'>>;
	/** Models that came from elsewhere, such as a server on this machine. */
	add(models: readonly Model[]): void;
	/** A provider as models.json could describe it, for this run. Throws what is wrong with it. */
	configure(id: string, description: unknown): void;
};

type Configured = Map<string, ConfiguredProvider>;

const isBuiltIn = (id: string) => findProvider(id) !== undefined;

function readConfigured(file: string): {configured: Configured; problems: readonly FileProblem[]} {
	if (!fs.existsSync(file)) return {configured: new Map(), problems: []};
	const {providers, problems} = parseModelsFile(fs.readFileSync(file, 'utf8'), file, isBuiltIn);
	return {configured: new Map(providers.map(provider => [provider.id, provider])), problems};
}

function parse(text: string, name: string): readonly ConfiguredProvider[] {
	const {providers, problems} = parseModelsFile(text, name, isBuiltIn);
	const [problem] = problems;
	if (problem) throw new Error(`${name}: ${problem.message}`);
	return providers;
}

/** The catalog's models as the person's file changes them, and the file's own. */
function merged(
	base: readonly Model[],
	provider: ConfiguredProvider | undefined,
): readonly Model[] {
	if (!provider) return base;
	const own = provider.models.map(entry => toConfiguredModel(entry, provider, base[0]));
	const names = new Set(own.map(({id}) => id));
	const changed = base
		.filter(({id}) => !names.has(id))
		.map(model => {
			const patch = provider.modelOverrides[model.id] ?? {};
			return {
				...model,
				...(provider.baseUrl === undefined ? {} : {baseUrl: provider.baseUrl}),
				...(provider.api === undefined ? {} : {api: provider.api}),
				headers: {...model.headers, ...provider.headers},
				compat: {...model.compat, ...provider.compat},
				...patch,
			};
		});
	return [...own, ...changed];
}

export function createModelRegistry(options: {
	readonly home: string;
	readonly credentials: Credentials;
	/** Default: models.json in the home. */
	readonly file?: string;
}): ModelRegistry {
	const {credentials, file = path.join(options.home, 'models.json')} = options;
	const {configured, problems} = readConfigured(file);
	const extra = new Map<string, Model[]>();

	const question = (id: string) => {
		const own = configured.get(id)?.apiKey;
		return {id, env: findProvider(id)?.env ?? [], ...(own === undefined ? {} : {configured: own})};
	};

	async function modelsOf(id: string): Promise<readonly Model[]> {
		const provider = configured.get(id);
		// A provider all of one's own needs no catalog.
		const base = findProvider(id) ? await catalogModels(id) : [];
		return [...(extra.get(id) ?? []), ...merged(base, provider)];
	}

	const providers = () => [
		...new Set([...configured.keys(), ...extra.keys(), ...catalogProviders.map(({id}) => id)]),
	];

	async function authorise(model: Model) {
		const provider = configured.get(model.provider);
		if (extra.has(model.provider)) return {};
		const apiKey = await credentials.keyFor(question(model.provider));
		if (apiKey === undefined && !provider?.baseUrl) {
			const names = findProvider(model.provider)?.env.join(' or ');
			throw new Error(
				`There is no key for ${model.provider}. Set ${names || 'its key'} in the environment, or give it with --api-key.`,
			);
		}

		const bearer =
			provider?.authHeader && apiKey ? {headers: {authorization: `Bearer ${apiKey}`}} : {};
		return {...(apiKey === undefined ? {} : {apiKey}), ...bearer};
	}

	return {
		problems,
		modelsOf,
		find: async (provider, id) => (await modelsOf(provider)).find(model => model.id === id),
		available: () =>
			providers()
				.filter(
					// The demo is never taken for a model by itself.
					id => id !== 'demo',
				)
				.filter(
					id =>
						extra.has(id) ||
						credentials.hasKey(question(id)) ||
						configured.get(id)?.baseUrl !== undefined,
				),
		providers,
		defaultOf: async id =>
			configured.get(id)?.models.length
				? (await modelsOf(id))[0]
				: ((await defaultModel(id)) ?? (await modelsOf(id))[0]),
		authorise,
		configure(id, description) {
			const text = JSON.stringify({providers: {[id]: description}});
			const [provider] = parse(text, `The provider ${id}`);
			if (provider) configured.set(id, provider);
		},
		add(models) {
			for (const model of models) {
				extra.set(model.provider, [...(extra.get(model.provider) ?? []), model]);
			}
		},
	};
}
