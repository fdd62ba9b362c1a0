import * as catalog from '../../ai/compat.ts';
import {piAi} from './pi-ai.ts';

type ApiProvider = {readonly api: string};
const apiProviders = new Map<string, ApiProvider>();

/** How to ask a model; the protocol is that of the model. */
const messagesApi = () => ({
	stream: catalog.stream,
	streamSimple: catalog.streamSimple,
});

/** `@earendil-works/pi-ai/compat`: the catalog, and models asked without a session. Loads the whole catalog. */
export const piAiCompat: Readonly<Record<string, unknown>> = {
	...piAi,
	getModel: catalog.getModel,
	getModels: catalog.getModels,
	getProviders: catalog.getProviders,
	getEnvApiKey: catalog.getEnvApiKey,
	stream: catalog.stream,
	streamSimple: catalog.streamSimple,
	complete: catalog.complete,
	completeSimple: catalog.completeSimple,
	registerApiProvider: (provider: ApiProvider) => void apiProviders.set(provider.api, provider),
	getApiProvider: (api: string) => apiProviders.get(api),
	getApiProviders: () => [...apiProviders.values()],
	anthropicMessagesApi: messagesApi,
	openAIResponsesApi: messagesApi,
	openAICompletionsApi: messagesApi,
	googleGenerativeAIApi: messagesApi,
	mistralConversationsApi: messagesApi,
};
