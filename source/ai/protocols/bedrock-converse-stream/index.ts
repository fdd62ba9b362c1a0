import type {Protocol} from '../protocol.ts';
import {frameEvents} from './frames.ts';
import {createReply} from './reply.ts';
import {toPayload} from './request.ts';
import {type LoadSdk, send} from './send.ts';

async function* converse(response: Response): AsyncGenerator<unknown> {
	// The stream itself does not say which answer it is.
	yield {requestId: response.headers.get('x-amzn-requestid') ?? ''};
	yield* frameEvents(response.body);
}

/** Its SDK is large and an optional dependency: who does not use it need not have it. */
export const createBedrock = (load: LoadSdk): Protocol => ({
	toPayload,
	createReply,
	open: async (payload, connection) => converse(await send(payload, connection, load)),
});

/** Converse, for all the models at Amazon Bedrock. */
export const bedrockConverseStream = createBedrock(() => import('@aws-sdk/client-bedrock-runtime'));
