import type {OpenAI} from 'openai';
import type {Connection} from './protocol.ts';
import {noLimitMs} from './sdk-options.ts';

function authHeaders({model, apiKey}: Connection): Readonly<Record<string, string | null>> {
	if (apiKey === undefined) return {Authorization: null};
	if (model.provider !== 'cloudflare-ai-gateway') return {};
	// The gateway has a header of its own; the usual one would go on to the provider behind it.
	return {Authorization: null, 'cf-aig-authorization': `Bearer ${apiKey}`};
}

/** The SDK, as all protocols in the manner of OpenAI use it. It is loaded at the first request. */
export async function openaiClient(connection: Connection): Promise<OpenAI> {
	const {model, apiKey = 'none', headers, fetch} = connection;
	const {OpenAI: Client} = await import('openai');
	return new Client({
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
}
