import type {AgentEvent} from '../agent/index.ts';
import type {ModelFailure} from '../ai/index.ts';
import type {SessionEntry} from './session/entries.ts';

export type CompactionReason = 'manual' | 'threshold' | 'overflow';

export type CompactionResult = {
	readonly summary: string;
	readonly firstKeptEntryId: string;
	readonly tokensBefore: number;
	readonly estimatedTokensAfter: number;
	readonly details?: unknown;
};

/** Everything a mode can show. Names and fields are those of the JSON and RPC protocols. */
export type SessionEvent =
	| Exclude<AgentEvent, {type: 'agent_end'}>
	| (Extract<AgentEvent, {type: 'agent_end'}> & {readonly willRetry: boolean})
	/** The run is over for good: no retry, compaction or queued work follows. */
	| {readonly type: 'agent_settled'; readonly aborted: boolean; readonly failure?: ModelFailure}
	| {
			readonly type: 'queue_update';
			readonly steering: readonly string[];
			readonly followUp: readonly string[];
	  }
	| {readonly type: 'entry_appended'; readonly entry: SessionEntry}
	| {readonly type: 'session_info_changed'; readonly name?: string}
	| {readonly type: 'thinking_level_changed'; readonly level: string}
	| {readonly type: 'model_changed'; readonly provider: string; readonly modelId: string}
	| {readonly type: 'compaction_start'; readonly reason: CompactionReason}
	| {
			readonly type: 'compaction_end';
			readonly reason: CompactionReason;
			readonly result?: CompactionResult;
			readonly aborted: boolean;
			readonly willRetry: boolean;
			readonly errorMessage?: string;
	  }
	| {
			readonly type: 'auto_retry_start';
			readonly attempt: number;
			readonly maxAttempts: number;
			readonly delayMs: number;
			readonly errorMessage: string;
	  }
	| {
			readonly type: 'auto_retry_end';
			readonly success: boolean;
			readonly attempt: number;
			readonly finalError?: string;
	  }
	| {readonly type: 'bash_execution_update'; readonly delta: string}
	/** The active path is another one now: a new session, another file, or a jump in the tree. */
	| {
			readonly type: 'session_replaced';
			/** `follow`: another process writes the session that is read along here. */
			readonly reason: 'new' | 'resume' | 'fork' | 'navigate' | 'follow';
	  };
