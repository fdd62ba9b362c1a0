import type {ResponseCreateParamsStreaming} from 'openai/resources/responses/responses';
import type {Protocol} from '../protocol.ts';
import {createReply} from './reply.ts';
import {toPayload} from './request.ts';

/** The Responses API. */
export const openaiResponses: Protocol = {
	toPayload,
	createReply,
	async open(payload, {model, apiKey, headers, fetch, signal}) {
		const {OpenAI} = await import('openai');
		const client = new OpenAI({
			apiKey: apiKey ?? 'none',
			baseURL: model.baseUrl,
			defaultHeaders: headers,
			fetch,
			maxRetries: 0,
			logLevel: 'off',
		});
		return client.responses.create(payload as ResponseCreateParamsStreaming, {signal});
	},
};
