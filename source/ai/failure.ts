import {IdleError} from '../lib/deadline.ts';
import type {FailureCode, ModelFailure} from './events.ts';

/** The only place that reads the words of an error. Tables first, so that a new text is one more line. */

const overflowWords = [
	/prompt is too long/i,
	/request_too_large/i,
	/exceeds the context window/i,
	/context_length_exceeded/i,
	/model'?s maximum context length/i,
	/context window exceeds? ?/i,
	/context window exceeded/i,
	/input token count.*exceeds the maximum/i,
	/input is too long for requested model/i,
	/maximum prompt length is \d/i,
	/reduce the length of the messages/i,
	/maximum context length is \d+/i,
	/maximum allowed input length of \d+/i,
	/is longer than the model'?s context length/i,
	/prompt token count of \d+ exceeds the limit/i,
	/too large for model with \d+ maximum context/i,
	/exceeded model token limit/i,
	/prompt exceeds max length/i,
	/prompt too long/i,
	/model_context_window_exceeded/i,
	/range of input length should be/i,
	/exceeds the available context size/i,
	/greater than the context length/i,
	/but the configured context size is \d+/i,
	/context length exceeded/i,
	/too many tokens(?!,? please wait)/i,
	/token limit exceeded/i,
];
const throttleWords =
	/rate.?limit|too many requests|throttl|please wait before trying again|per minute|per second|\btpm\b|\brpm\b/i;
const quotaCodes =
	/insufficient_quota|usage_limit_reached|usage_not_included|billing|credit_balance|out_of_credits|budget_exceeded|\b1308\b|freeusagelimit|monthly_limit/i;
const quotaWords =
	/quota exceeded|exceeded your current quota|out of (budget|credits)|available balance|insufficient (balance|credits?|funds)|billing|usage limit|credit balance/i;
const refusedWords = /content.?filter|content policy|safety|refus/i;
const overloadWords =
	/overload|at capacity|high demand|resource.?exhausted|service unavailable|try again later/i;
const networkCodes =
	/ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR|socket hang up|terminated|fetch failed|other side closed|network_error|connection error/i;

type Facts = {
	readonly status: number | undefined;
	readonly code: string;
	readonly text: string;
	readonly headers: Headers | undefined;
	readonly provider: string;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

const pick = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

function deepestCause(error: unknown): unknown {
	let at = error;
	for (let depth = 0; depth < 8; depth += 1) {
		const cause = pick(at, 'cause');
		if (cause === undefined) return at;
		at = cause;
	}

	return at;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Not JSON: the text itself is all there is.
		return undefined;
	}
}

/** The structured error of a body: `{error: {…}}`, `{error: "…"}`, `[{error}]` or the object itself. */
function errorBody(error: unknown): Record<string, unknown> | undefined {
	const message = pick(error, 'message');
	const at = typeof message === 'string' ? message.indexOf('{') : -1;
	const inText = at >= 0 && typeof message === 'string' ? parsed(message.slice(at)) : undefined;
	const candidates = [pick(error, 'error'), inText, pick(error, 'body'), error];
	for (const candidate of candidates) {
		const one = Array.isArray(candidate) ? candidate[0] : candidate;
		const inner = pick(one, 'error');
		if (isObject(inner)) return inner;
		if (typeof inner === 'string') return {message: inner};
		if (isObject(one) && one !== error) return one;
	}

	return undefined;
}

function wordsOf(error: unknown, body: Record<string, unknown> | undefined): string {
	const own = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
	const said = pick(body, 'message');
	const cause = deepestCause(error);
	const because =
		cause !== error && cause instanceof Error
			? `${cause.message}${typeof pick(cause, 'code') === 'string' ? ` (${String(pick(cause, 'code'))})` : ''}`
			: '';
	const main = typeof said === 'string' && said !== '' ? said : own;
	const words = because !== '' && !main.includes(because) ? `${main}: ${because}` : main;
	return words.slice(0, 4000) || JSON.stringify(body ?? {}).slice(0, 4000);
}

function headersOf(error: unknown): Headers | undefined {
	const headers = pick(error, 'headers');
	if (headers instanceof Headers) return headers;
	return undefined;
}

