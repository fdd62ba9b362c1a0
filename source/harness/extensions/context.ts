import type {Model, ThinkingLevel} from '../../ai/index.ts';
import type {CompactionResult} from '../events.ts';
import type {
	ExtensionCommandContext,
	ExtensionContext,
	ExtensionMode,
	ReplacedSessionContext,
} from './extension-api.ts';
import type {ExtensionUi} from './extension-ui.ts';
import type {ModelsView} from './models-view.ts';
import {outside} from './scope.ts';
import type {SessionView} from './session-view.ts';
import type {PromptFacts} from './shapes.ts';

export type ReplaceOptions = {
	readonly parentSession?: string;
	readonly setup?: (session: SessionView) => Promise<void> | void;
};

type WithSession = {
	readonly withSession?: (context: ReplacedSessionContext) => Promise<void> | void;
};

/** What the open session answers and does for contexts. */
export type ContextPort = {
	readonly mode: ExtensionMode;
	readonly hasUi: boolean;
	readonly cwd: string;
	readonly session: SessionView;
	readonly models: ModelsView;
	readonly scopedModels: readonly {readonly model: Model}[];
	model(): Model | undefined;
	level(): ThinkingLevel;
	signal(): AbortSignal | undefined;
	isIdle(): boolean;
	isTrusted(): boolean;
	hasPending(): boolean;
	abort(): void;
	shutdown(): void;
	usage(): {readonly tokens: number | null; readonly window: number};
	compact(instructions: string | undefined): Promise<CompactionResult>;
	systemPrompt(): string;
	promptFacts(): PromptFacts;
	waitForIdle(): Promise<void>;
	newSession(options: ReplaceOptions): Promise<boolean>;
	switchSession(file: string): Promise<boolean>;
	fork(entryId: string, position: 'before' | 'at'): Promise<boolean>;
	navigate(entryId: string, options: object): Promise<boolean>;
	reload(): Promise<void>;
};

export type ContextParts = {
	/** Throws when the context is stale or no session is open. */
	port(): ContextPort;
	readonly ui: ExtensionUi;
	/** Runs work with the context that the same extension has in the session that is open now. */
	inNewSession(work: (context: ReplacedSessionContext) => unknown): Promise<void>;
};

function usageOf(port: ContextPort) {
	const {tokens, window: contextWindow} = port.usage();
	if (contextWindow === 0) return undefined;
	return {tokens, contextWindow, percent: tokens === null ? null : (tokens / contextWindow) * 100};
}

/** `ctx`: everything is asked for anew at each use, and nothing is answered once the session is gone. */
export function createContext({port, ui}: Pick<ContextParts, 'port' | 'ui'>): ExtensionContext {
	return {
		ui,
		get mode() {
			return port().mode;
		},
		get hasUI() {
			return port().hasUi;
		},
		get cwd() {
			return port().cwd;
		},
		get sessionManager() {
			return port().session;
		},
		get modelRegistry() {
			return port().models;
		},
		get model() {
			return port().model();
		},
		get scopedModels() {
			return port().scopedModels;
		},
		get thinkingLevel() {
			return port().level();
		},
		get signal() {
			return port().signal();
		},
		isIdle: () => port().isIdle(),
		isProjectTrusted: () => port().isTrusted(),
		abort: () => outside(port().abort),
		hasPendingMessages: () => port().hasPending(),
		shutdown: () => outside(port().shutdown),
		getContextUsage: () => usageOf(port()),
		compact({customInstructions, onComplete, onError} = {}) {
			const {compact} = port();
			outside(() => compact(customInstructions)).then(
				result => onComplete?.(result),
				error => onError?.(error instanceof Error ? error : new Error(String(error))),
			);
		},
		getSystemPrompt: () => port().systemPrompt(),
	};
}

/** What commands may do besides: leave this session for another one. */
export function createCommandContext(parts: ContextParts): ExtensionCommandContext {
	const {port} = parts;
	async function replaced(work: () => Promise<boolean>, {withSession}: WithSession = {}) {
		const isDone = await outside(work);
		if (isDone && withSession) await outside(() => parts.inNewSession(withSession));
		return {cancelled: !isDone};
	}

	const own: Omit<ExtensionCommandContext, keyof ExtensionContext> = {
		getSystemPromptOptions: () => port().promptFacts(),
		waitForIdle: () => outside(port().waitForIdle),
		newSession: (options = {}) => replaced(() => port().newSession(options), options),
		switchSession: (file, options = {}) => replaced(() => port().switchSession(file), options),
		fork: (id, options = {}) =>
			replaced(() => port().fork(id, options.position ?? 'before'), options),
		navigateTree: (id, options = {}) => replaced(() => port().navigate(id, options)),
		reload: () => outside(port().reload),
	};
	return extend(createContext(parts), own);
}

/** The same object with more to it; its getters stay what they are. */
export function extend<A extends object, B extends object>(base: A, more: B): A & B {
	return Object.defineProperties(Object.create(base), Object.getOwnPropertyDescriptors(more));
}
