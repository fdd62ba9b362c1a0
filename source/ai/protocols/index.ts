import type {Protocol} from './protocol.ts';

/** Protocol name (`api` in models.json) to its halves, loaded when first used: an SDK costs start-up time. */
export const protocols: Readonly<Record<string, () => Promise<Protocol>>> = {
	demo: async () => (await import('./demo/index.ts')).demo,
	'openai-completions': async () =>
		(await import('./openai-completions/index.ts')).openaiCompletions,
	'openai-responses': async () => (await import('./openai-responses/index.ts')).openaiResponses,
	'azure-openai-responses': async () =>
		(await import('./azure-openai-responses/index.ts')).azureOpenaiResponses,
	'openai-codex-responses': async () =>
		(await import('./openai-codex-responses/index.ts')).openaiCodexResponses,
	'anthropic-messages': async () =>
		(await import('./anthropic-messages/index.ts')).anthropicMessages,
	'google-generative-ai': async () =>
		(await import('./google-generative-ai/index.ts')).googleGenerativeAi,
	'google-vertex': async () => (await import('./google-vertex/index.ts')).googleVertex,
	'bedrock-converse-stream': async () =>
		(await import('./bedrock-converse-stream/index.ts')).bedrockConverseStream,
	'mistral-conversations': async () =>
		(await import('./mistral-conversations/index.ts')).mistralConversations,
};
