import {openaiStream} from '../openai-client.ts';
import {createReply} from '../openai-responses/reply.ts';
import {toPayload} from '../openai-responses/request.ts';
import type {Protocol} from '../protocol.ts';

/** The Responses API as Azure serves it: another address, another header, names of deployments. */
export const azureOpenaiResponses: Protocol = {
	toPayload,
	createReply,
	open: (payload, connection) => openaiStream('/responses', payload, connection),
};
