import fs from 'node:fs';
import path from 'node:path';
import {demoModel, findLocalServers, type LocalServer, localServerUrls} from '../ai/index.ts';
import {openCredentials} from './auth/open-credentials.ts';
import {followFiles} from './follow-files.ts';
import type {Harness, HarnessOptions, Models} from './harness-options.ts';
import {join} from './join-extensions.ts';
import {chooseModel, type ModelChoice} from './model-choice.ts';
import {createModelRegistry, type ModelRegistry} from './model-registry.ts';
import {createModelSelection} from './model-selection.ts';
import type {SettingsStore} from './resources/settings.ts';
import {forkFile} from './session/copy.ts';
import {forkSession} from './session/fork.ts';
import {createSession, openSession} from './session/open.ts';
import {settingsAt} from './session/path-settings.ts';
import type {SessionTree} from './session/tree.ts';
import type {SessionSettings} from './session-options.ts';
import {createResources, type SessionResources, tell} from './session-resources.ts';
import {createSessionStore, type SessionStore} from './session-store.ts';
import {createToolEnvironment} from './session-tools.ts';
import {withWriter} from './shared-session.ts';
import {skillRefusal} from './skill-rules.ts';
import {buildSystemPrompt} from './system-prompt.ts';
import {createToolGate} from './tool-gate.ts';
import type {HarnessTool} from './tools/define-tool.ts';
import {createTools} from './tools/index.ts';
import type {UserInterface} from './user-interface.ts';

function toSessionSettings(settings: SettingsStore): SessionSettings {
	const {httpIdleTimeoutMs: idleTimeoutMs, ...rest} = settings.get();
	const {retry, compaction, branchSummary, steeringMode, followUpMode} = rest;
	return {retry, compaction, branchSummary, steeringMode, followUpMode, idleTimeoutMs};
}

