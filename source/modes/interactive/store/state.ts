import type {Activity, BashExecutionMessage, HarnessState} from '../../../harness/index.ts';
import type {Suggestions} from '../completion/suggestion.ts';
import type {ComposerState} from './composer.ts';
import type {ExtensionsState} from './extensions.ts';

export type ToolStatus = 'pending' | 'running' | 'done' | 'failed';

/** What the transcript shows, one item after the other. A settled item never changes; a new one replaces it. */
export type TranscriptItem =
	| {readonly kind: 'user'; readonly id: string; readonly text: string; readonly images: number}
	| {
			readonly kind: 'assistant';
			readonly id: string;
			readonly text: string;
			readonly thinking: string;
			/** Set when the answer did not end well. */
			readonly problem?: string;
	  }
	| {
			readonly kind: 'tool';
			readonly id: string;
			readonly callId: string;
			readonly name: string;
			readonly args: Readonly<Record<string, unknown>>;
			readonly status: ToolStatus;
			readonly output: string;
			readonly details?: unknown;
			readonly durationMs?: number;
			/** Unix ms. */
			readonly startedAt?: number;
	  }
	| {
			readonly kind: 'bash';
			readonly id: string;
			readonly message: BashExecutionMessage;
			readonly isRunning?: boolean;
	  }
	| {readonly kind: 'summary'; readonly id: string; readonly title: string; readonly text: string}
	| {
			readonly kind: 'notice';
			readonly id: string;
			readonly level: 'info' | 'warning' | 'error';
			readonly text: string;
	  };

export type ItemOf<K extends TranscriptItem['kind']> = Extract<TranscriptItem, {readonly kind: K}>;
export type AssistantItem = ItemOf<'assistant'>;
export type ToolItem = ItemOf<'tool'>;
export type BashItem = ItemOf<'bash'>;

export type SelectorRow = {
	readonly value: string;
	readonly label: string;
	readonly hint?: string;
	/** Said below the list while the row is selected. */
	readonly about?: string;
	/** It is what holds now. */
	readonly isCurrent?: boolean;
};

export type Overlay = {
	readonly id: string;
	readonly title: string;
	readonly rows: readonly SelectorRow[];
	readonly query: string;
	readonly selected: number;
	/** Text to read instead of rows to choose from. */
	readonly text?: string;
	/** What is to be known before choosing. */
	readonly message?: string;
	/** What keys do here; without it the usual words. */
	readonly hint?: string;
	/** A few rows without a filter; digits choose as well. */
	readonly isChoice?: boolean;
	/** Values of rows that are on, in their order: rows are switched instead of chosen. */
	readonly marked?: readonly string[];
	/** A line to type instead of rows to choose from; it stands in `query`. */
	readonly field?: {readonly isSecret: boolean; readonly placeholder: string};
};

/** The state of the screen: plain immutable data. */
export type UiState = {
	readonly transcript: {
		readonly settled: readonly TranscriptItem[];
		/** Still changing: the streaming answer and running tools, in order. */
		readonly live: readonly TranscriptItem[];
		/** How many items were given a name of their own. */
		readonly named: number;
	};
	readonly composer: ComposerState;
	/** What is offered for the word before the caret. */
	readonly suggestions: Suggestions | undefined;
	readonly run: {readonly activity: Activity; readonly since: number};
	/** undefined until the session is open. */
	readonly harness: HarnessState | undefined;
	readonly overlays: readonly Overlay[];
	readonly branch: string | undefined;
	readonly extensions: ExtensionsState;
	readonly view: {
		readonly expandAll: boolean;
		readonly showThinking: boolean;
		readonly theme: string;
	};
	/** Unix ms, as often as something on the screen shows the time. */
	readonly now: number;
	/** Rows below what is shown, when the person has scrolled away from the end. */
	readonly unseen: number | undefined;
	/** A hint above the editor that goes away by itself. */
	readonly hint: string | undefined;
};
