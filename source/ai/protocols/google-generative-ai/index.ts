import type {GenerateContentParameters} from '@google/genai';
import type {Protocol} from '../protocol.ts';
import {createReply} from './reply.ts';
import {toPayload} from './request.ts';

/** Gemini over generateContent. */
export const googleGenerativeAi: Protocol = {
	toPayload,
	createReply,
	async open(payload, {model, apiKey, headers, fetch, signal}) {
		const {GoogleGenAI} = await import('@google/genai');
		const kept = Object.entries(headers).filter(
			(pair): pair is [string, string] => pair[1] !== null,
		);
		const client = new GoogleGenAI({
			apiKey: apiKey ?? 'none',
			// The base URL has the version already; without our fetch the SDK switches idle timeouts off.
			httpOptions: {
				baseUrl: model.baseUrl,
				apiVersion: '',
				headers: Object.fromEntries(kept),
				fetch,
			},
		});
		const request = payload as GenerateContentParameters;
		return client.models.generateContentStream({
			...request,
			config: {...request.config, abortSignal: signal},
		});
	},
};
