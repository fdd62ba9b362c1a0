import type {OpenAI} from 'openai';
import {isRecord} from '../../lib/is-record.ts';
import {azureApiVersion, deploymentOf, isAzure} from './azure.ts';
import type {Connection} from './protocol.ts';
import {noLimitMs} from './sdk-options.ts';
import {wireEvents} from './wire-events.ts';

function authHeaders({model, apiKey}: Connection): Readonly<Record<string, string | null>> {
	if (apiKey === undefined) return {Authorization: null};
	if (isAzure(model)) return {Authorization: null, 'api-key': apiKey};
	if (model.provider !== 'cloudflare-ai-gateway') return {};
	// The gateway has a header of its own; the usual one would go on to the provider behind it.
	return {Authorization: null, 'cf-aig-authorization': `Bearer ${apiKey}`};
}

/** The SDK, as all protocols in the manner of OpenAI use it. It is loaded at the first request. */
async function openaiClient(connection: Connection): Promise<OpenAI> {
	const {model, apiKey = 'none', headers, fetch, environment} = connection;
	const {OpenAI: Client} = await import('openai');
	return new Client({
		apiKey,
		baseURL: model.baseUrl,
		defaultHeaders: {...authHeaders(connection), ...headers},
		// Its own class for Azure builds addresses that the newer API does not have.
		...(isAzure(model) ? {defaultQuery: {'api-version': azureApiVersion(environment)}} : {}),
		fetch,
		maxRetries: 0,
		timeout: noLimitMs,
		logLevel: 'off',
		// What the environment says about an account at OpenAI is no other provider's business.
		...(model.provider === 'openai' ? {} : {organization: null, project: null}),
		adminAPIKey: null,
	});
}

const named = (body: unknown, {model, environment}: Connection): unknown =>
	isAzure(model) && isRecord(body) ? {...body, model: deploymentOf(model.id, environment)} : body;

/** Sends a request in the manner of OpenAI and reads the stream that comes back. */
export async function openaiStream(
	path: string,
	body: unknown,
	connection: Connection,
): Promise<AsyncIterable<unknown>> {
	const client = await openaiClient(connection);
	const {signal} = connection;
	const request = client.post(path, {body: named(body, connection), signal});
	return wireEvents(await request.asResponse());
}
