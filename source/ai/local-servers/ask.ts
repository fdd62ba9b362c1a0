import {isRecord} from '../../lib/is-record.ts';
export type Json = Readonly<Record<string, unknown>>;

/** Asks one server for JSON; undefined for anything else. The same question is asked once. */
export type Ask = (path: string, body?: Json) => Promise<Json | undefined>;

export const record = (value: unknown): Json => (isRecord(value) ? value : {});

export const records = (value: unknown): readonly Json[] | undefined =>
	Array.isArray(value) ? value.filter(isRecord) : undefined;

export const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

export const positive = (value: unknown): number | undefined =>
	typeof value === 'number' && value > 0 ? value : undefined;

/** No list of models is longer; whatever sends more is no model server. */
const longestAnswer = 4 * 1024 * 1024;

async function bodyOf(response: Response): Promise<string> {
	const decoder = new TextDecoder();
	let body = '';
	for await (const chunk of response.body ?? []) {
		body += decoder.decode(chunk, {stream: true});
		if (body.length > longestAnswer) throw new Error('The answer is too long');
	}

	return body;
}

export type Reach = {readonly fetch: typeof globalThis.fetch; readonly timeoutMs: number};

async function request(url: string, body: Json | undefined, {fetch, timeoutMs}: Reach) {
	const headers = {accept: 'application/json', 'content-type': 'application/json'};
	try {
		const response = await fetch(url, {
			...(body ? {method: 'POST', body: JSON.stringify(body)} : {}),
			headers,
			// A redirect could lead away from this machine.
			redirect: 'error',
			signal: AbortSignal.timeout(timeoutMs),
		});
		if (!response.ok) {
			await response.body?.cancel();
			return undefined;
		}

		const answer: unknown = JSON.parse(await bodyOf(response));
		return isRecord(answer) ? answer : undefined;
	} catch {
		// Nobody there, too slow, or something that speaks otherwise: none of it is a model server for us.
		return undefined;
	}
}

export function createAsk(base: string, reach: Reach): Ask {
	const known = new Map<string, Promise<Json | undefined>>();
	return (path, body) => {
		const key = body ? `${path} ${JSON.stringify(body)}` : path;
		const answer = known.get(key) ?? request(base + path, body, reach);
		known.set(key, answer);
		return answer;
	};
}
