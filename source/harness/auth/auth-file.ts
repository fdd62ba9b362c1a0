import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import {applyChanges, makePrivateFolder, readConfigFile} from '../config-file.ts';
import {withFileLock} from '../file-lock.ts';
import type {Environment} from '../key-value.ts';
import type {Tokens} from './sign-in-flow.ts';

/** What is kept for one provider. `env`: variables as this provider is to see them. */
export type AuthEntry =
	| {readonly type: 'api_key'; readonly key: string | undefined; readonly env: Environment}
	| {readonly type: 'oauth'; readonly tokens: Tokens; readonly env: Environment};

/** Keys and sign-ins on the disk. What other processes write is seen at the next question. */
export type AuthFile = {
	readonly path: string;
	entry(provider: string): AuthEntry | undefined;
	providers(): readonly string[];
	/** What is wrong with the file as it was found at the start. */
	readonly problems: readonly FileProblem[];
	/** Nobody else changes the file meanwhile. */
	locked<T>(work: (put: Put) => T | Promise<T>): Promise<T>;
};

/** undefined takes the entry away. */
type Put = (provider: string, value: unknown) => void;

type Json = Readonly<Record<string, unknown>>;

/** A renewal may hold the lock for as long as a server may take. */
const patienceMs = 20_000;

const toEnvironment = (value: unknown): Environment =>
	Object.fromEntries(
		Object.entries(isRecord(value) ? value : {}).flatMap(([name, text]) =>
			typeof text === 'string' ? [[name, text]] : [],
		),
	);

/** Without the fields that every entry may have. */
const withoutHead = ({type, env, ...tokens}: Json): Json => tokens;

function toTokens(value: Json): Tokens | undefined {
	const {access, refresh = '', expires = 0} = value;
	return typeof access === 'string' && typeof refresh === 'string' && typeof expires === 'number'
		? {...withoutHead(value), access, refresh, expires}
		: undefined;
}

function toEntry(value: Json): AuthEntry {
	const env = toEnvironment(value.env);
	const tokens = value.type === 'oauth' ? toTokens(value) : undefined;
	if (tokens) return {type: 'oauth', tokens, env};
	const key = value.type === 'api_key' && typeof value.key === 'string' ? value.key : undefined;
	return {type: 'api_key', key, env};
}

/** Somebody's careless copy; a secret that others could read should not stay so. */
function protect(file: string): readonly FileProblem[] {
	const mode = fs.statSync(file, {throwIfNoEntry: false})?.mode ?? 0;
	if (process.platform === 'win32' || (mode & 0o077) === 0) return [];
	const problem = (message: string) => [{path: file, line: undefined, message}];
	try {
		fs.chmodSync(file, 0o600);
		return problem('other users could read it; now it is private');
	} catch {
		// It belongs to somebody else: only they can change it, so it is said instead.
		return problem('other users can read it: `chmod 600` makes it private');
	}
}

/** Changes with every replacement of the file. */
function stampOf(file: string): string {
	const found = fs.statSync(file, {throwIfNoEntry: false});
	return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}

export function openAuthFile(file: string): AuthFile {
	let stamp: string | undefined;
	let entries = new Map<string, AuthEntry>();

	function read(): readonly FileProblem[] {
		stamp = stampOf(file);
		const {value, problems} = readConfigFile(file);
		entries = new Map(
			Object.entries(value).flatMap(([id, entry]) =>
				isRecord(entry) ? [[id, toEntry(entry)]] : [],
			),
		);
		return problems;
	}

	function current() {
		if (stampOf(file) !== stamp) read();
		return entries;
	}

	return {
		path: file,
		problems: [...read(), ...protect(file)],
		entry: provider => current().get(provider),
		providers: () => [...current().keys()],
		locked(work) {
			makePrivateFolder(path.dirname(file));
			const put: Put = (provider, value) => {
				applyChanges(file, [{path: [provider], value}], {mode: 0o600});
				read();
			};
			return withFileLock(
				file,
				() => {
					read();
					return work(put);
				},
				patienceMs,
			);
		},
	};
}
