import {isRecord} from '../lib/is-record.ts';
import {type Json, list, record, text} from './protocols/wire-json.ts';

/** An answer that was no stream: kept as it came, because SDKs lose bodies and headers of some. */
export type Refusal = {
	readonly status: number;
	readonly headers: Headers;
	readonly body: string;
};

/** What a failure says about itself, whatever form it came in. */
export type FailureFacts = {
	readonly provider: string;
	readonly status: number | undefined;
	/** Names meant for programs, joined by blanks: `code`, `type`, `reason`, errno. */
	readonly codes: string;
	/** For people: the server's words and the deepest cause. */
	readonly words: string;
	readonly headers: Headers | undefined;
	/** What the body itself says about when to come back; ms. */
	readonly retryInMs: number | undefined;
	readonly isEmpty: boolean;
};

const longest = 4000;

function parsed(source: string): unknown {
	try {
		return JSON.parse(source);
	} catch {
		// Not JSON: the text itself is all there is.
		return undefined;
	}
}

/** A web page says as much with its title. */
function plain(source: string): string {
	if (!/^\s*<(!doctype|html|head|body|\?xml)/i.test(source)) return source.trim();
	const title = /<title[^>]*>([^<]*)<\/title>/i.exec(source)?.[1] ?? '';
	const body = source.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]+>/g, ' ');
	return (title.trim() || body.replace(/\s+/g, ' ').trim()).slice(0, 200);
}

/** The structured part of a body: `{error: {…}}`, `{error: "…"}`, `{errors: […]}`, `[{error}]`, `{detail}` or flat. */
function innermost(body: unknown): Json {
	const outer = record(Array.isArray(body) ? body[0] : body);
	const inner = outer.error ?? list(outer.errors)[0];
	if (isRecord(inner)) return inner;
	return typeof inner === 'string' ? {...outer, message: inner} : outer;
}

/** FastAPI lists one entry a field. */
const detailOf = (detail: unknown): string =>
	typeof detail === 'string'
		? detail
		: list(detail)
				.map(entry => {
					const {loc, msg} = record(entry);
					return [list(loc).join('.'), text(msg)].filter(part => part !== '').join(': ');
				})
				.join('; ');

/** What a relay was told by the provider behind it. */
function upstreamWords(inner: Json): string {
	const {raw} = record(inner.metadata);
	if (typeof raw !== 'string') return '';
	return text(innermost(parsed(raw)).message) || plain(raw);
}

function saidBy(inner: Json): string {
	const said =
		text(inner.message) ||
		text(inner.msg) ||
		detailOf(inner.detail) ||
		detailOf(record(inner.message).detail) ||
		text(inner.error_description) ||
		text(inner.Message) ||
		text(inner.title);
	const upstream = upstreamWords(inner);
	const plan = text(inner.plan_type);
	if (plan !== '') return `${said} (plan: ${plan})`;
	return upstream === '' || said.includes(upstream) ? said : `${said}: ${upstream}`;
}

const named = (value: unknown): string =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Google puts what matters into a list of details. */
function googleDetails(inner: Json): {
	readonly names: readonly string[];
	readonly retryInMs?: number;
} {
	const names: string[] = [];
	let retryInMs: number | undefined;
	for (const detail of list(inner.details).map(record)) {
		names.push(named(detail.reason));
		names.push(...list(detail.violations).map(violation => named(record(violation).quotaId)));
		const delay = /^([\d.]+)s$/.exec(text(detail.retryDelay))?.[1];
		if (delay === undefined) continue;
		names.push('RetryInfo');
		retryInMs = Number(delay) * 1000;
	}

	return retryInMs === undefined ? {names} : {names, retryInMs};
}

const units: Readonly<Record<string, number>> = {h: 3_600_000, m: 60_000, s: 1000, ms: 1};

