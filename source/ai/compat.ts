/** Models to be had at once and asked without a session; loads the whole catalog. */
import {catalogModels, catalogProviders, findProvider} from './catalog.ts';
import {
	type AssistantMessageEventStream,
	type Context,
	type ContextOptions,
	streamContext,
} from './context-stream.ts';
import type {AssistantMessage} from './messages.ts';
import type {Model} from './model.ts';

export * from './index.ts';

const known = new Map(
	await Promise.all(catalogProviders.map(async ({id}) => [id, await catalogModels(id)] as const)),
);

export const getProviders = (): readonly string[] => [...known.keys()];

export const getModels = (provider: string): readonly Model[] => known.get(provider) ?? [];

export const getModel = (provider: string, id: string): Model | undefined =>
	getModels(provider).find(model => model.id === id);

/** The key of a provider, from the environment. */
export function getEnvApiKey(provider: string): string | undefined {
	const names = findProvider(provider)?.env ?? [];
	return names.map(name => process.env[name]).find(key => key);
}

/** Asks a model; the key comes with the options or from the environment. Failures are answers, nothing is thrown. */
export const stream = (
	model: Model,
	context: Context,
	options: ContextOptions = {},
): AssistantMessageEventStream =>
	streamContext(model, context, {
		...options,
		authorise: async () => {
			const apiKey = getEnvApiKey(model.provider);
			return apiKey === undefined ? {} : {apiKey};
		},
	});

export const complete = (
	model: Model,
	context: Context,
	options: ContextOptions = {},
): Promise<AssistantMessage> => stream(model, context, options).result();

/** Names of their own in programs that were written for pi. */
export const streamSimple: typeof stream = (model, context, options) =>
	stream(model, context, options);
export const completeSimple: typeof complete = (model, context, options) =>
	complete(model, context, options);
