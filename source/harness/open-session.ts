import fs from 'node:fs';
import path from 'node:path';
import {
	demoModel,
	type FileProblem,
	findLocalServers,
	localServerUrls,
	type Model,
	type ThinkingLevel,
} from '../ai/index.ts';
import {openCredentials} from './auth/open-credentials.ts';
import {problemText} from './config-file.ts';
import type {Credentials} from './credentials.ts';
import {chooseModel, findModel, type ModelChoice} from './model-choice.ts';
import {createModelRegistry, type ModelRegistry} from './model-registry.ts';
import {type Places, packageFolder} from './paths.ts';
import type {Project} from './project.ts';
import {type LoadOptions, loadResources, type Resources} from './resources/load.ts';
import {expandPrompt} from './resources/prompts.ts';
import type {SettingsStore} from './resources/settings.ts';
import {expandSkill} from './resources/skills.ts';
import {forkFile} from './session/copy.ts';
import {forkSession} from './session/fork.ts';
import {createSession, openSession} from './session/open.ts';
import {settingsAt} from './session/path-settings.ts';
import type {SessionTree} from './session/tree.ts';
import type {SessionSettings} from './session-options.ts';
import {createSessionStore, type SessionStore} from './session-store.ts';
import {buildSystemPrompt, type PromptParts} from './system-prompt.ts';
import {createFileMemory} from './tools/file-memory.ts';
import {createFileQueue} from './tools/file-queue.ts';
import {createTools} from './tools/index.ts';
import type {UserInterface} from './user-interface.ts';

export type HarnessOptions = {
	readonly cwd: string;
	readonly userHome: string;
	readonly places: Places;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly settings: SettingsStore;
	readonly ui: UserInterface;
	/** When nothing can answer: show the demo, refuse to start, or start and refuse prompts. */
	readonly withoutModel: 'demo' | 'refuse' | 'wait';
	readonly flags: {
		readonly provider?: string;
		readonly model?: string;
		readonly apiKey?: string;
		readonly level?: ThinkingLevel;
		/** Patterns of the models to cycle through. */
		readonly models?: readonly string[];
		readonly tools?: readonly string[];
		readonly systemPrompt?: string;
		readonly addendum?: string;
		readonly contextFiles: boolean;
		/** Skills, slash prompts and themes of the command line. */
		readonly named: LoadOptions['named'];
	};
	/** `settings` has the project's settings when it is trusted. */
	readonly project: Project;
	/** undefined: in memory only. */
	readonly sessions: string | undefined;
	/** The session to go on with; without it a new one begins. */
	readonly open?: string;
	readonly sessionId?: string;
	/** Goes on in a copy of `open`. */
	readonly fork?: boolean;
};

export type Harness = {
	readonly session: SessionStore;
	readonly registry: ModelRegistry;
	readonly credentials: Credentials;
	readonly choice: ModelChoice;
	/** Skills, slash prompts, themes and instructions, as they were read last. */
	resources(): Resources;
	/** Reads them again; the next request says what changed. */
	reload(): Promise<void>;
	/** Folder of all sessions; undefined: this one is in memory only. */
	readonly sessions: string | undefined;
	/** By name or part of one; throws a sentence when there is none. */
	findModel(pattern: string): Promise<Model>;
};

function toSessionSettings(settings: SettingsStore): SessionSettings {
	const {retry, compaction, steeringMode, followUpMode, httpIdleTimeoutMs} = settings.get();
	return {retry, compaction, steeringMode, followUpMode, idleTimeoutMs: httpIdleTimeoutMs};
}

/** Variables by which a command can tell where it runs. */
function commandEnvironment(
	session: () => SessionStore | undefined,
): Readonly<Record<string, string>> {
	const state = session()?.getState();
	const {sessionFile, model} = state ?? {};
	return {
		BOUGH: '1',
		AI_AGENT: 'bough',
		...(state
			? {
					BOUGH_SESSION_ID: state.sessionId,
					PI_SESSION_ID: state.sessionId,
					PI_REASONING_LEVEL: state.level,
				}
			: {}),
		...(sessionFile ? {BOUGH_SESSION_FILE: sessionFile, PI_SESSION_FILE: sessionFile} : {}),
		...(model ? {PI_PROVIDER: model.provider, PI_MODEL: model.id} : {}),
	};
}

function createToolEnvironment(options: HarnessOptions, session: () => SessionStore | undefined) {
	return {
		cwd: options.cwd,
		userHome: options.userHome,
		files: createFileMemory(),
		queue: createFileQueue(),
		shell: () => {
			const {shellPath, shellCommandPrefix, shellTimeoutSeconds} = options.settings.get();
			return {
				timeoutSeconds: shellTimeoutSeconds,
				...(shellPath === '' ? {} : {path: shellPath}),
				...(shellCommandPrefix === '' ? {} : {commandPrefix: shellCommandPrefix}),
			};
		},
		env: () => commandEnvironment(session),
		seesImages: () => session()?.getState().model?.input.includes('image') ?? true,
	};
}

