import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../ai/index.ts';
import {changeConfigFile, readConfigFile} from './config-file.ts';
import {
	checkedKey,
	type Environment,
	fillIn,
	isCommand,
	type KeySource,
	runKeyCommand,
} from './key-value.ts';

export type KeyQuestion = {
	/** Of the provider. */
	readonly id: string;
	/** What models.json says, as it stands there. */
	readonly configured?: string;
	/** Variables that may hold the key; the first that is set counts. */
	readonly env: readonly string[];
};

/** Where a key may come from, strongest first: the command line, auth.json, models.json, the environment. */
export type Credentials = {
	/** Could there be a key? Runs nothing. */
	hasKey(question: KeyQuestion): boolean;
	/** Rejects with a sentence when a key is named and cannot be had. */
	keyFor(question: KeyQuestion): Promise<string | undefined>;
	/** For this run only; stronger than everything else. undefined takes it back. */
	give(provider: string, key: string | undefined): void;
	/** Keeps a key in auth.json, which nobody else may read. */
	store(provider: string, key: string): Promise<void>;
	/** Takes what auth.json has for a provider away; false: there was nothing. */
	remove(provider: string): Promise<boolean>;
	/** The environment as a provider sees it: with what auth.json says for it. */
	environmentFor(provider: string): Environment;
	readonly problems: readonly FileProblem[];
};

type Entry = {readonly key: string | undefined; readonly env: Environment};
type Candidate = KeySource & {
	readonly value: string;
	/** auth.json: once for the process; models.json: anew for each request. */
	readonly isCached: boolean;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

const toEntry = (value: Readonly<Record<string, unknown>>): Entry => ({
	// Other types, such as oauth, are kept in the file and are no keys.
	key: value.type === 'api_key' && typeof value.key === 'string' ? value.key : undefined,
	env: Object.fromEntries(
		Object.entries(isRecord(value.env) ? value.env : {}).flatMap(([name, text]) =>
			typeof text === 'string' ? [[name, text]] : [],
		),
	),
});

/** Somebody's careless copy; a secret that others could read should not stay so. */
function protect(file: string): readonly FileProblem[] {
	const mode = fs.statSync(file, {throwIfNoEntry: false})?.mode ?? 0;
	if (process.platform === 'win32' || (mode & 0o077) === 0) return [];
	try {
		fs.chmodSync(file, 0o600);
		return [{path: file, line: undefined, message: 'other users could read it; now it is private'}];
	} catch {
		// It belongs to somebody else: only they can change it, so it is said instead.
		return [
			{
				path: file,
				line: undefined,
				message: 'other users can read it: `chmod 600` makes it private',
			},
		];
	}
}

function readEntries(file: string) {
	const {value, problems} = readConfigFile(file);
	const entries = Object.entries(value).flatMap(([id, entry]): readonly [string, Entry][] =>
		isRecord(entry) ? [[id, toEntry(entry)]] : [],
	);
	return {entries: new Map(entries), problems};
}

export function createCredentials({
	home,
	environment,
	file = path.join(home, 'auth.json'),
}: {
	readonly home: string;
	readonly environment: Environment;
	/** Default: auth.json in the home. */
	readonly file?: string;
}): Credentials {
	let {entries, problems} = readEntries(file);
	const given = new Map<string, string>();
	const commands = new Map<string, Promise<string>>();

	const environmentFor = (id: string): Environment => ({...environment, ...entries.get(id)?.env});

	function candidates({id: provider, configured, env}: KeyQuestion): readonly Candidate[] {
		const own = given.get(provider);
		const stored = entries.get(provider)?.key;
		const variables = environmentFor(provider);
		const name = env.find(each => variables[each]);
		const candidate = (value: string | undefined, from: string, isCached: boolean) =>
			value === undefined ? [] : [{provider, value, from, isCached}];
		return own === undefined
			? [
					...candidate(stored, 'auth.json', true),
					...candidate(configured, 'models.json', false),
					...candidate(name === undefined ? undefined : `\${${name}}`, `$${name}`, false),
				]
			: candidate(own.replaceAll('$', '$$$$').replace(/^!/, '$!'), '--api-key', false);
	}

	function command(candidate: Candidate): Promise<string> {
		const {provider, value, isCached} = candidate;
		const name = `${provider} ${value}`;
		const running =
			(isCached ? commands.get(name) : undefined) ??
			runKeyCommand(value, environmentFor(provider), candidate);
		if (isCached) commands.set(name, running);
		return running;
	}

	async function keyFor(question: KeyQuestion): Promise<string | undefined> {
		for (const candidate of candidates(question)) {
			const {value, provider} = candidate;
			const text = isCommand(value)
				? await command(candidate)
				: fillIn(value, environmentFor(provider));
			const key = text === undefined ? undefined : checkedKey(text, candidate);
			if (key !== undefined) return key;
		}

		return undefined;
	}

	async function change(provider: string, value: unknown): Promise<void> {
		await changeConfigFile(file, [{path: [provider], value}], {mode: 0o600});
		({entries, problems} = readEntries(file));
	}

	return {
		problems: [...problems, ...protect(file)],
		hasKey: question =>
			candidates(question).some(
				({value, provider}) => isCommand(value) || fillIn(value, environmentFor(provider)),
			),
		keyFor,
		give(provider, key) {
			if (key === undefined) given.delete(provider);
			else given.set(provider, key);
		},
		store: (provider, key) => change(provider, {type: 'api_key', key}),
		async remove(provider) {
			const isThere = readConfigFile(file).value[provider] !== undefined;
			if (isThere) await change(provider, undefined);
			return isThere;
		},
		environmentFor,
	};
}
