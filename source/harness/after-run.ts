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
	/** The request is sent again with fewer images. */
	| {readonly kind: 'drop-images'}
	/** After an overflow, or an answer that was cut short, the request is sent again. */
	| {readonly kind: 'compact'; readonly why: 'threshold' | 'overflow' | 'cut-short'};

export type RunEnd = {
	readonly outcome: 'completed' | 'aborted' | 'error';
	readonly failure: ModelFailure | undefined;
	/** Attempts that have already been made again. */
	readonly retries: number;
	/** An overflow was answered by a compaction already, since the last message of the user. */
	readonly overflowTried: boolean;
	readonly contextIsFull: boolean;
	/** The answer ended before it was as long as the model can make it: the window was full. */
	readonly isCutShort: boolean;
	/** The request held images, older ones of which could stay away. */
	readonly hasImages: boolean;
};

/** What follows a run. Quota, auth and bad requests are final; an overflow is compacted once, never retried as it is. */
export function decideAfterRun(
	end: RunEnd,
	retry: RetrySettings,
	compactionEnabled: boolean,
): AfterRun {
	if (end.outcome === 'aborted') return {kind: 'settle'};
	if (end.outcome === 'completed') return decideAfterAnswer(end, compactionEnabled);
	const {failure} = end;
	if (failure?.code === 'overflow') {
		if (failure.status === 413 && end.hasImages) return {kind: 'drop-images'};
		return compactionEnabled && !end.overflowTried
			? {kind: 'compact', why: 'overflow'}
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

function decideAfterAnswer(
	{isCutShort, overflowTried, contextIsFull}: RunEnd,
	compactionEnabled: boolean,
): AfterRun {
	if (!compactionEnabled) return {kind: 'settle'};
	if (isCutShort && !overflowTried) return {kind: 'compact', why: 'cut-short'};
	return contextIsFull ? {kind: 'compact', why: 'threshold'} : {kind: 'settle'};
}
