import {openaiClient} from '../openai-client.ts';
import type {Protocol} from '../protocol.ts';
import {wireEvents} from '../wire-events.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** Chat Completions, as dozens of servers speak it. */
export const openaiCompletions: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	async open(payload, connection) {
		const client = await openaiClient(connection);
		const {signal} = connection;
		const request = client.post('/chat/completions', {body: payload, signal});
		return wireEvents(await request.asResponse());
	},
};
