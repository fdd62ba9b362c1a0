import type {ImageContent, Model, ThinkingLevel, Usage} from '../ai/index.ts';
import type {Holder} from './session/lease.ts';

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
	/** Another process writes the session; it can only be read here. */
	readonly otherWriter?: Holder;
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

export type BashResult = {
	readonly output: string;
	readonly exitCode?: number;
	readonly cancelled: boolean;
	readonly truncated: boolean;
	readonly fullOutputPath?: string;
};

/** started: a run begins; queued: delivered with the current run; handled: nothing for the model to do. */
export type Disposition = 'started' | 'queued' | 'handled';

export type PromptOptions = {
	readonly images?: readonly ImageContent[];
	/** What to do while a run is going; without it such a prompt is refused. */
	readonly whileRunning?: 'steer' | 'followUp';
	/** Who sent it; default: a person at the screen. */
	readonly source?: 'interactive' | 'rpc' | 'extension';
	/** Default true: skills and templates are expanded. */
	readonly expand?: boolean;
};
