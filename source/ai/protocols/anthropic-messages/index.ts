import type {MessageCreateParamsStreaming} from '@anthropic-ai/sdk/resources/messages';
import type {Protocol} from '../protocol.ts';
import {createReply} from './reply.ts';
import {toPayload} from './request.ts';

/** Betas that older models need: thinking between calls, and arguments as they are written. */
const betas = 'fine-grained-tool-streaming-2025-05-14,interleaved-thinking-2025-05-14';

/** The Messages API of Anthropic and of those who speak like it. */
export const anthropicMessages: Protocol = {
	toPayload,
	createReply,
	async open(payload, {model, apiKey, headers, fetch, signal}) {
		const {Anthropic} = await import('@anthropic-ai/sdk');
		const bearer = headers.authorization !== undefined;
		const client = new Anthropic({
			// Explicit nulls: the SDK would look for keys of its own.
			apiKey: bearer ? null : (apiKey ?? null),
			authToken: null,
			baseURL: model.baseUrl,
			defaultHeaders: {'anthropic-beta': betas, ...headers},
			fetch,
			maxRetries: 0,
			logLevel: 'off',
		});
		return client.messages.create(payload as MessageCreateParamsStreaming, {signal});
	},
};
