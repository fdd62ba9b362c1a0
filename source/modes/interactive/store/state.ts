import type {AgentMessage} from '../../../agent/index.ts';
import type {Activity} from '../../../harness/index.ts';

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
			readonly name: string;
			readonly args: unknown;
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
			readonly message: Extract<AgentMessage, {role: 'bashExecution'}>;
	  }
	| {readonly kind: 'summary'; readonly id: string; readonly title: string; readonly text: string}
	| {
			readonly kind: 'notice';
			readonly id: string;
			readonly level: 'info' | 'warning' | 'error';
			readonly text: string;
	  };

export type Overlay = {readonly id: string; readonly selector: string; readonly query: string};

/** The state of the screen: plain immutable data. */
export type UiState = {
	readonly transcript: {
		readonly settled: readonly TranscriptItem[];
		/** Still changing: the streaming answer and running tools, in order. */
		readonly live: readonly TranscriptItem[];
	};
	readonly scroll: {readonly follow: boolean; readonly unseen: number};
	readonly run: {readonly activity: Activity; readonly since: number};
	readonly overlays: readonly Overlay[];
	readonly view: {
		readonly theme: string;
		readonly expandAll: boolean;
		readonly showThinking: boolean;
	};
};
