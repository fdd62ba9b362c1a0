import {
	type AssistantMessage,
	complete,
	type Message,
	type Model,
	type ModelEvent,
	type StreamOptions,
	streamModel,
} from '../../ai/index.ts';
import type {ModelRegistry} from '../model-registry.ts';

type Access =
	| {readonly ok: true; readonly apiKey?: string; readonly headers?: StreamOptions['headers']}
	| {readonly ok: false; readonly error: string};

type Request = {readonly messages: readonly Message[]};

/** `ctx.modelRegistry`: models and keys. Asked without waiting, it knows the models of connected providers. */
export type ModelsView = {
	refresh(): Promise<void>;
	getError(): string | undefined;
	getAll(): Model[];
	getAvailable(): Model[];
	find(provider: string, id: string): Model | undefined;
	hasConfiguredAuth(model: Model): boolean;
	getApiKeyAndHeaders(model: Model): Promise<Access>;
	getApiKey(model: Model): Promise<string | undefined>;
	getApiKeyForProvider(provider: string): Promise<string | undefined>;
	getProviderAuth(provider: string): Promise<Access | undefined>;
	getProviderDisplayName(provider: string): string;
	isUsingOAuth(model: Model): boolean;
	stream(model: Model, context: Request, options?: StreamOptions): AsyncIterable<ModelEvent>;
	streamSimple(model: Model, context: Request, options?: StreamOptions): AsyncIterable<ModelEvent>;
	complete(model: Model, context: Request, options?: StreamOptions): Promise<AssistantMessage>;
	registerProvider(name: unknown, config?: unknown): void;
	unregisterProvider(name: string): void;
	getRegisteredProviderIds(): string[];
};

export type ModelsCache = {
	/** Reads what can be asked without waiting later. */
	refresh(): Promise<void>;
	view(providers: ProviderActions): ModelsView;
};

export type ProviderActions = {
	register(name: unknown, config?: unknown): void;
	unregister(name: string): void;
	ids(): string[];
};

async function accessTo(registry: ModelRegistry, model: Model): Promise<Access> {
	try {
		return {ok: true, ...(await registry.authorise(model))};
	} catch (error) {
		return {ok: false, error: error instanceof Error ? error.message : String(error)};
	}
}

export function createModelsCache(
	registry: ModelRegistry,
	current: () => Model | undefined,
): ModelsCache {
	let models: readonly Model[] = [];
	const all = (): Model[] => {
		const model = current();
		const isKnown = models.some(
			known => known.id === model?.id && known.provider === model.provider,
		);
		return model && !isKnown ? [...models, model] : [...models];
	};
	const keyOf = async (model: Model | undefined) => {
		const access = model && (await accessTo(registry, model));
		return access?.ok ? access.apiKey : undefined;
	};
	const ofProvider = (id: string) => all().find(({provider}) => provider === id);
	const stream = async function* (model: Model, context: Request, options: StreamOptions = {}) {
		const access = await registry.authorise(model);
		yield* streamModel({model, ...context}, {...access, ...options});
	};
	async function refresh(): Promise<void> {
		const lists = await Promise.all(registry.available().map(id => registry.modelsOf(id)));
		models = lists.flat();
	}

	return {
		refresh,
		view: providers => ({
			refresh,
			getError: () => undefined,
			getAll: all,
			getAvailable: all,
			find: (provider, id) => all().find(model => model.provider === provider && model.id === id),
			hasConfiguredAuth: model => registry.available().includes(model.provider),
			getApiKeyAndHeaders: model => accessTo(registry, model),
			getApiKey: keyOf,
			getApiKeyForProvider: id => keyOf(ofProvider(id)),
			async getProviderAuth(id) {
				const model = ofProvider(id);
				return model && accessTo(registry, model);
			},
			getProviderDisplayName: id => id,
			isUsingOAuth: () => false,
			stream,
			streamSimple: stream,
			async complete(model, context, options = {}) {
				const access = await registry.authorise(model);
				return complete({model, ...context}, {...access, ...options});
			},
			registerProvider: providers.register,
			unregisterProvider: providers.unregister,
			getRegisteredProviderIds: providers.ids,
		}),
	};
}
