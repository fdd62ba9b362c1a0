import type {GenerateContentParameters, GoogleGenAIOptions} from '@google/genai';
import {isRecord} from '../../../lib/is-record.ts';
import {ModelError} from '../../model-error.ts';
import type {Connection} from '../protocol.ts';
import {wireEvents} from '../wire-events.ts';

type Headers = Connection['headers'];
type Fetch = Connection['fetch'];

/** The SDK cannot do without a key and knows no header that is not to be sent. */
function withHeaders(fetch: Fetch, wanted: Headers): Fetch {
	return (input, init) => {
		const headers = new globalThis.Headers(init?.headers);
		for (const [name, value] of Object.entries(wanted)) {
			if (value === null) headers.delete(name);
			else headers.set(name, value);
		}

		return fetch(input, {...init, headers});
	};
}

const isRequest = (value: unknown): value is GenerateContentParameters =>
	isRecord(value) && typeof value.model === 'string' && Array.isArray(value.contents);

/** Sends a generateContent request through Google's SDK and reads the stream that comes back. */
export async function generateStream(
	payload: unknown,
	{headers, fetch, signal}: Connection,
	options: GoogleGenAIOptions,
): Promise<AsyncIterable<unknown>> {
	if (!isRequest(payload)) {
		throw new ModelError('bad_request', 'a request to Gemini has a model and contents');
	}

	const {GoogleGenAI} = await import('@google/genai');
	const send = withHeaders(fetch, headers);
	let response: Response | undefined;
	const client = new GoogleGenAI({
		...options,
		httpOptions: {
			...options.httpOptions,
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
}
