import {openaiStream} from '../openai-client.ts';
import type {Connection, Protocol} from '../protocol.ts';
import {isHost} from '../sdk-options.ts';
import {planBody} from './plan.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** Who signed in with ChatGPT has a token where others have a key. */
const isPlan = ({model, apiKey = ''}: Connection): boolean =>
	model.provider === 'openai' &&
	apiKey !== '' &&
	!apiKey.startsWith('sk-') &&
	isHost(model.baseUrl, 'api.openai.com');

/** The Responses API of OpenAI and of those who speak like it. */
export const openaiResponses: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	open: (payload, connection) =>
		openaiStream('/responses', isPlan(connection) ? planBody(payload) : payload, connection),
};
