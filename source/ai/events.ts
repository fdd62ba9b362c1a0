import type {StopReason, ToolCall, Usage} from './messages.ts';

/** What kind of failure it is decides what happens next; the words are for people. */
export type FailureCode =
	| 'aborted'
	| 'auth'
	| 'bad_request'
	| 'network'
	| 'not_found'
	| 'overflow'
	| 'overloaded'
	| 'quota'
	| 'rate_limited'
	| 'refused'
	| 'server'
	| 'stalled'
	| 'truncated'
	| 'unknown';

export type ModelFailure = {
	readonly code: FailureCode;
	/** A sentence with the provider's own words, never a key. */
	readonly message: string;
	readonly status?: number;
	/** The same request may succeed later. */
	readonly retryable: boolean;
	/** What the server asked for. */
	readonly retryAfterMs?: number;
};

/**
 * What every stream promises: `start` first (a lone `error` may come without it); a block opens empty and
 * grows by deltas; its end event is authoritative; every opened block is closed before the one terminal
 * event (`done` or `error`); nothing is thrown. Events are small and final; `assemble.ts` folds them.
 */
export type ModelEvent =
	| {readonly type: 'start'; readonly responseId?: string; readonly responseModel?: string}
	| {readonly type: 'text_start'; readonly contentIndex: number}
	| {readonly type: 'text_delta'; readonly contentIndex: number; readonly delta: string}
	| {
			readonly type: 'text_end';
			readonly contentIndex: number;
			readonly content: string;
			readonly textSignature?: string;
	  }
	| {readonly type: 'thinking_start'; readonly contentIndex: number}
	| {readonly type: 'thinking_delta'; readonly contentIndex: number; readonly delta: string}
	| {
			readonly type: 'thinking_end';
			readonly contentIndex: number;
			readonly content: string;
			readonly thinkingSignature?: string;
			readonly redacted?: boolean;
	  }
	| {
			readonly type: 'toolcall_start';
			readonly contentIndex: number;
			readonly id: string;
			readonly toolName: string;
	  }
	| {readonly type: 'toolcall_delta'; readonly contentIndex: number; readonly delta: string}
	| {readonly type: 'toolcall_end'; readonly contentIndex: number; readonly toolCall: ToolCall}
	/** All tokens known so far, not an increment. */
	| {readonly type: 'usage'; readonly usage: Usage}
	| {
			readonly type: 'done';
			readonly reason: Extract<StopReason, 'stop' | 'length' | 'toolUse'>;
			readonly rawStopReason?: string;
	  }
	| {readonly type: 'error'; readonly reason: 'error' | 'aborted'; readonly failure: ModelFailure};
