import {openaiClient} from '../openai-client.ts';
import type {Connection, Protocol} from '../protocol.ts';
import {isHost} from '../sdk-options.ts';
import {wireEvents} from '../wire-events.ts';
import {isRecord} from '../wire-json.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** What requests may not say that are paid by a plan instead of a key. */
const refusedByPlans = new Set([
	'max_output_tokens',
	'temperature',
	'prompt_cache_retention',
	'prompt_cache_options',
]);

function acceptedBody(payload: unknown, {model, apiKey = ''}: Connection): unknown {
	const isPlan = model.provider === 'openai' && apiKey !== '' && !apiKey.startsWith('sk-');
	if (!isPlan || !isHost(model.baseUrl, 'api.openai.com') || !isRecord(payload)) {
		return payload;
	}

	return Object.fromEntries(Object.entries(payload).filter(([name]) => !refusedByPlans.has(name)));
}

/** The Responses API of OpenAI and of those who speak like it. */
export const openaiResponses: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	async open(payload, connection) {
		const client = await openaiClient(connection);
		const body = acceptedBody(payload, connection);
		const {signal} = connection;
		const request = client.post('/responses', {body, signal});
		return wireEvents(await request.asResponse());
	},
};
