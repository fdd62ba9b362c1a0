import {postStream} from '../post-stream.ts';
import type {Protocol} from '../protocol.ts';
import {createReply} from './reply.ts';
import {toHeaders, toPayload} from './request.ts';

/** Mistral's own API. Its SDK would only rename the fields. */
export const mistralConversations: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	open(payload, connection) {
		const {model, apiKey, headers} = connection;
		const url = `${model.baseUrl.replace(/\/+(v1\/*)?$/, '')}/v1/chat/completions`;
		const authorization = apiKey === undefined ? {} : {authorization: `Bearer ${apiKey}`};
		return postStream(url, payload, {...connection, headers: {...authorization, ...headers}});
	},
};
