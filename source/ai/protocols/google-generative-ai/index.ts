import type {Protocol} from '../protocol.ts';
import {generateStream} from './generate.ts';
import {createReply} from './reply.ts';
import {toPayload} from './request.ts';

/** Gemini over generateContent. */
export const googleGenerativeAi: Protocol = {
	toPayload,
	createReply,
	open(payload, connection) {
		const {model, apiKey, headers} = connection;
		const keyless = apiKey === undefined ? {'x-goog-api-key': null} : {};
		return generateStream(
			payload,
			{...connection, headers: {...keyless, ...headers}},
			{
				apiKey: apiKey ?? 'none',
				vertexai: false,
				// The address has the version already.
				httpOptions: {baseUrl: model.baseUrl, apiVersion: ''},
			},
		);
	},
};
