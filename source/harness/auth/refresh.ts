import {KeyError} from '../key-value.ts';
import type {AuthFile} from './auth-file.ts';
import {SignInError, type SignInFlow, type Tokens} from './sign-in-flow.ts';

/** Renewed when less than this is left, so that no request is sent with tokens that die on the way. */
const marginMs = 5 * 60_000;
const limitMs = 15_000;

export type Refresher = {
	/** Tokens that are valid for some time, 5 minutes without `leftMs`. Rejects with a sentence for people. */
	fresh(flow: SignInFlow, tokens: Tokens, leftMs?: number): Promise<Tokens>;
	/** Resolves when no renewal is under way: one that is cut off may have voided the old tokens. */
	settled(): Promise<void>;
};

type Parts = {readonly file: AuthFile; readonly now: () => number};

type Job = {readonly flow: SignInFlow; readonly isGood: (tokens: Tokens) => boolean};

const stored = (file: AuthFile, provider: string): Tokens | undefined => {
	const entry = file.entry(provider);
	return entry?.type === 'oauth' ? entry.tokens : undefined;
};

const again = (provider: string): string => `\`bough auth login ${provider}\` signs in again.`;

/** A network that fails is no reason to refuse what is valid still; a refusal is. */
function afterFailure(
	error: unknown,
	before: Tokens,
	{file, now, flow}: Parts & Pick<Job, 'flow'>,
) {
	const {provider, label} = flow;
	const isRefused = error instanceof SignInError && error.code === 'invalid_grant';
	const current = stored(file, provider);
	// A program that does not know our lock may have been faster.
	const other = current && current.refresh !== before.refresh ? current : undefined;
	const usable = isRefused ? other : (other ?? before);
	if (usable && usable.expires > now()) return usable;
	const why = error instanceof Error ? error.message : String(error);
	throw new KeyError(
		isRefused
			? `The sign-in to ${label} is no longer valid. ${again(provider)}`
			: `The sign-in to ${label} could not be renewed: ${why}`,
	);
}

async function renew(parts: Parts, {flow, isGood}: Job): Promise<Tokens> {
	const {file} = parts;
	const {provider, label, refresh} = flow;
	return file.locked(async put => {
		const tokens = stored(file, provider);
		if (!tokens) throw new KeyError(`You have signed out of ${label}. ${again(provider)}`);
		// Another process has done it while we waited.
		if (isGood(tokens)) return tokens;
		if (!refresh) throw new KeyError(`The sign-in to ${label} has expired. ${again(provider)}`);
		try {
			const next = await refresh(tokens, AbortSignal.timeout(limitMs));
			const env = file.entry(provider)?.env ?? {};
			put(provider, {type: 'oauth', ...next, ...(Object.keys(env).length > 0 ? {env} : {})});
			return next;
		} catch (error) {
			return afterFailure(error, tokens, {...parts, flow});
		}
	});
}

export function createRefresher(parts: Parts): Refresher {
	const running = new Map<string, Promise<Tokens>>();
	return {
		async fresh(flow, tokens, leftMs = marginMs) {
			const isGood = ({expires}: Tokens) => expires - parts.now() > leftMs;
			if (isGood(tokens) || (!flow.refresh && tokens.expires > parts.now())) return tokens;
			const {provider} = flow;
			const job = running.get(provider) ?? renew(parts, {flow, isGood});
			running.set(provider, job);
			try {
				return await job;
			} finally {
				if (running.get(provider) === job) running.delete(provider);
			}
		},
		async settled() {
			await Promise.allSettled(running.values());
		},
	};
}
