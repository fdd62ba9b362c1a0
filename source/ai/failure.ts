import {IdleError} from '../lib/deadline.ts';
import {findProvider} from './catalog.ts';
import type {FailureCode, ModelFailure} from './events.ts';
import {type FailureFacts, factsOf, type Refusal} from './failure-facts.ts';
import {classify, mayRetry} from './failure-rules.ts';
import {ModelError} from './model-error.ts';

export type FailureContext = {
	readonly provider: string;
	readonly aborted?: boolean;
	/** What the server answered instead of a stream. */
	readonly refusal?: Refusal;
	/** Never to be shown, even if a server repeats them. */
	readonly secrets?: readonly (string | undefined)[];
	readonly now?: number;
};

/** Longer waits are named, so that whoever decides can ask. */
const longWaitMs = 60_000;

/** Seconds, a date, or milliseconds. What cannot be read counts as absent. */
function askedFor({headers, retryInMs}: FailureFacts, now: number): number | undefined {
	const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
	if (ms >= 0) return ms;
	const value = headers?.get('retry-after');
	if (!value) return retryInMs;
	const seconds = Number(value);
	if (seconds >= 0) return seconds * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? retryInMs : Math.max(0, date - now);
}

/** Seconds, minutes or hours, for people. */
function inWords(ms: number): string {
	if (ms < 120_000) return `${Math.ceil(ms / 1000)} s`;
	return ms < 7_200_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** Things that look like keys, for servers and libraries that repeat what they were sent. */
const keyLike =
	/\b(?:Bearer\s+[^\s,;"']{8,}|(?:sk|pk|rk|xai|gsk|hf|csk|nvapi|fw|key|gh[opsu])[-_][\w-]{12,}|AIza[\w-]{20,}|eyJ[\w-]{16,}\.[\w.-]+)/g;

function withoutSecrets(text: string, secrets: FailureContext['secrets']): string {
	const known = (secrets ?? []).filter(secret => secret !== undefined && secret.length >= 8);
	const clean = known.reduce<string>(
		(rest, secret) => rest.replaceAll(secret ?? '', '[key]'),
		text,
	);
	return clean.replace(keyLike, '[key]');
}

function advice(code: FailureCode, provider: string): string {
	if (code !== 'auth') return '';
	const names = findProvider(provider)?.env.join(' or ') ?? '';
	return names === ''
		? `Check the key of ${provider} in models.json.`
		: `Set ${names}, or use /login ${provider}.`;
}

/** How long it takes, where nobody waits without being asked. */
function waitFor(
	ms: number | undefined,
	{code, retryable}: Pick<ModelFailure, 'code' | 'retryable'>,
): string {
	if (ms === undefined || ms <= longWaitMs) return '';
	if (retryable) return `The server asks to wait ${inWords(ms)}.`;
	return code === 'quota' ? `It ends in ${inWords(ms)}.` : '';
}

const sentence = (parts: readonly string[]): string =>
	parts
		.filter(part => part !== '')
		.map((part, index, all) => (index < all.length - 1 ? `${part.replace(/[.\s]+$/, '')}. ` : part))
		.join('');

/** Any thrown thing, error frame or refusal to what it means. Never throws, never shows a key. */
export function toFailure(error: unknown, context: FailureContext): ModelFailure {
	const {provider, refusal, secrets, now = Date.now()} = context;
	if (context.aborted) return {code: 'aborted', message: 'Stopped', retryable: false};
	const known =
		error instanceof ModelError ? error.code : error instanceof IdleError ? 'stalled' : undefined;
	const facts = factsOf(error, {provider, now, ...(refusal ? {refusal} : {})});
	const kind = known === undefined ? classify(facts) : {code: known, retryable: mayRetry(known)};
	const {status} = facts;
	const asked = askedFor(facts, now);
	const should = facts.headers?.get('x-should-retry');
	const retryable = should === 'true' || (should !== 'false' && kind.retryable);
	const who = status === undefined ? provider : `${provider} (HTTP ${status})`;
	// Our own faults have said it all; their causes are for those who look for bugs.
	const words = error instanceof ModelError ? error.message : facts.words;
	const said = withoutSecrets(words, secrets) || 'no reason given';
	return {
		code: kind.code,
		message: sentence([
			`${who}: ${said}`,
			advice(kind.code, provider),
			waitFor(asked, {code: kind.code, retryable}),
		]),
		retryable,
		...(status === undefined ? {} : {status}),
		...(asked === undefined ? {} : {retryAfterMs: asked}),
	};
}
