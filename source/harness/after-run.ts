import type {ModelFailure} from '../ai/index.ts';

export type RetrySettings = {
	readonly enabled: boolean;
	readonly maxRetries: number;
	readonly baseDelayMs: number;
	/** No wait is longer; a server that asks for more ends the run. */
	readonly maxAgentDelayMs: number;
};

export type AfterRun =
	| {readonly kind: 'settle'}
	| {readonly kind: 'retry'; readonly attempt: number; readonly delayMs: number}
	/** `resume`: the failed request is sent again afterwards. */
	| {
			readonly kind: 'compact';
			readonly reason: 'threshold' | 'overflow';
			readonly resume: boolean;
	  };

export type RunEnd = {
	readonly outcome: 'completed' | 'aborted' | 'error';
	readonly failure: ModelFailure | undefined;
	/** Attempts that have already been made again. */
	readonly retries: number;
	/** An overflow was answered by a compaction already, since the last message of the user. */
	readonly overflowTried: boolean;
	readonly contextIsFull: boolean;
};

/** What follows a run. Quota, auth and bad requests are final; an overflow is compacted once, never retried as it is. */
export function decideAfterRun(
	end: RunEnd,
	retry: RetrySettings,
	compactionEnabled: boolean,
): AfterRun {
	if (end.outcome === 'aborted') return {kind: 'settle'};
	if (end.outcome === 'completed') {
		return end.contextIsFull && compactionEnabled
			? {kind: 'compact', reason: 'threshold', resume: false}
			: {kind: 'settle'};
	}

	const {failure} = end;
	if (failure?.code === 'overflow') {
		return compactionEnabled && !end.overflowTried
			? {kind: 'compact', reason: 'overflow', resume: true}
			: {kind: 'settle'};
	}

	if (!failure?.retryable || !retry.enabled || end.retries >= retry.maxRetries) {
		return {kind: 'settle'};
	}

	const asked = failure.retryAfterMs;
	if (asked !== undefined && asked > retry.maxAgentDelayMs) return {kind: 'settle'};
	const backoff = Math.min(retry.baseDelayMs * 2 ** end.retries, retry.maxAgentDelayMs);
	return {kind: 'retry', attempt: end.retries + 1, delayMs: asked ?? backoff};
}
