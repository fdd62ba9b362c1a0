export type Fetch = typeof globalThis.fetch;
export type Environment = Readonly<Record<string, string | undefined>>;

/** Node's own fetch gives up after this long without headers or data, whatever it is told. */
const builtInLimitMs = 300_000;

type Route = {
	readonly httpProxy: string;
	readonly httpsProxy: string;
	readonly noProxy: string;
};

/** A model server on this machine is never reached through a proxy. */
const nearby = 'localhost,127.0.0.1,::1';

function routeOf(environment: Environment): Route | undefined {
	const first = (...names: readonly string[]) =>
		names.map(name => environment[name] ?? '').find(value => value !== '') ?? '';
	const httpProxy = first('http_proxy', 'HTTP_PROXY');
	const httpsProxy = first('https_proxy', 'HTTPS_PROXY');
	if (httpProxy === '' && httpsProxy === '') return undefined;
	const exceptions = first('no_proxy', 'NO_PROXY');
	return {httpProxy, httpsProxy, noProxy: exceptions === '' ? nearby : `${exceptions},${nearby}`};
}

async function ownFetch(route: Route | undefined): Promise<Fetch> {
	const {Agent, EnvHttpProxyAgent, fetch} = await import('undici');
	// Silence is watched over by the stream, which also knows about comments and aborts.
	const limits = {headersTimeout: 0, bodyTimeout: 0};
	const dispatcher = route ? new EnvHttpProxyAgent({...limits, ...route}) : new Agent(limits);
	// Only what the SDKs use is handed on: the other types of Node's own fetch are foreign to this one.
	return (input, {method = 'GET', headers, body, signal = null} = {}) =>
		fetch(input instanceof Request ? input.url : input, {
			method,
			headers: [...new Headers(headers)],
			body: typeof body === 'string' || body instanceof Uint8Array ? body : null,
			signal,
			dispatcher,
		});
}

/** One for each route, because it holds the open connections. */
const known = new Map<string, Promise<Fetch>>();

/** The fetch for model requests. A heavier one is loaded only for a proxy or for a patience that Node lacks. */
export function fetchFor(environment: Environment, idleMs: number): Promise<Fetch> {
	const route = routeOf(environment);
	const isPatient = idleMs === 0 || idleMs > builtInLimitMs;
	if (!route && !isPatient) return Promise.resolve(globalThis.fetch);
	const key = JSON.stringify(route ?? 'direct');
	const made = known.get(key) ?? ownFetch(route);
	known.set(key, made);
	return made;
}
