import fs from 'node:fs';
import {
	continuationOf,
	type Harness,
	openExtensions,
	openHarness,
	openProject,
	type Places,
	type SettingsStore,
	silentInterface,
	thinkingLevels,
	type UserInterface,
} from '../harness/index.ts';
import {reasonOf} from '../lib/errors.ts';
import {piModules} from '../sdk/pi-modules/index.ts';
import type {Arguments} from './arguments.ts';
import {chooseTools, listOf, mayUse} from './choose-tools.ts';
import {settleFlags} from './extension-flags.ts';
import {loadedText} from './loaded-text.ts';
import {type SessionToOpen, sessionToOpen} from './open-flags.ts';
import type {Mode} from './pick-mode.ts';
import {complain} from './process-ends.ts';
import {sessionsFolder} from './sessions-folder.ts';
import {UsageError} from './usage-error.ts';

export type Surroundings = {
	readonly mode: Mode;
	readonly cwd: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly userHome: string;
	readonly places: Places;
	readonly settings: SettingsStore;
};

/** A text, or the content of the file it names. */
function textOrFile(value: string): string {
	try {
		return fs.statSync(value, {throwIfNoEntry: false})?.isFile()
			? fs.readFileSync(value, 'utf8').replace(/^\uFEFF/, '')
			: value;
	} catch (error) {
		// Too long or too odd for a path is a text; a file that is there and closed to us is not.
		if (value.includes('\n') || value.length > 255) return value;
		throw new UsageError(`${value} cannot be read: ${reasonOf(error)}.`, {cause: error});
	}
}

function promptFlags({flags}: Arguments) {
	const {'system-prompt': custom, 'append-system-prompt': added = []} = flags;
	return {
		...(custom === undefined ? {} : {systemPrompt: textOrFile(custom)}),
		...(added.length > 0 ? {addendum: added.map(textOrFile).join('\n\n')} : {}),
	};
}

function modelFlags({flags}: Arguments) {
	const {provider, model, models, thinking, 'api-key': apiKey} = flags;
	const level = thinkingLevels.find(name => name === thinking);
	return {
		...(provider === undefined ? {} : {provider}),
		...(model === undefined ? {} : {model}),
		...(models === undefined ? {} : {models: listOf(models)}),
		...(level === undefined ? {} : {level}),
		...(apiKey === undefined ? {} : {apiKey}),
	};
}

function namedResources({flags}: Arguments) {
	const named = (paths: readonly string[] | undefined, only: true | undefined) => ({
		paths: paths ?? [],
		only: only === true,
	});
	return {
		skills: named(flags.skill, flags['no-skills']),
		prompts: named(flags['prompt-template'], flags['no-prompt-templates']),
		themes: named(flags.theme, flags['no-themes']),
	};
}

/** Nobody to ask; what must be said goes to stderr, since stdout belongs to the answer. */
const complaining: UserInterface = {...silentInterface, notify: complain};

const withoutModel = {interactive: 'demo', rpc: 'wait', print: 'refuse', json: 'refuse'} as const;

/** One whose folder is gone goes on where we are, if the person wants it to. */
async function toContinue(
	{open, ...rest}: SessionToOpen,
	folder: Parameters<typeof continuationOf>[1],
): Promise<SessionToOpen> {
	if (open === undefined || rest.fork) return {...rest, ...(open === undefined ? {} : {open})};
	const next = await continuationOf(open, folder);
	if (!next) throw new UsageError('Cancelled: the session stays as it is.');
	return {...rest, open: next.file, ...(next.isCopied ? {fork: true} : {})};
}

/** From the command line to a session that can be prompted. */
export async function setUp(
	args: Arguments,
	surroundings: Surroundings,
	ui: UserInterface = complaining,
): Promise<Harness> {
	const {flags} = args;
	const {mode, cwd, environment, userHome, places, settings} = surroundings;
	const trustFlag = flags.approve ? true : flags['no-approve'] ? false : undefined;
	const project = await openProject({cwd, userHome, places, settings, trustFlag, ui});
	const extensions = await openExtensions({
		...{cwd, userHome, places, settings, project, ui},
		named: flags.extension ?? [],
		onlyNamed: flags['no-extensions'] === true,
		modules: piModules,
	});
	extensions.setFlags(settleFlags(args, extensions).flags);
	const brought = extensions.tools().map(({name}) => name);
	const sessions = sessionsFolder(flags['session-dir'], surroundings);
	const {notice, ...wanted} = await sessionToOpen(args, sessions, cwd);
	if (notice !== undefined) ui.notify(notice, 'warning');
	const toOpen = await toContinue(wanted, {cwd, sessions, ui, isNamed: true});
	const harness = await openHarness({
		cwd,
		userHome,
		places,
		environment,
		settings,
		project,
		extensions,
		ui,
		withoutModel: withoutModel[mode],
		flags: {
			...modelFlags(args),
			...promptFlags(args),
			tools: chooseTools(args, settings.get().defaultTools, brought),
			mayUse: name => mayUse(args, name),
			contextFiles: !flags['no-context-files'],
			named: namedResources(args),
		},
		sessions: flags['no-session'] ? undefined : sessions,
		...toOpen,
	});
	if (flags.name !== undefined) harness.session.setName(flags.name);
	if (flags.verbose) ui.notify(loadedText(harness));
	return harness;
}
