import {isRecord} from '../../lib/is-record.ts';
import type {Fetch} from '../network.ts';
import type {Json} from '../protocols/wire-json.ts';

/** Where facts about models are collected (MIT). */
export const usualSource = 'https://models.dev/api.json';

const limitMs = 60_000;
/** Ten times what it is. */
const longest = 64 * 1024 * 1024;

async function bodyOf(response: Response): Promise<string> {
	const decoder = new TextDecoder();
	let body = '';
	for await (const chunk of response.body ?? []) {
		body += decoder.decode(chunk, {stream: true});
		if (body.length > longest) throw new Error('the answer is too long');
	}

	return body + decoder.decode();
}

/** api.json from a server. Rejects with a sentence. */
export async function readSource(url: string, fetch: Fetch): Promise<Json> {
	let body: string;
	try {
		const response = await fetch(url, {
			headers: {accept: 'application/json', 'user-agent': 'bough'},
			signal: AbortSignal.timeout(limitMs),
		});
		if (!response.ok) throw new Error(`status ${response.status}`);
		body = await bodyOf(response);
	} catch (error) {
		throw new Error(`${url} cannot be read: ${whyNot(error)}.`, {cause: error});
	}

	return parseSource(body, url);
}

function whyNot(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? cause.message : String(cause);
}

/** `from`: for the person. */
export function parseSource(body: string, from: string): Json {
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch (error) {
		throw new Error(`${from} is not valid JSON.`, {cause: error});
	}

	if (!isRecord(value)) throw new Error(`${from} is no api.json of models.dev.`);
	return value;
}
