import path from 'node:path';
import type {FileProblem} from '../ai/index.ts';
import {openAuthFile} from './auth/auth-file.ts';
import {createFlowList, type FlowList} from './auth/flow-list.ts';
import {createKeys, type Key, type KeyQuestion} from './auth/keys.ts';
import {createRefresher} from './auth/refresh.ts';
import type {Access, SignInFlow, SignInResult, Tokens} from './auth/sign-in-flow.ts';
import {checkedKey, type Environment, KeyError, literalKey} from './key-value.ts';

/** Where access to a provider comes from. */
export type CredentialSource = {
	readonly kind: Key['kind'] | 'sign-in' | 'ambient';
	/** Such as `auth.json` or `$OPENAI_API_KEY`. */
	readonly from: string;
	/** Unix ms; of a sign-in. */
	readonly expires?: number;
};

/** Where access may come from, strongest first: the command line, auth.json, models.json, the environment. */
export type Credentials = {
	/** undefined: there is none. Runs nothing. */
	sourceOf(question: KeyQuestion): CredentialSource | undefined;
	/** Rejects with a sentence when access is named and cannot be had; renews what has less than `leftMs`. */
	accessFor(question: KeyQuestion, leftMs?: number): Promise<Access | undefined>;
	/** For this run only; stronger than everything else. undefined takes it back. */
	give(provider: string, key: string | undefined): void;
	/** Keeps a key, or what a sign-in brought, in auth.json, which nobody else may read. */
	store(provider: string, result: SignInResult, env?: Environment): Promise<void>;
	/** Takes what auth.json has for a provider away; false: there was nothing. */
	remove(provider: string): Promise<boolean>;
	/** Providers that auth.json has something for. */
	stored(): readonly string[];
	/** The environment as a provider sees it: with what auth.json says for it. */
	environmentFor(provider: string): Environment;
	/** Ways to sign in; extensions add theirs. */
	readonly flows: FlowList;
	/** Resolves when nothing is being renewed. */
	settled(): Promise<void>;
	readonly problems: readonly FileProblem[];
};

export type CredentialOptions = {
	readonly home: string;
	readonly environment: Environment;
	readonly flows?: FlowList;
	/** Default: auth.json in the home. */
	readonly file?: string;
	readonly now?: () => number;
};

const toAccess = ({kind, text}: Key): Access =>
	kind === 'key' ? {apiKey: text} : {headers: {authorization: `Bearer ${text}`}};

function ambientOf(
	{ambient = []}: KeyQuestion,
	variables: Environment,
): CredentialSource | undefined {
	const names = ambient.find(set => set.every(name => variables[name]));
	return names && {kind: 'ambient', from: names.map(name => `$${name}`).join(', ')};
}

function toValue(provider: string, result: SignInResult, env: Environment) {
	const variables = Object.keys(env).length > 0 ? {env} : {};
	if (result.type === 'oauth') return {type: 'oauth', ...result.tokens, ...variables};
	const key = checkedKey(result.key, {from: 'what was typed', provider});
	if (key === undefined) throw new KeyError('The key is empty.');
	return {type: 'api_key', key: literalKey(key), ...variables};
}

export function createCredentials(options: CredentialOptions): Credentials {
	const {home, environment, flows = createFlowList(), now = Date.now} = options;
	const file = openAuthFile(options.file ?? path.join(home, 'auth.json'));
	const refresher = createRefresher({file, now});
	const given = new Map<string, string>();
	const environmentFor = (id: string): Environment => ({...environment, ...file.entry(id)?.env});
	const keys = createKeys({file, given, environmentFor});

	function signedIn(provider: string): {flow: SignInFlow; tokens: Tokens} | undefined {
		const entry = given.has(provider) ? undefined : file.entry(provider);
		const flow = entry?.type === 'oauth' ? flows.get(provider) : undefined;
		return flow && entry?.type === 'oauth' ? {flow, tokens: entry.tokens} : undefined;
	}

	function sourceOf(question: KeyQuestion): CredentialSource | undefined {
		const session = signedIn(question.id);
		if (session) return {kind: 'sign-in', from: 'auth.json', expires: session.tokens.expires};
		const place = keys.place(question);
		if (place) return {kind: place.kind, from: place.from};
		return ambientOf(question, environmentFor(question.id));
	}

	async function accessFor(question: KeyQuestion, leftMs?: number): Promise<Access | undefined> {
		const session = signedIn(question.id);
		if (session) {
			const {flow, tokens} = session;
			return flow.toAccess(await refresher.fresh(flow, tokens, leftMs));
		}

		const key = await keys.find(question);
		if (key) return toAccess(key);
		return ambientOf(question, environmentFor(question.id)) && {};
	}

	return {
		problems: file.problems,
		flows,
		sourceOf,
		accessFor,
		give(provider, key) {
			if (key === undefined) given.delete(provider);
			else given.set(provider, key);
		},
		async store(provider, result, env = {}) {
			const value = toValue(provider, result, env);
			await file.locked(put => put(provider, value));
			keys.forget();
		},
		remove: provider =>
			file.locked(put => {
				const isThere = file.entry(provider) !== undefined;
				if (isThere) put(provider, undefined);
				return isThere;
			}),
		stored: file.providers,
		environmentFor,
		settled: refresher.settled,
	};
}
