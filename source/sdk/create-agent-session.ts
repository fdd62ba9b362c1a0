import os from 'node:os';
import type {Model, ThinkingLevel} from '../ai/index.ts';
import {
	defaultTools,
	openHarness,
	type Project,
	silentInterface,
	toolFactories,
	type UserInterface,
} from '../harness/index.ts';
import {AgentSession, type ScopedModel} from './agent-session.ts';
import {ModelRuntime} from './model-runtime.ts';
import {placesOf} from './places.ts';
import {DefaultResourceLoader, type ResourceLoader, resourcesFrom} from './resource-loader.ts';
import {SessionManager} from './session-manager.ts';
import {SettingsManager} from './settings-manager.ts';
import {type ToolDefinition, toHarnessTool} from './tool-definition.ts';

export type CreateAgentSessionOptions = {
	/** Default: that of the process. */
	readonly cwd?: string;
	/** The home: settings, keys, sessions. Default: `$BOUGH_HOME`, else `~/.bough`. */
	readonly agentDir?: string;
	/** Whether files of the project count; default: as a person decided about this folder, else not. */
	readonly trust?: boolean;
	readonly modelRuntime?: ModelRuntime;
	/** Default: what the session had, else the settings, else the first provider that has a key. */
	readonly model?: Model;
	readonly thinkingLevel?: ThinkingLevel;
	/** The models that `cycleModel` goes through. */
	readonly scopedModels?: readonly ScopedModel[];
	readonly settingsManager?: SettingsManager;
	/** Default: a new session in the home. */
	readonly sessionManager?: SessionManager;
	readonly resourceLoader?: ResourceLoader;
	/** Names of the tools that are on; default: read, bash, edit, write and the custom ones. */
	readonly tools?: readonly string[];
	/** all: none is on; builtin: only the custom ones. */
	readonly noTools?: 'all' | 'builtin';
	readonly excludeTools?: readonly string[];
	readonly customTools?: readonly ToolDefinition[];
	/** Who is told and asked; default: nobody. */
	readonly ui?: UserInterface;
};

export type CreateAgentSessionResult = {
	readonly session: AgentSession;
	/** What the program should say: a model that was not there, a file that could not be read. */
	readonly notices: readonly string[];
	/** Why another model answers than the one that was wanted. */
	readonly modelFallbackMessage?: string;
};

function toolsFor(options: CreateAgentSessionOptions): readonly string[] {
	const {tools, noTools, excludeTools = [], customTools = []} = options;
	const own = customTools.map(({name}) => name);
	const usual = noTools === undefined ? [...defaultTools, ...own] : noTools === 'all' ? [] : own;
	const chosen = tools ?? usual;
	const known = [...Object.keys(toolFactories), ...own];
	const unknown = chosen.filter(name => !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(
			`There is no tool ${unknown.join(', ')}. These can be had: ${known.join(', ')}.`,
		);
	}

	return chosen.filter(name => !excludeTools.includes(name));
}

/** The loader has decided already what of the project counts. */
const decided = (isTrusted: boolean): Project => ({
	isTrusted: () => isTrusted,
	reload: async () => {},
	refresh: async () => true,
});

/** Everything that a session needs, made or taken as given. */
async function partsFor(options: CreateAgentSessionOptions, notify: (text: string) => void) {
	const cwd = options.cwd ?? options.sessionManager?.getCwd() ?? process.cwd();
	const places = placesOf(cwd, options.agentDir);
	const agentDir = places.home;
	const settingsManager =
		options.settingsManager ??
		SettingsManager.create(cwd, agentDir, {projectTrusted: options.trust === true});
	const resourceLoader =
		options.resourceLoader ??
		new DefaultResourceLoader({
			...{cwd, agentDir, settingsManager},
			...(options.trust === undefined ? {} : {trust: options.trust}),
		});
	if (!options.resourceLoader) {
		await resourceLoader.reload();
		for (const {message} of resourceLoader.getSkills().diagnostics) notify(message);
	}

	return {
		...{cwd, places, settingsManager, resourceLoader},
		sessionManager: options.sessionManager ?? SessionManager.create(cwd, places.sessions),
		modelRuntime: options.modelRuntime ?? (await ModelRuntime.create({agentDir})),
	};
}

/**
 * A session in one line. Nothing of an untrusted project is read or run. Without a model it opens, and prompts
 * are refused with a sentence that says how to connect one.
 */
export async function createAgentSession(
	options: CreateAgentSessionOptions = {},
): Promise<CreateAgentSessionResult> {
	const notices: string[] = [];
	const ui = options.ui ?? {...silentInterface, notify: (text: string) => void notices.push(text)};
	const parts = await partsFor(options, text => ui.notify(text, 'warning'));
	const {cwd, places, settingsManager, resourceLoader, sessionManager, modelRuntime} = parts;
	const harness = await openHarness({
		...{cwd, places, ui},
		userHome: os.homedir(),
		environment: process.env,
		settings: settingsManager.store(),
		project: decided(settingsManager.isProjectTrusted()),
		withoutModel: 'wait',
		flags: {
			...(options.thinkingLevel ? {level: options.thinkingLevel} : {}),
			tools: toolsFor(options),
			contextFiles: true,
			named: {skills: nothingNamed, prompts: nothingNamed, themes: nothingNamed},
		},
		sessions: sessionManager.isPersisted() ? sessionManager.getSessionDir() : undefined,
		own: {
			tree: sessionManager.tree(),
			models: modelRuntime.models(),
			...(options.model ? {model: options.model} : {}),
			tools: (options.customTools ?? []).map(toHarnessTool),
			resources: async () => resourcesFrom(resourceLoader),
		},
	});
	const {notice} = harness.choice;
	const session = new AgentSession({
		...{harness, sessionManager, settingsManager, modelRuntime, resourceLoader},
		scopedModels: options.scopedModels ?? [],
	});
	return {
		session,
		notices,
		...(notice === undefined ? {} : {modelFallbackMessage: notice}),
	};
}

const nothingNamed = {paths: [], only: false};
