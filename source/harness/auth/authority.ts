import {isRecord} from '../../lib/is-record.ts';
import {SignInError} from './sign-in-flow.ts';

export type Json = Readonly<Record<string, unknown>>;

/** What a server of accounts answered: its status, and its JSON as far as it was any. */
export type Answer = {readonly ok: boolean; readonly status: number; readonly body: Json};

export type Ask = {
	/** As the flow speaks of it. */
	readonly url: string;
	readonly fetch: typeof globalThis.fetch;
	readonly signal: AbortSignal;
	readonly headers?: Readonly<Record<string, string>>;
	readonly form?: Readonly<Record<string, string>>;
	readonly json?: Json;
};

/** No answer of theirs is longer. */
const longest = 1024 * 1024;

export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

export const numberOf = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) ? value : undefined;

function bodyOf({form, json}: Ask) {
	if (form) {
		const type = 'application/x-www-form-urlencoded';
		return {method: 'POST', body: new URLSearchParams(form).toString(), type};
	}

	return json
		? {method: 'POST', body: JSON.stringify(json), type: 'application/json'}
		: {method: 'GET'};
}

function parse(text: string): Json {
	try {
		const value: unknown = JSON.parse(text.slice(0, longest));
		return isRecord(value) ? value : {};
	} catch {
		// A page of a proxy, or nothing: the status says enough.
		return {};
	}
}

/** Asks a server of accounts. A form, or JSON, makes it a POST. Rejects only when there is no answer at all. */
export async function ask(question: Ask): Promise<Answer> {
	const {url, fetch, signal, headers} = question;
	const {method, body, type} = bodyOf(question);
	const host = new URL(url).host;
	try {
		const response = await fetch(url, {
			method,
			...(body === undefined ? {} : {body}),
			headers: {
				accept: 'application/json',
				'user-agent': 'bough',
				...(type === undefined ? {} : {'content-type': type}),
				...headers,
			},
			// Tokens go where the flow says and nowhere else.
			redirect: 'error',
			signal,
		});
		return {ok: response.ok, status: response.status, body: parse(await response.text())};
	} catch (error) {
		signal.throwIfAborted();
		throw new SignInError(`${host} cannot be reached (${causeOf(error)}).`);
	}
}

const causeOf = (error: unknown): string => {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? cause.message : String(cause);
};

/** What went wrong, in the server's own words as far as they are meant for people. */
export function refusal({status, body}: Answer, url: string): SignInError {
	const inner = isRecord(body.error) ? body.error : body;
	const code = textOf(body.error) ?? textOf(inner.code) ?? textOf(inner.type);
	const words = textOf(inner.error_description) ?? textOf(inner.message) ?? code;
	return new SignInError(
		`${new URL(url).host} refused (${status}${words === undefined ? '' : `: ${words.slice(0, 300)}`}).`,
		code,
	);
}

/** The body of a success; everything else is a `SignInError`. */
export async function demand(question: Ask): Promise<Json> {
	const answer = await ask(question);
	if (!answer.ok) throw refusal(answer, question.url);
	return answer.body;
}

/** A page that a server names is opened only when it is one. */
export function checkedPage(url: string): string {
	const {protocol} = URL.parse(url) ?? {};
	if (protocol === 'https:' || protocol === 'http:') return url;
	throw new SignInError('The server sent an address that is no web page.');
}
