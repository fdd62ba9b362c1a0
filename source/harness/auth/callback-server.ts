import type http from 'node:http';
import {codeOf} from '../../lib/errors.ts';
import {SignInError} from './sign-in-flow.ts';

/** Waits on this machine for the browser to come back from a sign-in page. */
export type CallbackServer = {
	/** Where the page is to send the browser. */
	readonly url: string;
	/** What the page sent along; only the first visit counts. */
	readonly arrived: Promise<URLSearchParams>;
	/** Also of connections that the browser keeps in reserve: they would reach the next sign-in. */
	close(): void;
};

type CallbackOptions = {
	/** 0: any that is free. */
	readonly port: number;
	readonly path: string;
	/** As the page knows this machine; the server listens on 127.0.0.1 in any case. */
	readonly hostname?: 'localhost' | '127.0.0.1';
	/** Sentences for who comes with something else than an answer; undefined lets it pass. */
	check(query: URLSearchParams): string | undefined;
};

const farewellMs = 500;

const page = (title: string, text: string): string =>
	`<!doctype html><meta charset="utf-8"><title>bough</title><body style="font-family:system-ui;max-width:36em;margin:15vh auto;text-align:center"><h1>${title}</h1><p>${text}</p>`;

function respond(response: http.ServerResponse, status: number, body: string): void {
	response
		.writeHead(status, {
			'content-type': 'text/html; charset=utf-8',
			connection: 'close',
			// The address in the browser holds a code.
			'referrer-policy': 'no-referrer',
		})
		.end(body);
}

/** undefined: the port is taken, and the address has to be pasted instead. */
export async function startCallbackServer(
	options: CallbackOptions,
): Promise<CallbackServer | undefined> {
	const {port, path, hostname = '127.0.0.1', check} = options;
	const arrived = Promise.withResolvers<URLSearchParams>();
	let hasArrived = false;
	// Only a sign-in needs it.
	const {createServer} = await import('node:http');
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://127.0.0.1');
		if (request.method !== 'GET' || url.pathname !== path) {
			return respond(response, 404, page('Not found', 'There is nothing here.'));
		}

		if (hasArrived) {
			return respond(response, 409, page('Already done', 'This sign-in has got its answer.'));
		}

		const problem = check(url.searchParams);
		if (problem !== undefined) return respond(response, 400, page('That did not work', problem));
		hasArrived = true;
		respond(response, 200, page('Back to bough', 'You can close this page.'));
		arrived.resolve(url.searchParams);
	});
	try {
		await listen(server, port);
	} catch (error) {
		if (codeOf(error) === 'EADDRINUSE' || codeOf(error) === 'EACCES') return undefined;
		throw error;
	}

	const address = server.address();
	if (typeof address !== 'object' || !address)
		throw new SignInError('There is no port to listen on.');
	return {
		url: `http://${hostname}:${address.port}${path}`,
		arrived: arrived.promise,
		close() {
			server.close();
			server.closeIdleConnections();
			// The last page may still be on its way.
			setTimeout(() => server.closeAllConnections(), farewellMs).unref();
		},
	};
}

const listen = (server: http.Server, port: number): Promise<void> =>
	new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
