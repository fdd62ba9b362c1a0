import http from 'node:http';
import {type Json, record} from '../../source/ai/protocols/wire-json.ts';
import {anthropicMessages} from './strict/anthropic-messages.ts';
import {bedrockConverseStream} from './strict/bedrock-converse-stream.ts';
import {googleGenerativeAi} from './strict/google-generative-ai.ts';
import {mistralConversations} from './strict/mistral-conversations.ts';
import {openaiCodexResponses} from './strict/openai-codex-responses.ts';
import {openaiCompletions} from './strict/openai-completions.ts';
import {openaiResponses} from './strict/openai-responses.ts';
import {
	type Answer,
	createMemory,
	type Memory,
	type StrictProtocol,
	type WireEvent,
} from './strict/strict-protocol.ts';

export type {Answer, Memory, StrictProtocol, WireEvent} from './strict/strict-protocol.ts';
export {createMemory} from './strict/strict-protocol.ts';

/** Protocol name, as in models.json, to what its provider accepts and how it answers. */
export const strictProtocols: Readonly<Record<string, StrictProtocol>> = {
	'openai-completions': openaiCompletions,
	'openai-responses': openaiResponses,
	'anthropic-messages': anthropicMessages,
	'google-generative-ai': googleGenerativeAi,
	'azure-openai-responses': {...openaiResponses, path: /^\/openai\/v1\/responses$/},
	'openai-codex-responses': openaiCodexResponses,
	'google-vertex': {
		...googleGenerativeAi,
		path: /^\/v1beta1\/publishers\/google\/models\/[^/]+:streamGenerateContent$/,
	},
	'bedrock-converse-stream': bedrockConverseStream,
	'mistral-conversations': mistralConversations,
};

/** What a base URL ends with in models.json. */
export const basePaths: Readonly<Record<string, string>> = {
	'openai-completions': '/v1',
	'openai-responses': '/v1',
	'anthropic-messages': '',
	'google-generative-ai': '/v1beta',
	'azure-openai-responses': '/openai/v1',
	'openai-codex-responses': '',
	'google-vertex': '',
	'bedrock-converse-stream': '',
	'mistral-conversations': '',
};

/** How an answer is written on the wire, and how it ends. */
export type Framing = {
	/** Default: a line feed. */
	readonly lineEnd?: '\n' | '\r' | '\r\n';
	/** Comments between the events. */
	readonly comments?: boolean;
	/** `data:x` instead of `data: x`. */
	readonly tight?: boolean;
	/** Events nobody knows between the others. */
	readonly unknown?: boolean;
	/** One byte a packet. */
	readonly bytewise?: boolean;
	/** Bytes a packet; default 64. */
	readonly packet?: number;
	/** Only so many events, or bytes. */
	readonly events?: number;
	readonly bytes?: number;
	/** Sent behind them. */
	readonly more?: string | Uint8Array;
	/** How the body ends. Default: properly. */
	readonly end?: 'end' | 'destroy' | 'hang';
};

function encodeEvent({event, data}: WireEvent, {tight = false, lineEnd = '\n'}: Framing): string {
	const colon = tight ? ':' : ': ';
	const written = typeof data === 'string' ? data : JSON.stringify(data);
	const lines = [...(event ? [`event${colon}${event}`] : []), `data${colon}${written}`, '', ''];
	return lines.join(lineEnd);
}

/** The bytes of a stream. */
export function encodeEvents(
	events: readonly WireEvent[],
	framing: Framing = {},
	encode?: (event: WireEvent) => Uint8Array,
): Uint8Array {
	const {lineEnd = '\n', comments = false, unknown = false, more = ''} = framing;
	const text = new TextEncoder();
	const write = encode ?? ((event: WireEvent) => text.encode(encodeEvent(event, framing)));
	const novelty = {event: 'novelty', data: {type: 'novelty', delta: 'x'}};
	const noise = [
		...(comments && !encode ? [text.encode(`: still here${lineEnd}${lineEnd}`)] : []),
		...(unknown ? [write(novelty)] : []),
	];
	const frames = events
		.slice(0, framing.events ?? events.length)
		.flatMap(event => [...noise, write(event)]);
	const bytes = Buffer.concat([...frames, typeof more === 'string' ? text.encode(more) : more]);
	return bytes.subarray(0, framing.bytes ?? bytes.length);
}

export type StrictRequest = {
	readonly url: string;
	readonly headers: http.IncomingHttpHeaders;
	readonly body: Json;
	/** What it was refused for. */
	readonly problem: string | undefined;
};

type Play = Answer & {readonly framing?: Framing};

export type StrictServer = {
	/** With the path that a base URL has in models.json. */
	readonly baseUrl: string;
	readonly requests: readonly StrictRequest[];
	readonly memory: Memory;
	/** Resolves when nobody is connected any more. */
	idle(): Promise<void>;
	close(): Promise<void>;
};

async function send(response: http.ServerResponse, bytes: Uint8Array, framing: Framing) {
	response.flushHeaders();
	const size = framing.bytewise ? 1 : (framing.packet ?? 64);
	for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
		response.write(bytes.subarray(at, at + size));
		await new Promise(resolve => setImmediate(resolve));
	}

	if (framing.end === 'destroy') response.destroy();
	else if (framing.end !== 'hang') response.end();
}

async function bodyOf(request: http.IncomingMessage): Promise<Json> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
	return record(body);
}

/**
 * A model server that refuses what the real one refuses, and otherwise plays the next answer; the last one is
 * played again and again. It remembers what it was asked.
 */
export async function strictServer(
	api: string,
	answers: readonly Play[],
	memory: Memory = createMemory(),
): Promise<StrictServer> {
	const protocol = strictProtocols[api];
	if (!protocol) throw new Error(`no strict server speaks ${api}`);
	const requests: StrictRequest[] = [];
	let turn = 0;
	const server = http.createServer(async (request, response) => {
		const {url = '', headers} = request;
		const body = await bodyOf(request);
		const isKnown = protocol.path.test(new URL(url, 'http://x').pathname);
		const problem = isKnown ? protocol.problem(body, memory, headers) : `no route ${url}`;
		requests.push({url, headers, body, problem});
		if (problem !== undefined) {
			response.writeHead(isKnown ? 400 : 404, {'content-type': 'application/json'});
			response.end(JSON.stringify(protocol.refusal(problem)));
			return;
		}

		const answer = answers[Math.min(turn, answers.length - 1)] ?? {text: 'ok'};
		const {framing = {}} = answer;
		response.writeHead(200, {'content-type': 'text/event-stream', ...protocol.headers?.(turn)});
		const events = protocol.events(answer, turn++, memory);
		await send(response, encodeEvents(events, framing, protocol.encode), framing);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		baseUrl: `http://127.0.0.1:${port}${basePaths[api]}`,
		requests,
		memory,
		async idle() {
			const count = () =>
				new Promise<number>(resolve => server.getConnections((_error, open) => resolve(open)));
			while ((await count()) > 0) await new Promise(resolve => setTimeout(resolve, 5));
		},
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
