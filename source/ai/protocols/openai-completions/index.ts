import {openaiStream} from '../openai-client.ts';
import type {Protocol} from '../protocol.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** Chat Completions, as dozens of servers speak it. */
export const openaiCompletions: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	open: (payload, connection) => openaiStream('/chat/completions', payload, connection),
};
