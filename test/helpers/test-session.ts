import type {Model} from '../../source/ai/index.ts';
import {
	createSessionStore,
	type SessionEvent,
	type SessionStore,
	silentInterface,
} from '../../source/harness/index.ts';
import {createSession, openSession} from '../../source/harness/session/open.ts';
import type {SessionTree} from '../../source/harness/session/tree.ts';
import type {SessionSettings} from '../../source/harness/session-options.ts';
import {createFileMemory} from '../../source/harness/tools/file-memory.ts';
import {createFileQueue} from '../../source/harness/tools/file-queue.ts';
import {createTools} from '../../source/harness/tools/index.ts';
import {type FakeModel, fakeModelRecord} from './fake-model.ts';

export type TestSession = {
	readonly session: SessionStore;
	readonly events: readonly SessionEvent[];
	/** What the person was told. */
	readonly notices: readonly string[];
	/** What was put into the editor. */
	readonly edited: readonly string[];
	/** Runs a prompt to its end. */
	ask(text: string): Promise<void>;
};

export const testSettings: SessionSettings = {
	retry: {enabled: true, maxRetries: 2, baseDelayMs: 1, maxAgentDelayMs: 50},
	compaction: {enabled: true, reserveTokens: 1000, keepRecentTokens: 50},
	branchSummary: {reserveTokens: 1000},
	steeringMode: 'one-at-a-time',
	followUpMode: 'one-at-a-time',
	idleTimeoutMs: 0,
};

/** A session in `cwd` with the real tools and a scripted model. */
export function testSession(
	model: FakeModel,
	cwd: string,
	options: {
		readonly tree?: SessionTree;
		readonly sessions?: string;
		readonly window?: number;
		readonly model?: Partial<Model>;
		readonly settings?: Partial<SessionSettings>;
		/** What a person answers to every question; without it nobody is there. */
		readonly answer?: string;
		readonly authorise?: () => Promise<{apiKey?: string}>;
	} = {},
): TestSession {
	const {sessions} = options;
	const events: SessionEvent[] = [];
	const notices: string[] = [];
	const edited: string[] = [];
	const shell = () => ({timeoutSeconds: 20});
	const session = createSessionStore({
		cwd,
		tree: options.tree ?? createSession({cwd, sessions}),
		model: {...fakeModelRecord, contextWindow: options.window ?? 200_000, ...options.model},
		level: 'off',
		access: {authorise: options.authorise ?? (async () => ({}))},
		tools: createTools({
			cwd,
			userHome: cwd,
			files: createFileMemory(),
			queue: createFileQueue(),
			shell,
			env: () => ({}),
			seesImages: () => true,
		}),
		activeTools: ['read', 'bash', 'edit', 'write'],
		systemPrompt: tools => ({
			content: 'You are a test.',
			sections: {tools: tools.map(({name}) => name).join(' ')},
		}),
		expand: text => text,
		settings: () => ({...testSettings, ...options.settings}),
		ui: {
			...silentInterface,
			canAsk: options.answer !== undefined,
			ask: async () => options.answer,
			notify: text => notices.push(text),
			setEditorText: text => edited.push(text),
		},
		sessions,
		shell,
		newTree: () => createSession({cwd, sessions}),
		openTree: openSession,
		stream: model.stream,
	});
	session.onEvent(event => {
		events.push(event);
	});
	return {
		session,
		events,
		notices,
		edited,
		async ask(text) {
			await session.prompt(text);
			await session.waitForIdle();
		},
	};
}
