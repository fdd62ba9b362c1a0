import fs from 'node:fs';
import path from 'node:path';
import {
	expandHome,
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
import {sessionToOpen} from './open-flags.ts';
import type {Mode} from './pick-mode.ts';
import {complain} from './process-ends.ts';
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

/** The flag, else the environment, else the setting, else the folder of this working directory. */
function sessionsFolder({flags}: Arguments, surroundings: Surroundings): string {
	const {cwd, environment, userHome, places, settings} = surroundings;
	const setting = environment.BOUGH_SESSION_DIR ? '' : settings.get().sessionDir;
	const folder = flags['session-dir'] ?? setting;
	return folder === '' ? places.sessions : path.resolve(cwd, expandHome(folder, userHome));
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
	const sessions = sessionsFolder(args, surroundings);
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
		...(await sessionToOpen(args, sessions, cwd)),
	});
	if (flags.name !== undefined) harness.session.setName(flags.name);
	if (flags.verbose) ui.notify(loadedText(harness));
	return harness;
}
