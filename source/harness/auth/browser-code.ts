import {startCallbackServer} from './callback-server.ts';
import {createPkce, secretText} from './pkce.ts';
import {SignInError, type SignInPort} from './sign-in-flow.ts';

export type BrowserRequest = {
	/** 0: any port that is free. */
	readonly port: number;
	readonly path: string;
	readonly hostname?: 'localhost' | '127.0.0.1';
	/** Some services send no state back; then the path must be one that nobody can guess. */
	readonly hasState?: boolean;
	/** The address of the page. */
	pageFor(details: {
		readonly redirect: string;
		readonly challenge: string;
		readonly state: string;
	}): string;
};

export type BrowserCode = {
	readonly code: string;
	readonly verifier: string;
	readonly redirect: string;
	/** Everything that came along. */
	readonly query: URLSearchParams;
};

/** As people copy it: the whole address, what stands behind its `?`, `code#state`, or the code alone. */
export function readPasted(text: string): URLSearchParams {
	const pasted = text.trim();
	const url = URL.parse(pasted);
	if (url && /^https?:$/.test(url.protocol)) return url.searchParams;
	if (/(^|[?&])code=/.test(pasted)) return new URLSearchParams(pasted.replace(/^\?/, ''));
	const [code = '', state] = pasted.split('#');
	return new URLSearchParams({code, ...(state === undefined ? {} : {state})});
}

/** What the page said against it. */
function refusedBy(query: URLSearchParams): SignInError | undefined {
	const error = query.get('error');
	if (error === null) return undefined;
	const words = (query.get('error_description') ?? error).slice(0, 300);
	return new SignInError(
		error === 'access_denied'
			? 'The sign-in was denied in the browser.'
			: `The sign-in failed: ${words}`,
		error,
	);
}

function codeOf(query: URLSearchParams, state: string | undefined): string {
	const refused = refusedBy(query);
	if (refused) throw refused;
	const given = query.get('state');
	if (state !== undefined && given !== null && given !== state)
		throw new SignInError('This answer belongs to another sign-in.');
	const code = query.get('code');
	if (!code) throw new SignInError('There is no code in it.');
	return code;
}

/** Asks until what was pasted has a code in it. */
async function pastedCode(port: SignInPort, state: string | undefined, signal: AbortSignal) {
	for (
		let title = 'Waiting for the browser. If it is on another machine, paste its last address here';
		;
	) {
		const query = readPasted(await port.ask({title, isSecret: true}, signal));
		try {
			codeOf(query, state);
			return query;
		} catch (error) {
			if (!(error instanceof SignInError) || error.code !== undefined) throw error;
			title = `${error.message} Paste the last address of the browser here`;
		}
	}
}

/**
 * Shows the page, waits for the browser to come back or for the person to paste where it ended, and lets `use`
 * make something of the code. Until then a browser that comes again is told that it is too late.
 */
export async function withBrowserCode<T>(
	port: SignInPort,
	request: BrowserRequest,
	use: (code: BrowserCode) => Promise<T>,
): Promise<T> {
	const {verifier, challenge} = createPkce();
	const state = request.hasState === false ? undefined : secretText();
	const isOurs = (query: URLSearchParams) =>
		state === undefined || query.get('state') === state
			? undefined
			: 'This answer belongs to another sign-in.';
	const {path, hostname = '127.0.0.1'} = request;
	const server = await startCallbackServer({...request, hostname, check: isOurs});
	const redirect = server?.url ?? `http://${hostname}:${request.port}${path}`;
	const done = new AbortController();
	try {
		port.show({url: request.pageFor({redirect, challenge, state: state ?? ''})});
		if (!server) {
			port.tell(
				`Port ${request.port} is taken, so the browser cannot come back by itself. Paste its last address.`,
			);
		}

		const pasted = pastedCode(port, state, done.signal);
		const query = await (server ? Promise.race([server.arrived, pasted]) : pasted);
		done.abort();
		// Who came first has won; the other one is let go.
		pasted.catch(() => {});
		return await use({code: codeOf(query, state), verifier, redirect, query});
	} finally {
		done.abort();
		server?.close();
	}
}