function openTree({cwd, sessions, open, sessionId, fork, own}: HarnessOptions): SessionTree {
	if (own?.tree) return own.tree;
	if (open !== undefined) {
		const file = path.resolve(cwd, open);
		if (fork && sessions !== undefined) return openSession(forkFile(file, {cwd, sessions}));
		const tree = openSession(file);
		return fork ? forkSession(tree, tree.leafId(), {cwd, sessions}) : tree;
	}

	return createSession({cwd, sessions, ...(sessionId === undefined ? {} : {id: sessionId})});
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

type ModelsOptions = Pick<HarnessOptions, 'places' | 'environment' | 'ui'> & {
	readonly settings?: Pick<SettingsStore, 'get'>;
	/** Default: auth.json and models.json in the home. */
	readonly files?: {readonly auth?: string; readonly models?: string};
};

/** The keys and models of a home. */
export function openModels(options: ModelsOptions): Models {
	const {places, ui, files = {}} = options;
	const {auth, models} = files;
	const {home} = places;
	const credentials = openCredentials({
		...options,
		home,
		...(auth === undefined ? {} : {file: auth}),
	});
	const registry = createModelRegistry({
		home,
		credentials,
		...(models === undefined ? {} : {file: models}),
	});
	registry.add([demoModel]);
	tell(ui, [...credentials.problems, ...registry.problems]);
	return {credentials, registry};
}

/** For a server that somebody asked for; what is not there refuses at once, so this is seldom waited for. */
const wantedTimeoutMs = 1500;

/** Somebody who asks for a server by name means it, also offline: this machine is no network. */
function createServerSearch({settings, environment}: HarnessOptions, registry: ModelRegistry) {
	return async (isWanted = false): Promise<readonly LocalServer[]> => {
		const mayLook = settings.get().localServers && (isWanted || !environment.BOUGH_OFFLINE);
		const timeout = isWanted ? {timeoutMs: wantedTimeoutMs} : {};
		const urls = localServerUrls(environment);
		const servers = mayLook ? await findLocalServers({urls, ...timeout}) : [];
		registry.found(servers.flatMap(({models}) => models));
		return servers;
	};
}

function chooseFor(
	options: HarnessOptions,
	tree: SessionTree,
	{
		registry,
		findServers,
	}: Pick<Harness, 'registry'> & {
		findServers(isWanted: boolean): Promise<readonly LocalServer[]>;
	},
): Promise<ModelChoice> {
	const {flags, settings, withoutModel} = options;
	return chooseModel({
		registry,
		flags: {...flags, hasKey: flags.apiKey !== undefined},
		settings: settings.get(),
		...(options.own?.model ? {model: options.own.model} : {}),
		...(tree.size() === 0 ? {} : {restored: settingsAt(tree)}),
		localServers: findServers,
		withoutModel,
	});
}

/** What a skill does not allow is refused before anybody is asked. */
function createGate(
	{cwd, userHome, settings, ui}: HarnessOptions,
	resources: SessionResources,
	session: () => SessionStore | undefined,
) {
	const gate = createToolGate({
		rules: () => settings.get().permissions,
		ui,
		record: data =>
			session()?.tree().append({type: 'custom', customType: 'bough.permission', data}),
	});
	const rules = {
		cwd,
		userHome,
		skills: () => resources.get().skills,
		path: () => session()?.tree().path() ?? [],
	};
	return async (tool: HarnessTool, input: unknown) =>
		skillRefusal({toolName: tool.name, input}, rules) ?? gate(tool, input);
}

function withOwn(
	tools: readonly HarnessTool[],
	own: readonly HarnessTool[] = [],
): readonly HarnessTool[] {
	const names = new Set(own.map(({name}) => name));
	return [...tools.filter(({name}) => !names.has(name)), ...own];
}

/** Builds everything below a mode: settings to session. Throws a sentence for people when something is wrong. */
export async function openHarness(options: HarnessOptions): Promise<Harness> {
	const {cwd, settings, flags, ui, sessions, own} = options;
	checkHome(options);
	const {credentials, registry} = own?.models ?? openModels(options);
	const found = openTree(options);
	tellDamage(ui, found);
	options.extensions?.shelf.connect(registry);
	const copy = () => forkSession(found, found.leafId(), {cwd, sessions});
	const tree = (await withWriter(found, {ui, fork: copy})) ?? found;
	const findServers = createServerSearch(options, registry);
	const choice = await chooseFor(options, tree, {registry, findServers});
	if (flags.apiKey !== undefined && choice.model)
		credentials.give(choice.model.provider, flags.apiKey);
	const resources = await createResources(options);
	let session: SessionStore | undefined;
	const joined = join(options, {registry, resources, session: () => session});
	const {link, reload} = joined;
	const environment = createToolEnvironment(options, () => session);
	const {extensions: host} = options;
	const tools = withOwn(createTools(environment), own?.tools);
	const usual = flags.tools ?? settings.get().defaultTools;
	session = createSessionStore({
		cwd,
		tree,
		level: choice.level,
		...(choice.model ? {model: choice.model} : {}),
		access: registry,
		get tools() {
			return withOwn(tools, host?.tools());
		},
		activeTools: link?.activeTools(usual) ?? usual,
		systemPrompt: active => buildSystemPrompt(active, resources.prompt()),
		...(link ? {hooks: link.hooks, promptFacts: link.promptFacts, stream: link.stream} : {}),
		expand: resources.expand,
		settings: () => toSessionSettings(settings),
		ui,
		gate: createGate(options, resources, () => session),
		sessions,
		shell: environment.shell,
		newTree: () => createSession({cwd, sessions}),
		openTree: openSession,
	});
	link?.open();
	return {
		session,
		registry,
		credentials,
		choice,
		settings,
		selection: createModelSelection({session, registry, settings, scope: choice.scope}),
		findServers,
		resources: resources.get,
		reload,
		onRead: resources.onRead,
		followFiles: () => followFiles(options, resources),
		sessions,
		...(host && link ? {extensions: {host, link}} : {}),
	};
}