function openTree({cwd, sessions, open, sessionId, fork}: HarnessOptions): SessionTree {
	if (open !== undefined) {
		const file = path.resolve(cwd, open);
		if (fork && sessions !== undefined) return openSession(forkFile(file, {cwd, sessions}));
		const tree = openSession(file);
		return fork ? forkSession(tree, tree.leafId(), {cwd, sessions}) : tree;
	}

	return createSession({cwd, sessions, ...(sessionId === undefined ? {} : {id: sessionId})});
}

function tell(ui: UserInterface, problems: readonly FileProblem[]): void {
	for (const problem of problems) ui.notify(problemText(problem), 'warning');
}

function tellDamage(ui: UserInterface, {problems, file = 'session'}: SessionTree): void {
	const left = 'what it held is left out. Its bytes are kept beside the file.';
	for (const {line, reason} of problems) {
		ui.notify(`${file}, line ${line}: ${reason}; ${left}`, 'warning');
	}
}

/** Better said now than after the first prompt was written. */
function checkHome({sessions, ui}: HarnessOptions): void {
	if (sessions === undefined) return;
	try {
		fs.mkdirSync(sessions, {recursive: true, mode: 0o700});
		fs.accessSync(sessions, fs.constants.W_OK);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		ui.notify(
			`Sessions cannot be kept in ${sessions}: ${why}. --session-dir names another folder, --no-session does without.`,
			'error',
		);
	}
}

function openRegistry(options: HarnessOptions) {
	const {places, ui} = options;
	const credentials = openCredentials({...options, home: places.home});
	const registry = createModelRegistry({home: places.home, credentials});
	registry.add([demoModel]);
	tell(ui, [...credentials.problems, ...registry.problems]);
	return {credentials, registry};
}

function chooseFor(
	options: HarnessOptions,
	registry: ModelRegistry,
	tree: SessionTree,
): Promise<ModelChoice> {
	const {flags, settings, withoutModel, environment} = options;
	const mayLook = settings.get().localServers && !environment.BOUGH_OFFLINE;
	return chooseModel({
		registry,
		flags: {...flags, hasKey: flags.apiKey !== undefined},
		settings: settings.get(),
		...(options.open === undefined ? {} : {restored: settingsAt(tree)}),
		localServers: async () =>
			mayLook ? findLocalServers({urls: localServerUrls(environment)}) : [],
		withoutModel,
	});
}

/** The prompt of these resources; the command line is stronger than files. */
function promptParts({cwd, flags}: HarnessOptions, resources: Resources): PromptParts {
	const custom = flags.systemPrompt ?? resources.systemPrompt;
	const addendum = flags.addendum ?? resources.addendum;
	return {
		cwd,
		packageFolder: packageFolder(),
		contextFiles: resources.contextFiles,
		skills: resources.skills.filter(({isHidden}) => !isHidden),
		...(custom === undefined ? {} : {custom}),
		...(addendum === undefined ? {} : {addendum}),
	};
}

/** Reads them again when asked, so that a session goes on with what the files say now. */
async function createResources(options: HarnessOptions) {
	const {flags, ui, project} = options;
	const load = async () => {
		const {contextFiles, named} = flags;
		const loaded = await loadResources({
			...options,
			packageFolder: packageFolder(),
			isTrusted: project.isTrusted(),
			contextFiles,
			named,
		});
		tell(ui, loaded.problems);
		return loaded;
	};
	let resources = await load();
	let prompt = promptParts(options, resources);
	return {
		get: () => resources,
		prompt: () => prompt,
		expand: (text: string) =>
			expandPrompt(expandSkill(text, resources.skills), resources.templates),
		async reload() {
			await project.reload();
			resources = await load();
			prompt = promptParts(options, resources);
		},
	};
}

/** Builds everything below a mode: settings to session. Throws a sentence for people when something is wrong. */
export async function openHarness(options: HarnessOptions): Promise<Harness> {
	const {cwd, settings, flags, ui, sessions} = options;
	checkHome(options);
	const {credentials, registry} = openRegistry(options);
	const tree = openTree(options);
	tellDamage(ui, tree);
	const choice = await chooseFor(options, registry, tree);
	if (flags.apiKey !== undefined && choice.model)
		credentials.give(choice.model.provider, flags.apiKey);
	const resources = await createResources(options);
	let session: SessionStore | undefined;
	const environment = createToolEnvironment(options, () => session);
	session = createSessionStore({
		cwd,
		tree,
		level: choice.level,
		...(choice.model ? {model: choice.model} : {}),
		access: registry,
		tools: createTools(environment),
		activeTools: flags.tools ?? settings.get().defaultTools,
		systemPrompt: active => buildSystemPrompt(active, resources.prompt()),
		expand: resources.expand,
		settings: () => toSessionSettings(settings),
		ui,
		sessions,
		shell: environment.shell,
		newTree: () => createSession({cwd, sessions}),
		openTree: openSession,
	});
	const find = async (pattern: string) => (await findModel(registry, pattern)).model;
	return {
		session,
		registry,
		credentials,
		choice,
		findModel: find,
		resources: resources.get,
		reload: resources.reload,
		sessions,
	};
}
