import type {Connection, Protocol} from '../protocol.ts';
import {wireEvents} from '../wire-events.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** Time limits are kept by the stream; the SDK's own are set out of the way. */
const noLimitMs = 2 ** 31 - 1;

function authHeaders({model, apiKey}: Connection): Readonly<Record<string, string | null>> {
	if (apiKey === undefined) return {Authorization: null};
	if (model.provider !== 'cloudflare-ai-gateway') return {};
	// The gateway has a header of its own; the usual one would go on to the provider behind it.
	return {Authorization: null, 'cf-aig-authorization': `Bearer ${apiKey}`};
}

/** Chat Completions, as dozens of servers speak it. */
export const openaiCompletions: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	async open(payload, connection) {
		const {OpenAI} = await import('openai');
		const {model, apiKey = 'none', headers, fetch, signal} = connection;
		const client = new OpenAI({
			apiKey,
			baseURL: model.baseUrl,
			defaultHeaders: {...authHeaders(connection), ...headers},
			fetch,
			maxRetries: 0,
			timeout: noLimitMs,
			logLevel: 'off',
			// What the environment says about an account at OpenAI is no other provider's business.
			...(model.provider === 'openai' ? {} : {organization: null, project: null}),
			adminAPIKey: null,
		});
		const response = await client.post('/chat/completions', {body: payload, signal}).asResponse();
		return wireEvents(response);
	},
};