/** Seconds, a date, or milliseconds. What cannot be read counts as absent. */
function retryAfter(headers: Headers | undefined, now: number): number | undefined {
	const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
	if (Number.isFinite(ms) && ms >= 0) return ms;
	const value = headers?.get('retry-after');
	if (!value) return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function statusOf(error: unknown, body: Record<string, unknown> | undefined): number | undefined {
	for (const value of [
		pick(error, 'status'),
		pick(error, 'statusCode'),
		pick(body, 'status'),
		pick(body, 'code'),
	]) {
		if (typeof value === 'number' && value >= 100 && value < 600) return value;
	}

	return undefined;
}

function isOverflow({status, text, code, provider}: Facts): boolean {
	if (throttleWords.test(text)) return false;
	if (status === 413) return true;
	if (overflowWords.some(pattern => pattern.test(text) || pattern.test(code))) return true;
	return provider === 'cerebras' && status === 400 && /no body/i.test(text);
}

function codeOf429({text, code}: Facts): FailureCode {
	if (quotaCodes.test(code)) return 'quota';
	if (throttleWords.test(text)) return 'rate_limited';
	return quotaCodes.test(text) || quotaWords.test(text) ? 'quota' : 'rate_limited';
}

const byStatus: Readonly<Record<number, FailureCode>> = {
	400: 'bad_request',
	401: 'auth',
	402: 'quota',
	403: 'auth',
	404: 'not_found',
	408: 'network',
	409: 'server',
	422: 'bad_request',
	503: 'overloaded',
	529: 'overloaded',
};

function classify(facts: Facts): FailureCode {
	const {status, text, code} = facts;
	if (isOverflow(facts)) return 'overflow';
	if (status === 429) return codeOf429(facts);
	if (quotaCodes.test(code)) return 'quota';
	if (overloadWords.test(code) || (status === undefined && overloadWords.test(text)))
		return 'overloaded';
	if (/rate_limit/i.test(code)) return 'rate_limited';
	if (status !== undefined) return byStatus[status] ?? (status >= 500 ? 'server' : 'bad_request');
	return classifyWords(facts);
}

/** Without a status there are only words: connections that broke, errors inside of a stream. */
function classifyWords({text, code}: Facts): FailureCode {
	// Half a frame at the end of a body is what a cut stream looks like to the SDKs.
	if (/unexpected (end|token)|unterminated|JSON/i.test(text)) return 'truncated';
	if (networkCodes.test(text) || networkCodes.test(code)) return 'network';
	if (quotaWords.test(text)) return 'quota';
	if (refusedWords.test(code)) return 'refused';
	if (/server_error|internal|api_error|upstream|bad gateway/i.test(`${code} ${text}`))
		return 'server';
	if (/authentication|invalid.*key|unauthori[sz]ed/i.test(`${code} ${text}`)) return 'auth';
	return 'unknown';
}

const retryable = new Set<FailureCode>([
	'network',
	'overloaded',
	'rate_limited',
	'server',
	'stalled',
	'truncated',
]);

export type FailureContext = {
	readonly provider: string;
	readonly aborted: boolean;
	/** Environment variables that would hold the key. */
	readonly keyNames?: readonly string[];
	readonly now?: number;
};

function sentence(code: FailureCode, facts: Facts, context: FailureContext): string {
	const {provider} = context;
	const status = facts.status === undefined ? '' : ` (HTTP ${facts.status})`;
	const said = `${provider}${status}: ${facts.text}`;
	if (code === 'auth') {
		const names = context.keyNames?.join(' or ');
		return `${said}. Check the key of ${provider}${names ? ` (${names})` : ''}.`;
	}

	return said;
}

/** Seconds, minutes or hours, for people. */
function inWords(ms: number): string {
	if (ms < 120_000) return `${Math.ceil(ms / 1000)} s`;
	return ms < 7_200_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** Any thrown thing to what it means. Never throws, never shows a key. */
export function toFailure(error: unknown, context: FailureContext): ModelFailure {
	if (context.aborted) return {code: 'aborted', message: 'Stopped', retryable: false};
	if (error instanceof IdleError) {
		const message = `${context.provider}: ${error.message}, the stream went silent`;
		return {code: 'stalled', message, retryable: true};
	}

	const body = errorBody(error);
	const headers = headersOf(error);
	const code = [
		pick(body, 'code'),
		pick(body, 'type'),
		pick(body, 'status'),
		pick(error, 'code'),
		pick(deepestCause(error), 'code'),
	]
		.filter(value => typeof value === 'string')
		.join(' ');
	const status = statusOf(error, body);
	const facts = {status, code, text: wordsOf(error, body), headers, provider: context.provider};
	const kind = classify(facts);
	const asked = retryAfter(headers, context.now ?? Date.now());
	const should = headers?.get('x-should-retry');
	const again = should === 'true' || (should !== 'false' && retryable.has(kind));
	const waits = asked !== undefined && again && asked > 60_000;
	const message = sentence(kind, facts, context);
	return {
		code: kind,
		message: waits ? `${message} (the server asks to wait ${inWords(asked)})` : message,
		retryable: again,
		...(status === undefined ? {} : {status}),
		...(asked === undefined ? {} : {retryAfterMs: asked}),
	};
}
