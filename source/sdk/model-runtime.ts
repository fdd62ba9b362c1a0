import path from 'node:path';
import {
	type AssistantMessage,
	type AssistantMessageEventStream,
	type Context,
	type ContextOptions,
	type Model,
	type StreamOptions,
	streamContext,
} from '../ai/index.ts';
import {type Models, openModels, silentInterface} from '../harness/index.ts';
import {getAgentDir, placesOf} from './places.ts';

export type ModelRuntimeOptions = {
	/** Default: auth.json in the home. */
	readonly authPath?: string;
	/** Default: models.json in the home. */
	readonly modelsPath?: string;
	readonly agentDir?: string;
	/** Default: that of the process. */
	readonly environment?: Readonly<Record<string, string | undefined>>;
};

/** The models that can be asked, and their keys. */
export class ModelRuntime {
	readonly #models: Models;
	readonly #problems: string[];
	#known: ReadonlyMap<string, readonly Model[]> = new Map();

	private constructor(models: Models, problems: string[]) {
		this.#models = models;
		this.#problems = problems;
	}

	/** Reads keys, models.json and the whole catalog, so that models can be looked up at once. */
	static async create(options: ModelRuntimeOptions = {}): Promise<ModelRuntime> {
		const {authPath, modelsPath, environment = process.env} = options;
		const home = options.agentDir ?? (authPath ? path.dirname(authPath) : getAgentDir());
		const problems: string[] = [];
		const models = openModels({
			places: placesOf(process.cwd(), home),
			environment,
			ui: {...silentInterface, notify: text => void problems.push(text)},
			files: {
				...(authPath === undefined ? {} : {auth: authPath}),
				...(modelsPath === undefined ? {} : {models: modelsPath}),
			},
		});
		const runtime = new ModelRuntime(models, problems);
		await runtime.refresh();
		return runtime;
	}

	/** What sessions are opened with. */
	models(): Models {
		return this.#models;
	}

	/** Looks at the models again, such as after a server on this machine was added. */
	async refresh(): Promise<void> {
		const {registry} = this.#models;
		const lists = registry.providers().map(async id => [id, await registry.modelsOf(id)] as const);
		this.#known = new Map(await Promise.all(lists));
	}

	/** What is wrong with auth.json or models.json. */
	getError(): string | undefined {
		return this.#problems.length === 0 ? undefined : this.#problems.join('\n');
	}

	getProviders(): readonly {readonly id: string}[] {
		return this.#models.registry.providers().map(id => ({id}));
	}

	getModels(providerId?: string): readonly Model[] {
		if (providerId !== undefined) return this.#known.get(providerId) ?? [];
		return [...this.#known.values()].flat();
	}

	getModel(providerId: string, modelId: string): Model | undefined {
		return this.getModels(providerId).find(({id}) => id === modelId);
	}

	/** Those for which there is a key, or that need none. */
	getAvailableSnapshot(providerId?: string): readonly Model[] {
		const ids = this.#models.registry.available();
		return ids
			.filter(id => providerId === undefined || id === providerId)
			.flatMap(id => this.getModels(id));
	}

	async getAvailable(providerId?: string): Promise<readonly Model[]> {
		return this.getAvailableSnapshot(providerId);
	}

	hasConfiguredAuth(providerId: string): boolean {
		return this.#models.registry.available().includes(providerId);
	}

	/** Key and headers of a request; rejects with a sentence that says how to connect. */
	getAuth(model: Model): Promise<Pick<StreamOptions, 'apiKey' | 'headers'>> {
		return this.#models.registry.authorise(model);
	}

	/** For this process only; never written. */
	async setRuntimeApiKey(providerId: string, apiKey: string): Promise<void> {
		this.#models.credentials.give(providerId, apiKey);
	}

	async removeRuntimeApiKey(providerId: string): Promise<void> {
		this.#models.credentials.give(providerId, undefined);
	}

	/** A provider as models.json describes one. Throws what is wrong with it. */
	async registerProvider(providerId: string, description: unknown): Promise<void> {
		this.#models.registry.configure(providerId, description);
		await this.refresh();
	}

	/** Asks a model without a session. */
	stream(
		model: Model,
		context: Context,
		options: ContextOptions = {},
	): AssistantMessageEventStream {
		return streamContext(model, context, {...options, authorise: () => this.getAuth(model)});
	}

	complete(
		model: Model,
		context: Context,
		options: ContextOptions = {},
	): Promise<AssistantMessage> {
		return this.stream(model, context, options).result();
	}

	streamSimple(
		model: Model,
		context: Context,
		options: ContextOptions = {},
	): AssistantMessageEventStream {
		return this.stream(model, context, options);
	}

	completeSimple(
		model: Model,
		context: Context,
		options: ContextOptions = {},
	): Promise<AssistantMessage> {
		return this.complete(model, context, options);
	}
}
