import fs from 'node:fs';
import path from 'node:path';
import {Type} from 'typebox';
import type {ExtensionFactory} from '../../source/harness/extensions/extension-api.ts';
import {createExtensionHost, type ExtensionHost} from '../../source/harness/extensions/host.ts';
import {linkSession, type SessionLink} from '../../source/harness/extensions/session-link.ts';
import {
	createSessionStore,
	defineTool,
	type SessionStore,
	silentInterface,
	textResult,
	type UserInterface,
} from '../../source/harness/index.ts';
import {createSession, openSession} from '../../source/harness/session/open.ts';
import {type FakeModel, fakeModelRecord} from './fake-model.ts';
import {tempFolder} from './temp-folder.ts';
import {testSettings} from './test-session.ts';

export type ExtensionSession = {
	readonly session: SessionStore;
	readonly host: ExtensionHost;
	readonly link: SessionLink;
	readonly notices: string[];
	/** What was echoed by the tool `echo`. */
	readonly echoed: string[];
	ask(text: string): Promise<void>;
};

const echo = (echoed: string[]) =>
	defineTool({
		name: 'echo',
		description: 'Says it again',
		parameters: Type.Object({words: Type.String()}),
		capability: 'read',
		promptSnippet: '',
		async execute({words}) {
			echoed.push(words);
			return textResult(words);
		},
	});

/** A session with a scripted model, one tool, and extensions that are functions of the test. */
export async function extensionSession(
	model: FakeModel,
	factories: readonly ExtensionFactory[],
	ui: Partial<UserInterface> = {},
): Promise<ExtensionSession> {
	const cwd = tempFolder();
	const sessions = path.join(cwd, 'sessions');
	fs.mkdirSync(sessions);
	const notices: string[] = [];
	const echoed: string[] = [];
	const port: UserInterface = {...silentInterface, notify: text => notices.push(text), ...ui};
	const host = createExtensionHost({
		cwd,
		ui: port,
		find: () => ({sources: [], problems: []}),
		importer: async () => async () => undefined,
		inline: factories.map((factory, index) => ({name: `ext-${index + 1}`, factory})),
	});
	await host.load();
	let session: SessionStore | undefined;
	const open = () => {
		if (!session) throw new Error('not open');
		return session;
	};
	const registry = {available: () => ['fake'], modelsOf: async () => [fakeModelRecord]};
	const link = linkSession({
		host,
		registry: registry as never,
		session: open,
		resources: () => ({templates: [], skills: []}) as never,
		settings: () => ({}),
		isTrusted: () => false,
		promptOf: facts => `prompt with ${facts.promptGuidelines.join(' ')}`,
		facts: () => ({
			cwd,
			selectedTools: ['echo'],
			toolSnippets: {},
			promptGuidelines: [],
			contextFiles: [],
			skills: [],
		}),
		reload: async () => {
			await link.hooks.end('reload');
			await link.hooks.begin('reload');
		},
		mayUse: () => true,
		providers: host.shelf,
		forkAt: async id => (await open().fork(id)) !== undefined,
		navigate: async () => true,
		scopedModels: [],
	});
	const own = [echo(echoed)];
	session = createSessionStore({
		cwd,
		tree: createSession({cwd, sessions}),
		model: fakeModelRecord,
		level: 'off',
		access: {authorise: async () => ({})},
		get tools() {
			return [...own, ...host.tools()];
		},
		activeTools: link.activeTools(['echo']),
		systemPrompt: () => ({content: 'You are a test.', sections: {}}),
		hooks: link.hooks,
		promptFacts: link.promptFacts,
		expand: text => text,
		settings: () => testSettings,
		ui: port,
		sessions,
		shell: () => ({timeoutSeconds: 20}),
		newTree: () => createSession({cwd, sessions}),
		openTree: openSession,
		stream: model.stream,
	});
	link.open();
	await link.start({mode: 'tui', quit() {}});
	const store = session;
	return {
		session: store,
		host,
		link,
		notices,
		echoed,
		async ask(text) {
			await store.prompt(text);
			await store.waitForIdle();
		},
	};
}
