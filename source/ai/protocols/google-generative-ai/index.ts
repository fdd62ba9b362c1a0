import type {GenerateContentParameters} from '@google/genai';
import {ModelError} from '../../model-error.ts';
import type {Connection, Protocol} from '../protocol.ts';
import {wireEvents} from '../wire-events.ts';
import {isRecord} from '../wire-json.ts';
import {createReply} from './reply.ts';
import {toPayload} from './request.ts';

type Fetch = typeof globalThis.fetch;

/** The SDK cannot do without a key and knows no header that is not to be sent. */
function withHeaders(fetch: Fetch, {apiKey, headers: wanted}: Connection): Fetch {
	return (input, init) => {
		const headers = new Headers(init?.headers);
		if (apiKey === undefined) headers.delete('x-goog-api-key');
		for (const [name, value] of Object.entries(wanted)) {
			if (value === null) headers.delete(name);
			else headers.set(name, value);
		}

		return fetch(input, {...init, headers});
	};
}

const isRequest = (value: unknown): value is GenerateContentParameters =>
	isRecord(value) && typeof value.model === 'string' && Array.isArray(value.contents);

/** Gemini over generateContent. */
export const googleGenerativeAi: Protocol = {
	toPayload,
	createReply,
	async open(payload, connection) {
		if (!isRequest(payload)) {
			throw new ModelError('bad_request', 'a request to Gemini has a model and contents');
		}

		const {model, apiKey = 'none', signal} = connection;
		const {GoogleGenAI} = await import('@google/genai');
		const send = withHeaders(connection.fetch, connection);
		let response: Response | undefined;
		const client = new GoogleGenAI({
			apiKey,
			vertexai: false,
			httpOptions: {
				baseUrl: model.baseUrl,
				// The address has the version already.
				apiVersion: '',
				fetch: async (input, init) => {
					response = await send(input, init);
					return response;
				},
			},
		});
		const config = {...payload.config, abortSignal: signal};
		await client.models.generateContentStream({...payload, config});
		// The SDK reads nothing until it is asked to, and its reader knows neither comments nor a cut.
		return wireEvents(response ?? new Response(null));
	},
};
