import fs from 'node:fs';
import path from 'node:path';
import {
	findSession,
	type Harness,
	newestSession,
	openHarness,
	openSettings,
	placesFor,
	problemText,
	silentInterface,
	toolFactories,
	type UserInterface,
} from '../harness/index.ts';
import {nearestWord} from '../lib/nearest.ts';
import {type Arguments, levelFlag, textFlag} from './arguments.ts';
import type {Mode} from './pick-mode.ts';
import {UsageError} from './usage-error.ts';

export type Surroundings = {
	readonly cwd: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly userHome: string;
	readonly ui?: UserInterface;
	readonly mode: Mode;
};

/** A text, or the content of the file it names. */
const textOrFile = (value: string | undefined): string | undefined =>
	value !== undefined && fs.statSync(value, {throwIfNoEntry: false})?.isFile()
		? fs.readFileSync(value, 'utf8')
		: value;

const list = (value: string | undefined): readonly string[] =>
	(value ?? '')
		.split(',')
		.map(name => name.trim())
		.filter(name => name !== '');

function checkTools(names: readonly string[]): void {
	for (const name of names) {
		if (toolFactories[name]) continue;
		const near = nearestWord(name, Object.keys(toolFactories));
		throw new UsageError(`There is no tool "${name}".${near ? ` Did you mean ${near}?` : ''}`);
	}
}

/** Everything that is to be added to the prompt. */
function addendumOf({flags}: Arguments): string | undefined {
	const given = flags['append-system-prompt'];
	const parts = (Array.isArray(given) ? given : []).map(part => textOrFile(String(part)) ?? '');
	return parts.length > 0 ? parts.join('\n\n') : undefined;
}

/** Which tools are on: a list of its own, changes to the usual ones, or none. */
export function chooseTools(args: Arguments, usual: readonly string[]): readonly string[] {
	if (args.flags['no-tools'] === true) return [];
	const given = list(textFlag(args, 'tools'));
	const changes = given.filter(name => /^[+-]/.test(name));
	if (changes.length > 0 && changes.length < given.length) {
		throw new UsageError('--tools takes either names or changes (+name, -name), not both.');
	}

	const excluded = list(textFlag(args, 'exclude-tools'));
	const names = given.map(name => name.replace(/^[+-]/, ''));
	checkTools([...names, ...excluded]);
	const added = changes.filter(name => name.startsWith('+')).map(name => name.slice(1));
	const removed = new Set([
		...changes.filter(name => name.startsWith('-')).map(name => name.slice(1)),
		...excluded,
	]);
	const base = given.length > 0 && changes.length === 0 ? given : [...usual, ...added];
	return [...new Set(base)].filter(name => !removed.has(name));
}

/** The file of the session the command line asks for; undefined: a new one. */
async function sessionToOpen(
	args: Arguments,
	sessions: string,
	cwd: string,
): Promise<string | undefined> {
	if (args.flags.continue === true) return newestSession(sessions, cwd);
	const wanted = textFlag(args, 'session') ?? textFlag(args, 'fork');
	const id = textFlag(args, 'session-id');
	if (wanted === '' || id === '') throw new UsageError('A session needs a path or an id.');
	if (
		wanted !== undefined &&
		fs.statSync(path.resolve(cwd, wanted), {throwIfNoEntry: false})?.isFile()
	)
		return path.resolve(cwd, wanted);
	const found = (wanted ?? id) ? await findSession(sessions, cwd, wanted ?? id ?? '') : undefined;
	if (wanted !== undefined && found === undefined) {
		throw new UsageError(
			`There is no session "${wanted}" in ${sessions}. \`bough --resume\` lists sessions.`,
		);
	}

	return found;
}

function checkConflicts({flags}: Arguments): void {
	const on = ['continue', 'resume', 'session', 'session-id', 'fork', 'no-session'].filter(
		name => flags[name] !== undefined && flags[name] !== false,
	);
	if (on.length > 1) throw new UsageError(`--${on[0]} and --${on[1]} cannot be used together.`);
	if (flags.provider !== undefined && flags.model === undefined) {
		throw new UsageError('--provider needs --model.');
	}
}

/** Nobody to ask; what must be said goes to stderr, since stdout belongs to the answer. */
const complaining: UserInterface = {
	...silentInterface,
	notify: text => process.stderr.write(`bough: ${text}\n`),
};

const withoutModel = {interactive: 'demo', rpc: 'wait', print: 'refuse', json: 'refuse'} as const;

/** From the command line to a session that can be prompted. */
export async function setUp(args: Arguments, surroundings: Surroundings): Promise<Harness> {
	checkConflicts(args);
	const {cwd, environment, userHome, ui = complaining} = surroundings;
	const places = placesFor(cwd, environment, userHome);
	const settings = openSettings({home: places.home});
	for (const problem of settings.problems) ui.notify(problemText(problem), 'warning');

	const folder = textFlag(args, 'session-dir') ?? settings.get().sessionDir;
	const sessions = folder === '' ? places.sessions : path.resolve(cwd, folder);
	const open = await sessionToOpen(args, sessions, cwd);
	const sessionId = textFlag(args, 'session-id');
	const level = levelFlag(args);
	const optional = {
		provider: textFlag(args, 'provider'),
		model: textFlag(args, 'model'),
		apiKey: textFlag(args, 'api-key'),
		systemPrompt: textOrFile(textFlag(args, 'system-prompt')),
		addendum: addendumOf(args),
	};
	const harness = await openHarness({
		cwd,
		userHome,
		places,
		environment,
		settings,
		ui,
		withoutModel: withoutModel[surroundings.mode],
		flags: {
			...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
			...(level ? {level} : {}),
			tools: chooseTools(args, settings.get().defaultTools),
			contextFiles: args.flags['no-context-files'] !== true,
		},
		sessions: args.flags['no-session'] === true ? undefined : sessions,
		...(open === undefined ? {} : {open}),
		...(open === undefined && sessionId !== undefined ? {sessionId} : {}),
		fork: args.flags.fork !== undefined,
	});
	const name = textFlag(args, 'name');
	if (name !== undefined) harness.session.setName(name);
	return harness;
}
