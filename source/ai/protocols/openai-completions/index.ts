import type {ChatCompletionCreateParamsStreaming} from 'openai/resources/chat/completions';
import type {Protocol} from '../protocol.ts';
import {createReply} from './reply.ts';
import {toPayload} from './request.ts';

/** Chat Completions, as dozens of servers speak it. */
export const openaiCompletions: Protocol = {
	toPayload,
	createReply,
	async open(payload, {model, apiKey, headers, fetch, signal}) {
		const {OpenAI} = await import('openai');
		const client = new OpenAI({
			// The SDK insists on a key; local servers have none.
			apiKey: apiKey ?? 'none',
			baseURL: model.baseUrl,
			defaultHeaders: headers,
			fetch,
			maxRetries: 0,
			logLevel: 'off',
		});
		return client.chat.completions.create(payload as ChatCompletionCreateParamsStreaming, {signal});
	},
};
