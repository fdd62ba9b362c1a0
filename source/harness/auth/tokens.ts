import {type Ask, demand, type Json, numberOf, textOf} from './authority.ts';
import {SignInError, type Tokens} from './sign-in-flow.ts';

const usualLifeSeconds = 3600;

/** The answer of a token endpoint. A server that sends no new refresh token means the old one. */
export function toTokens(
	{access_token, refresh_token, expires_in}: Json,
	{now, before}: {readonly now: number; readonly before?: Tokens},
): Tokens {
	const access = textOf(access_token);
	const refresh = textOf(refresh_token) ?? before?.refresh;
	if (access === undefined || refresh === undefined)
		throw new SignInError('The server sent no tokens.');
	const seconds = numberOf(expires_in) ?? usualLifeSeconds;
	return {...before, access, refresh, expires: now + seconds * 1000};
}

type Grant = Pick<Ask, 'url' | 'fetch' | 'signal'> & {
	readonly form: Readonly<Record<string, string>>;
	readonly now: number;
	readonly before?: Tokens;
};

/** Exchanges a code, or a refresh token, for tokens (RFC 6749). */
export const grant = async ({now, before, ...question}: Grant): Promise<Tokens> =>
	toTokens(await demand(question), {now, ...(before ? {before} : {})});

/** What a token says about itself. It is not verified: who sent it is the one who would be asked. */
export function claimsOf(token: string): Json {
	try {
		const [, payload = ''] = token.split('.');
		const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
		return typeof value === 'object' && value !== null ? {...value} : {};
	} catch {
		// Not every token can be read.
		return {};
	}
}
