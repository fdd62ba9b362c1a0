import http from 'node:http';
import {onTestFinished} from 'vitest';

export type Visit = {
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: http.IncomingHttpHeaders;
	/** A form or JSON. */
	readonly body: Readonly<Record<string, unknown>>;
};

export type Reply =
	| {readonly status?: number; readonly json: unknown}
	| {readonly redirect: string}
	| 'hang';

export type Authority = {
	readonly url: string;
	readonly visits: readonly Visit[];
	/** Answers of a path, by method and path; may be changed while it runs. */
	readonly routes: Record<string, (visit: Visit) => Reply | Promise<Reply>>;
};

async function toVisit(request: http.IncomingMessage): Promise<Visit> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	const text = Buffer.concat(chunks).toString();
	const {pathname, searchParams} = new URL(request.url ?? '/', 'http://x');
	const isJson = request.headers['content-type']?.includes('json');
	return {
		method: request.method ?? '',
		path: pathname,
		query: searchParams,
		headers: request.headers,
		body: isJson && text !== '' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
	};
}

/** A server of accounts on this machine. What it has no route for is a page with 404. */
export async function startAuthority(routes: Authority['routes']): Promise<Authority> {
	const visits: Visit[] = [];
	const server = http.createServer(async (request, response) => {
		const visit = await toVisit(request);
		visits.push(visit);
		const reply = await routes[`${visit.method} ${visit.path}`]?.(visit);
		if (reply === 'hang') return;
		if (!reply) response.writeHead(404).end('<h1>not here</h1>');
		else if ('redirect' in reply) response.writeHead(302, {location: reply.redirect}).end();
		else {
			response.writeHead(reply.status ?? 200, {'content-type': 'application/json'});
			response.end(JSON.stringify(reply.json));
		}
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The server has no port');
	return {url: `http://127.0.0.1:${address.port}`, visits, routes};
}

/** What a browser does with a sign-in page: follows where it leads, and shows the last page. */
export async function browse(
	url: string,
): Promise<{readonly status: number; readonly text: string}> {
	const response = await fetch(url, {redirect: 'follow'});
	return {status: response.status, text: await response.text()};
}

/** A token that can be read, signed by nobody. */
export const tokenWith = (claims: object): string =>
	['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'x'].join('.');
