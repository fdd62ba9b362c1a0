import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem, Provider} from '../ai/index.ts';
import {parseConfig} from '../ai/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a key may come from, strongest first: the command line, auth.json, models.json, the environment. */
export type Credentials = {
	/** Without running anything: could there be a key? */
	hasKey(provider: KeyQuestion): boolean;
	/** The key itself. Throws when the command that gives it fails. */
	keyOf(provider: KeyQuestion): string | undefined;
	readonly problems: readonly FileProblem[];
};

export type KeyQuestion = {
	readonly id: string;
	/** What models.json says, as it stands there. */
	readonly configured?: string;
	readonly env: Provider['env'];
};

type Stored = {readonly key: string | undefined; readonly env: Readonly<Record<string, string>>};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

function readStore(home: string): {
	stored: ReadonlyMap<string, Stored>;
	problems: readonly FileProblem[];
} {
	const file = path.join(home, 'auth.json');
	if (!fs.existsSync(file)) return {stored: new Map(), problems: []};
	const {value, problems} = parseConfig(fs.readFileSync(file, 'utf8'), file);
	const stored = new Map<string, Stored>();
	for (const [id, entry] of Object.entries(value)) {
		if (!isRecord(entry)) continue;
		const env = isRecord(entry.env)
			? Object.entries(entry.env).filter(
					(pair): pair is [string, string] => typeof pair[1] === 'string',
				)
			: [];
		stored.set(id, {
			key: typeof entry.key === 'string' ? entry.key : undefined,
			env: Object.fromEntries(env),
		});
	}

	return {stored, problems};
}

/** `$NAME` and `${NAME}` from the environment, `!command`, `$$` and `$!` for the characters themselves. */
export function resolveValue(
	value: string,
	environment: Environment,
	run: (command: string) => string,
): string | undefined {
	if (value.startsWith('!')) return run(value.slice(1));
	let missing = false;
	const resolved = value.replace(/\$(?:[$!]|\{\w+\}|[A-Za-z_]\w*)/g, reference => {
		if (reference === '$$' || reference === '$!') return reference.slice(1);
		const found = environment[reference.replace(/^\$\{?|\}$/g, '')];
		if (found === undefined || found === '') missing = true;
		return found ?? reference;
	});
	return missing ? undefined : resolved;
}

function runForKey(command: string): string {
	try {
		return execFileSync('/bin/sh', ['-c', command], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
			timeout: 30_000,
		}).trim();
	} catch (error) {
		// The output may hold a key: only the command is named.
		throw new Error(`The command that gives the key failed: ${command.split(' ')[0]}`, {
			cause: error,
		});
	}
}

export function createCredentials(options: {
	readonly home: string;
	readonly environment: Environment;
	/** From the command line; for this run only. */
	readonly given?: {readonly provider: string; readonly key: string};
}): Credentials {
	const {home, environment, given} = options;
	const {stored, problems} = readStore(home);
	const commands = new Map<string, string>();
	const run = (command: string) => {
		const known = commands.get(command);
		if (known !== undefined) return known;
		const answer = runForKey(command);
		commands.set(command, answer);
		return answer;
	};
	const candidates = ({id, configured, env}: KeyQuestion): readonly string[] => {
		const entry = stored.get(id);
		const variables = env.flatMap(name => entry?.env[name] ?? environment[name] ?? []);
		const fromEnvironment = variables.find(value => value !== '');
		if (given?.provider === id) return [given.key];
		return [
			...(entry?.key === undefined ? [] : [entry.key]),
			...(configured === undefined ? [] : [configured]),
			...(fromEnvironment === undefined
				? []
				: [fromEnvironment.replaceAll('$', '$$$$').replace(/^!/, '$!')]),
		];
	};
	return {
		problems,
		hasKey: question =>
			candidates(question).some(
				value => value.startsWith('!') || resolveValue(value, environment, () => '') !== undefined,
			),
		keyOf(question) {
			for (const value of candidates(question)) {
				const key = resolveValue(value, environment, run);
				if (key !== undefined && key !== '') return key;
			}

			return undefined;
		},
	};
}