/** "Please try again in 7m30.5s." */
function waitInWords(words: string): number | undefined {
	const span = /(?:try again|retry) (?:in|after) ((?:[\d.]+ ?(?:ms|h|m|s)(?![a-z]) ?)+)/i.exec(
		words,
	)?.[1];
	if (span === undefined) return undefined;
	let sum = 0;
	for (const [, amount, unit] of span.matchAll(/([\d.]+) ?(ms|h|m|s)/gi)) {
		sum += Number(amount) * (units[(unit ?? '').toLowerCase()] ?? 0);
	}

	return Number.isFinite(sum) ? Math.round(sum) : undefined;
}

function chainOf(error: unknown): readonly unknown[] {
	const chain: unknown[] = [];
	let at = error;
	while (isRecord(at) && chain.length < 8 && !chain.includes(at)) {
		chain.push(at);
		// A connection that was tried over several addresses failed once for each.
		at = at.cause ?? list(at.errors)[0];
	}

	return chain;
}

/** What was thrown, in the words of its deepest cause. */
function thrownWords(error: unknown): string {
	if (typeof error === 'string') return error;
	const chain = chainOf(error).filter(one => one instanceof Error);
	const [first] = chain;
	const last = chain.findLast(({message}) => message !== '');
	if (!first || !last || last === first) return first?.message ?? '';
	const code = named(record(last).code);
	const because =
		code === '' || last.message.includes(code) ? last.message : `${last.message} (${code})`;
	return first.message === '' ? because : `${first.message.replace(/\.$/, '')}: ${because}`;
}

/** The body, wherever it is: kept by us, in the frame itself, on the SDK's error or inside its message. */
function bodyOf(error: unknown, refusal: Refusal | undefined): unknown {
	if (refusal) return parsed(refusal.body) ?? plain(refusal.body);
	if (isRecord(error) && !(error instanceof Error)) return error;
	const {error: onError, message} = record(error);
	if (onError !== undefined) return onError;
	const at = text(message).indexOf('{');
	return at < 0 ? undefined : parsed(text(message).slice(at));
}

function statusOf(candidates: readonly unknown[]): number | undefined {
	return candidates
		.map(value => (typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value))
		.find((value): value is number => typeof value === 'number' && value >= 100 && value < 600);
}

/** When a used-up plan begins anew. */
function resetIn({resets_in_seconds: left, resets_at: at}: Json, now: number): number | undefined {
	if (typeof left === 'number') return left * 1000;
	return typeof at === 'number' ? Math.max(0, at * 1000 - now) : undefined;
}

type FactsContext = {
	readonly provider: string;
	readonly refusal?: Refusal;
	readonly now: number;
};

/** Reads a thrown thing, an error frame or a refusal. Never throws. */
export function factsOf(error: unknown, {provider, refusal, now}: FactsContext): FailureFacts {
	const body = bodyOf(error, refusal);
	const inner = innermost(body);
	const outer = record(body);
	const google = googleDetails(inner);
	const thrown = record(error);
	const errnos = chainOf(error).map(one => named(record(one).code));
	const amazon = refusal?.headers.get('x-amzn-errortype')?.split(':')[0];
	const codes = [inner.code, inner.type, inner.status, inner.reason, outer.code, outer.type]
		.concat(inner.__type, amazon)
		.map(named)
		.concat(google.names, errnos)
		.filter(name => name !== '');
	const said = typeof body === 'string' ? body : saidBy(inner);
	const words = said || (refusal ? '' : thrownWords(error)) || leftOver(body);
	const retryInMs = resetIn(inner, now) ?? google.retryInMs ?? waitInWords(words);
	const {headers} = thrown;
	return {
		provider,
		status: statusOf([refusal?.status, thrown.status, thrown.statusCode, inner.status, inner.code]),
		codes: [...new Set(codes)].join(' '),
		words: words.slice(0, longest),
		headers: refusal?.headers ?? (headers instanceof Headers ? headers : undefined),
		retryInMs,
		isEmpty: refusal?.body.trim() === '' || /\(no body\)/.test(words),
	};
}

/** A body that says nothing in words we know is shown as it is. */
const leftOver = (body: unknown): string =>
	isRecord(body) && Object.keys(body).length > 0 ? JSON.stringify(body) : '';
