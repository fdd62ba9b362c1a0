import {createReply} from '../openai-responses/reply.ts';
import {postStream} from '../post-stream.ts';
import type {Connection, Protocol} from '../protocol.ts';
import {accountOf} from './account.ts';
import {toHeaders, toPayload} from './request.ts';

const addressOf = (baseUrl: string): string =>
	`${baseUrl.replace(/\/+(codex(\/responses)?\/*)?$/, '')}/codex/responses`;

function ownHeaders({apiKey}: Connection): Readonly<Record<string, string>> {
	const account = apiKey === undefined ? undefined : accountOf(apiKey);
	return {
		'openai-beta': 'responses=experimental',
		// Who we are; nobody else's program.
		originator: 'bough',
		'user-agent': 'bough',
		...(apiKey === undefined ? {} : {authorization: `Bearer ${apiKey}`}),
		...(account === undefined ? {} : {'chatgpt-account-id': account}),
	};
}

/** The backend of ChatGPT plans: Responses at another address, for whoever signed in. */
export const openaiCodexResponses: Protocol = {
	toPayload,
	toHeaders,
	createReply,
	open(payload, connection) {
		const headers = {...ownHeaders(connection), ...connection.headers};
		return postStream(addressOf(connection.model.baseUrl), payload, {...connection, headers});
	},
};
