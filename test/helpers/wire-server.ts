import http from 'node:http';

/** Text or bytes are written as they are; a number waits that many ms. */
export type Frame = string | Uint8Array | number;

export type WireReply = {
	/** Takes this reply only for requests that fit; the first fitting reply is used up. */
	readonly when?: (url: string, body: unknown) => boolean;
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly frames?: readonly Frame[];
	/** How the body ends after its frames: properly, with the socket cut, or never. Default `end`. */
	readonly end?: 'end' | 'destroy' | 'hang';
};

export type WireRequest = {
	readonly method: string;
	readonly url: string;
	readonly headers: http.IncomingHttpHeaders;
	/** Parsed when it is JSON, else the text. */
	readonly body: unknown;
	/** Resolves when the connection of this request is gone or its answer is complete. */
	readonly closed: Promise<void>;
};

export type WireServer = {
	readonly url: string;
	readonly seen: readonly WireRequest[];
	push(...replies: readonly WireReply[]): void;
	close(): Promise<void>;
};

function toBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

async function send(response: http.ServerResponse, reply: WireReply): Promise<void> {
	response.writeHead(reply.status ?? 200, {'content-type': 'text/event-stream', ...reply.headers});
	response.flushHeaders();
	for (const frame of reply.frames ?? []) {
		if (response.destroyed) return;
		if (typeof frame === 'number') await new Promise(resolve => setTimeout(resolve, frame));
		else {
			response.write(frame);
			// Lets every frame leave as a packet of its own.
			await new Promise(resolve => setImmediate(resolve));
		}
	}

	if (reply.end === 'destroy') response.destroy();
	else if (reply.end !== 'hang') response.end();
}

/** A model server that sends exactly the bytes a test wants and remembers what it was asked. Unexpected requests get 599. */
export async function wireServer(...replies: readonly WireReply[]): Promise<WireServer> {
	const script: WireReply[] = [...replies];
	const seen: WireRequest[] = [];
	const server = http.createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk));
		const {method = '', url = '', headers} = request;
		const body = toBody(Buffer.concat(chunks).toString());
		const closed = new Promise<void>(resolve => response.once('close', resolve));
		seen.push({method, url, headers, body, closed});
		const at = script.findIndex(({when}) => when?.(url, body) ?? true);
		const [reply] = at < 0 ? [] : script.splice(at, 1);
		if (reply) await send(response, reply);
		else response.writeHead(599).end(`unexpected ${method} ${url}`);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		url: `http://127.0.0.1:${port}`,
		seen,
		push: (...more) => {
			script.push(...more);
		},
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** One server-sent event; a string goes as it is. */
export const data = (value: unknown): string =>
	`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;

/** The same with the `event:` line that Anthropic and the Responses API send. */
export const event = (value: {readonly type: string}): string =>
	`event: ${value.type}\n${data(value)}`;
