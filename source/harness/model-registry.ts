import fs from 'node:fs';
import path from 'node:path';
import {
	type ConfiguredProvider,
	catalogModels,
	catalogProviders,
	type FileProblem,
	findProvider,
	type Model,
	parseModelsFile,
	pickDefault,
	toConfiguredModel,
} from '../ai/index.ts';
import {isRecord} from '../lib/is-record.ts';
import {createAddedModels} from './added-models.ts';
import {toSignInFlow} from './auth/extension-flow.ts';
import type {KeyQuestion} from './auth/keys.ts';
import type {Access} from './auth/sign-in-flow.ts';
import type {Credentials} from './credentials.ts';
import {openHomeCatalog} from './home-catalog.ts';
import {KeyError} from './key-value.ts';

export type ModelRegistry = {
	readonly problems: readonly FileProblem[];
	find(provider: string, id: string): Promise<Model | undefined>;
	modelsOf(provider: string): Promise<readonly Model[]>;
	/** Providers with a key, the person's own first. */
	available(): readonly string[];
	providers(): readonly string[];
	defaultOf(provider: string): Promise<Model | undefined>;
	/** What a request is sent with; throws a sentence that says how to connect. */
	authorise(model: Model): Promise<Access>;
	/** models.json speaks of it. */
	isConfigured(provider: string): boolean;
	/** Resolves when no sign-in is being renewed. */
	settled(): Promise<void>;
	/** Where access to a provider may come from. */
	questionFor(provider: string): KeyQuestion;
	/** Models that came from elsewhere. */
	add(models: readonly Model[]): void;
	/** Models of servers on this machine that answered just now; others are not offered any more. */
	found(models: readonly Model[]): void;
	/** A provider as models.json could describe it, for this run, with an `oauth` of functions to sign in by. Throws what is wrong with it. */
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

function howToConnect(id: string, {flows}: Credentials): string {
	const names = findProvider(id)?.env.join(' or ');
	const ways = [
		...(flows.get(id) ? ['sign in with /login'] : ['give one with /login']),
		...(names ? [`set ${names} in the environment`] : []),
		'give it with --api-key',
	];
	const shown = flows.get(id) && !names ? ways.slice(0, 1) : ways;
	return `There is no key for ${id}: ${shown.join(', or ')}.`;
}

export function createModelRegistry(options: {
	readonly home: string;
	readonly credentials: Credentials;
	/** Default: models.json in the home. */
	readonly file?: string;
}): ModelRegistry {
	const {credentials, file = path.join(options.home, 'models.json')} = options;
	const {configured, problems} = readConfigured(file);
	const newer = openHomeCatalog(options.home);
	const extra = createAddedModels();

	const questionFor = (id: string): KeyQuestion => {
		const own = configured.get(id)?.apiKey;
		const {env = [], bearer = [], ambient = []} = findProvider(id) ?? {};
		return {id, env, bearer, ambient, ...(own === undefined ? {} : {configured: own})};
	};

	async function modelsOf(id: string): Promise<readonly Model[]> {
		const provider = configured.get(id);
		// A provider all of one's own needs no catalog.
		const base = findProvider(id) ? (newer.models(id) ?? (await catalogModels(id))) : [];
		return [...extra.of(id), ...merged(base, provider)];
	}

	const providers = () => [
		...new Set([...configured.keys(), ...extra.providers(), ...catalogProviders.map(({id}) => id)]),
	];

	async function authorise(model: Model): Promise<Access> {
		const {provider: id} = model;
		const provider = configured.get(id);
		if (extra.isKeyless(id)) return {};
		const access = await credentials.accessFor(questionFor(id));
		if (!access && !provider?.baseUrl) throw new KeyError(howToConnect(id, credentials));
		const {apiKey, headers} = access ?? {};
		const bearer = provider?.authHeader && apiKey ? {authorization: `Bearer ${apiKey}`} : {};
		return {
			...access,
			headers: {...headers, ...bearer},
			environment: credentials.environmentFor(id),
			// A person's own address is stronger than that of the account.
			...(provider?.baseUrl === undefined ? {} : {baseUrl: model.baseUrl}),
		};
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
						extra.of(id).length > 0 ||
						credentials.sourceOf(questionFor(id)) !== undefined ||
						configured.get(id)?.baseUrl !== undefined,
				),
		providers,
		async defaultOf(id) {
			const models = await modelsOf(id);
			// What a person has written down is what they want.
			return configured.get(id)?.models.length ? models[0] : pickDefault(models, id);
		},
		authorise,
		questionFor,
		isConfigured: id => configured.has(id),
		settled: credentials.settled,
		configure(id, description) {
			const {oauth, ...rest} = isRecord(description) ? description : {};
			const flow = toSignInFlow(id, oauth);
			const text = JSON.stringify({providers: {[id]: flow ? rest : description}});
			const [provider] = parse(text, `The provider ${id}`);
			if (provider) configured.set(id, provider);
			if (flow) credentials.flows.add(flow);
		},
		found: extra.found,
		add: extra.add,
	};
}
