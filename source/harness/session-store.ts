import type {AgentMessage} from '../agent/index.ts';
import type {ImageContent, Model, ThinkingLevel, Usage} from '../ai/index.ts';
import type {CompactionResult, SessionEvent} from './events.ts';
import type {SessionTree} from './session/tree.ts';
import type {HarnessTool} from './tools/define-tool.ts';

export type QueuedMessage = {readonly text: string; readonly images: readonly ImageContent[]};

export type Activity = 'idle' | 'running' | 'retrying' | 'compacting' | 'summarising';

/** Immutable; a new object for every change. */
export type HarnessState = {
	readonly sessionId: string;
	readonly sessionFile?: string;
	readonly sessionName?: string;
	readonly cwd: string;
	readonly model?: Model;
	readonly level: ThinkingLevel;
	readonly activeTools: readonly string[];
	readonly activity: Activity;
	readonly queue: {
		readonly steering: readonly QueuedMessage[];
		readonly followUp: readonly QueuedMessage[];
	};
	readonly retry?: {
		readonly attempt: number;
		readonly maxAttempts: number;
		/** Unix ms of the next attempt. */
		readonly until: number;
		readonly reason: string;
	};
	readonly usage: {readonly branch: Usage; readonly file: Usage};
	readonly context: {readonly tokens: number | null; readonly window: number};
};

/** started: a run begins; queued: delivered with the current run; handled: nothing for the model to do. */
export type Disposition = 'started' | 'queued' | 'handled';

export type PromptOptions = {
	readonly images?: readonly ImageContent[];
	/** What to do while a run is going; without it such a prompt is refused. */
	readonly whileRunning?: 'steer' | 'followUp';
	/** Default true: skills and templates are expanded. */
	readonly expand?: boolean;
};

/**
 * The one store that every mode drives: state, what is subscribed to, and what can be done.
 * It wires the agent loop, the session tree and compaction; it holds no logic of its own.
 */
export type SessionStore = {
	getState(): HarnessState;
	subscribe(listener: () => void): () => void;
	/** Events in order; an asynchronous listener is waited for, so it can hold the run back. */
	onEvent(listener: (event: SessionEvent) => void | Promise<void>): () => void;
	readonly tree: () => SessionTree;
	readonly tools: () => readonly HarnessTool[];
	/** What the model would be shown now. */
	messages(): readonly AgentMessage[];

	/** Resolves once accepted, not when the run is over (`waitForIdle`). */
	prompt(text: string, options?: PromptOptions): Promise<Disposition>;
	steer(text: string, images?: readonly ImageContent[]): Promise<Disposition>;
	followUp(text: string, images?: readonly ImageContent[]): Promise<Disposition>;
	/** Ends stream, tools, retry wait and compaction; resolves when idle. Queued messages stay queued. */
	abort(): Promise<void>;
	clearQueue(): {
		readonly steering: readonly QueuedMessage[];
		readonly followUp: readonly QueuedMessage[];
	};
	waitForIdle(): Promise<void>;

	setModel(model: Model): void;
	setThinkingLevel(level: ThinkingLevel): void;
	setActiveTools(names: readonly string[]): void;
	setName(name: string): void;
	newSession(): Promise<void>;
	openSession(path: string): Promise<void>;
	compact(instructions?: string): Promise<CompactionResult>;
	/** Saves what must be saved, ends what was started. */
	dispose(): Promise<void>;
};
