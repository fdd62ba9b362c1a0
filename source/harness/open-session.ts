import path from 'node:path';
import {
	clampLevel,
	demoModel,
	findLocalServers,
	type Model,
	type ThinkingLevel,
	thinkingLevels,
} from '../ai/index.ts';
import {type Credentials, createCredentials} from './credentials.ts';
import {chooseModel, type ModelChoice} from './model-choice.ts';
import {createModelRegistry, type ModelRegistry} from './model-registry.ts';
import type {Places} from './paths.ts';
import {findContextFiles} from './resources/context-files.ts';
import type {SettingsStore} from './resources/settings.ts';
import {createSession, openSession} from './session/open.ts';
import {settingsOf} from './session/projection.ts';
import type {SessionTree} from './session/tree.ts';
import type {SessionSettings} from './session-options.ts';
import {createSessionStore, type SessionStore} from './session-store.ts';
import {buildSystemPrompt} from './system-prompt.ts';
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
		readonly tools?: readonly string[];
		readonly systemPrompt?: string;
		readonly addendum?: string;
		readonly contextFiles: boolean;
	};
	/** undefined: in memory only. */
	readonly sessions: string | undefined;
	/** The session to go on with; without it a new one begins. */
	readonly open?: string;
	readonly sessionId?: string;
};

export type Harness = {
	readonly session: SessionStore;
	readonly registry: ModelRegistry;
	readonly credentials: Credentials;
	readonly choice: ModelChoice;
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

function openTree({cwd, sessions, open, sessionId}: HarnessOptions): SessionTree {
	if (open !== undefined) return openSession(path.resolve(cwd, open));
	return createSession({cwd, sessions, ...(sessionId === undefined ? {} : {id: sessionId})});
}

/** What a session that is opened later was left with, as far as it can still be had at once. */
function restore(registry: ModelRegistry, models: ReadonlyMap<string, Model>) {
	return (tree: SessionTree) => {
		const {model: wanted, level: name} = settingsOf(tree.path());
		const model = wanted && models.get(`${wanted.provider}/${wanted.id}`);
		const level = thinkingLevels.find(known => known === name);
		void registry;
		return {
			...(model ? {model} : {}),
			...(level && model ? {level: clampLevel(model, level)} : {}),
		};
	};
}

const howToConnect =
	'Set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY in the environment, describe a provider in models.json, or run a model server such as Ollama on this machine.';

/** Nothing is configured: a server on this machine, else the demo where a person can see what it is. */
async function withoutKey(
	{withoutModel, environment, settings}: HarnessOptions,
	registry: ModelRegistry,
	choose: () => Promise<ModelChoice>,
): Promise<ModelChoice> {
	const mayLook = settings.get().localServers && !environment.BOUGH_OFFLINE;
	const servers = mayLook ? await findLocalServers() : [];
	registry.add(servers.flatMap(({models}) => models));
	const [server] = servers;
	if (server) {
		const notices = [`Found ${server.kind} at ${server.url}.`, ...server.warnings];
		return {...(await choose()), notice: notices.join('\n')};
	}

	if (withoutModel === 'wait') {
		return {model: undefined, level: 'off', notice: `No model is configured. ${howToConnect}`};
	}

	if (withoutModel === 'refuse')
		throw new NoModelError(
			`No model is configured. ${howToConnect} For a scripted demo: --model demo/script.`,
		);
	const notice = `No model is configured, so a demo answers: a fixed script, not an AI. ${howToConnect}`;
	return {model: demoModel, level: 'off', notice};
}

/** No model can be used, and nobody is there to choose one. */
export class NoModelError extends Error {
	override readonly name = 'NoModelError';
}

/** Builds everything below a mode: settings to session. Throws a sentence for people when something is wrong. */
export async function openHarness(options: HarnessOptions): Promise<Harness> {
	const {cwd, places, environment, settings, flags, ui} = options;
	const given =
		flags.apiKey === undefined
			? undefined
			: {provider: flags.provider ?? flags.model?.split('/')[0] ?? '', key: flags.apiKey};
	const credentials = createCredentials({
		home: places.home,
		environment,
		...(given ? {given} : {}),
	});
	const registry = createModelRegistry({home: places.home, credentials});
	for (const {path: file, line, message} of [...credentials.problems, ...registry.problems]) {
		ui.notify(`${file}${line === undefined ? '' : `, line ${line}`}: ${message}`, 'warning');
	}

	const tree = openTree(options);
	for (const {line, reason} of tree.problems) {
		ui.notify(
			`${tree.file ?? 'session'}, line ${line}: ${reason}; what it held is left out. The file as it was is kept beside it.`,
			'warning',
		);
	}

	registry.add([demoModel]);
	const restored = options.open === undefined ? {} : {restored: settingsOf(tree.path())};
	const choose = () => chooseModel({registry, flags, settings: settings.get(), ...restored});
	const choice =
		(await choose().then(found => found.model && found)) ||
		(await withoutKey(options, registry, choose));
	let session: SessionStore | undefined;
	const environmentOfTools = createToolEnvironment(options, () => session);
	const tools = createTools(environmentOfTools);
	const contextFiles = flags.contextFiles ? findContextFiles(places.home, cwd) : [];
	const parts = {
		cwd,
		contextFiles,
		skills: [],
		...(flags.systemPrompt === undefined ? {} : {custom: flags.systemPrompt}),
		...(flags.addendum === undefined ? {} : {addendum: flags.addendum}),
	};
	session = createSessionStore({
		cwd,
		tree,
		level: choice.level,
		...(choice.model ? {model: choice.model} : {}),
		access: registry,
		tools,
		activeTools: flags.tools ?? settings.get().defaultTools,
		systemPrompt: active => buildSystemPrompt(active, parts),
		expand: text => text,
		settings: () => toSessionSettings(settings),
		ui,
		sessions: options.sessions,
		shell: environmentOfTools.shell,
		newTree: () => createSession({cwd, sessions: options.sessions}),
		openTree: openSession,
		restore: restore(registry, new Map()),
	});
	const findModel = async (pattern: string) => {
		const {model} = await chooseModel({
			registry,
			flags: {model: pattern},
			settings: settings.get(),
		});
		if (!model) throw new Error(`There is no model "${pattern}".`);
		return model;
	};
	return {session, registry, credentials, choice, findModel};
}
