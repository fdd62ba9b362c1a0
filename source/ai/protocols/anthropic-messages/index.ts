import type {Connection, Protocol} from '../protocol.ts';
import {hasHeader, noLimitMs} from '../sdk-options.ts';
import {wireEvents} from '../wire-events.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** Tokens of sign-ins and of Copilot are no API keys. */
const isToken = (key: string, provider: string): boolean =>
	provider === 'github-copilot' || key.startsWith('sk-ant-oat');

/** All of it said outright: what is left out, the SDK looks for in the environment and in files of its own. */
function credentials({apiKey, headers, model}: Connection) {
	const none = {apiKey: null, authToken: null};
	const unset = {'x-api-key': null, authorization: null};
	if (apiKey === undefined || hasHeader(headers, 'authorization')) return {...none, headers: unset};
	if (model.provider === 'cloudflare-ai-gateway') {
		return {...none, headers: {...unset, 'cf-aig-authorization': `Bearer ${apiKey}`}};
	}

	return isToken(apiKey, model.provider)
		? {...none, authToken: apiKey, headers: {}}
		: {...none, apiKey, headers: {}};
}

/** The Messages API of Anthropic and of those who speak like it. */
export const anthropicMessages: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	async open(payload, connection) {
		const {model, headers, fetch, signal} = connection;
		const {Anthropic} = await import('@anthropic-ai/sdk');
		const {headers: credentialHeaders, ...keys} = credentials(connection);
		const client = new Anthropic({
			...keys,
			// The SDK adds the version; people who copy an address bring it along.
			baseURL: model.baseUrl.replace(/\/(v1\/?)?$/, ''),
			defaultHeaders: {...credentialHeaders, ...headers},
			fetch,
			maxRetries: 0,
			timeout: noLimitMs,
			logLevel: 'off',
		});
		const response = await client.post('/v1/messages', {body: payload, signal}).asResponse();
		return wireEvents(response);
	},
};
