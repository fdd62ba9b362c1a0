import type {HttpOptions} from '@google/genai';
import {generateStream} from '../google-generative-ai/generate.ts';
import {createReply} from '../google-generative-ai/reply.ts';
import {toPayload} from '../google-generative-ai/request.ts';
import type {Protocol} from '../protocol.ts';
import {accessTo} from './access.ts';

/** The SDK builds the catalog's address; a person's own may have the version already. */
function addressOf(baseUrl: string): HttpOptions {
	if (baseUrl.includes('{location}')) return {};
	return {baseUrl, ...(/\/v\d\w*\/?$/.test(baseUrl) ? {apiVersion: ''} : {})};
}

/** Gemini in Google's cloud. */
export const googleVertex: Protocol = {
	toPayload,
	createReply,
	async open(payload, connection) {
		const {model, apiKey, headers} = connection;
		const {project, location, headers: own} = await accessTo(connection);
		return generateStream(
			payload,
			{...connection, headers: {...own, ...headers}},
			{
				vertexai: true,
				// All of it is said, whatever the environment says too: else the SDK prints which it prefers.
				apiKey: apiKey ?? 'none',
				project,
				location,
				httpOptions: addressOf(model.baseUrl),
			},
		);
	},
};
