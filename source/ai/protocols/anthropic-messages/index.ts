import type {Connection, Protocol} from '../protocol.ts';
import {hasHeader, noLimitMs} from '../sdk-options.ts';
import {wireEvents} from '../wire-events.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** Tokens of sign-ins and of Copilot are no API keys. */
const isToken = (key: string, provider: string): boolean =>
	provider === 'github-copilot' || key.startsWith('sk-ant-oat');

/** The one header that shows who asks. The SDK has none of its own to say: it would call every key a token. */
function authHeaders({apiKey, headers, model}: Connection): Connection['headers'] {
	const none = {'x-api-key': null, authorization: null};
	if (apiKey === undefined || hasHeader(headers, 'authorization')) return none;
	// The gateway has a header of its own; the usual one would go on to the provider behind it.
	if (model.provider === 'cloudflare-ai-gateway') {
		return {...none, 'cf-aig-authorization': `Bearer ${apiKey}`};
	}

	return isToken(apiKey, model.provider)
		? {...none, authorization: `Bearer ${apiKey}`}
		: {...none, 'x-api-key': apiKey};
}

/** The Messages API of Anthropic and of those who speak like it. */
export const anthropicMessages: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	async open(payload, connection) {
		const {model, headers, fetch, signal} = connection;
		const {Anthropic} = await import('@anthropic-ai/sdk');
		const client = new Anthropic({
			// Without a credential it looks for one in the environment and in files.
			apiKey: null,
			authToken: 'none',
			// The SDK adds the version; people who copy an address bring it along.
			baseURL: model.baseUrl.replace(/\/(v1\/?)?$/, ''),
			defaultHeaders: {...authHeaders(connection), ...headers},
			fetch,
			maxRetries: 0,
			timeout: noLimitMs,
			logLevel: 'off',
		});
		const response = await client.post('/v1/messages', {body: payload, signal}).asResponse();
		return wireEvents(response);
	},
};
