import type {RunOutcome} from '../agent/index.ts';
import {type AssistantMessage, failureOf, type ModelFailure} from '../ai/index.ts';
import {type AfterRun, decideAfterRun} from './after-run.ts';
import type {SessionEvent} from './events.ts';
import type {SessionSettings} from './session-options.ts';

export type PendingRetry = {
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly delayMs: number;
	readonly reason: string;
};

export type RunDriverParts = {
	emit(event: SessionEvent): void | Promise<void>;
	settings(): SessionSettings;
	/** Sends the request again without a new message. */
	resume(): Promise<RunOutcome>;
	/** Takes the failed answer out of what the model is shown; it stays in the file. */
	hideFailedAnswer(): void;
	hasQueued(): boolean;
	contextIsFull(): boolean;
	compact(reason: 'threshold' | 'overflow', signal: AbortSignal): Promise<boolean>;
	showRetry(retry: PendingRetry | undefined): void;
	/** Resolves after `ms`, rejects when aborted. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
};

export type RunDriver = {
	/** Runs to the very end: retries and compactions included. Never rejects for what a model does. */
	drive(start: () => Promise<RunOutcome>): Promise<void>;
	/** Asked when a run ends, before anyone hears of it: will the request be sent again? */
	willRetry(lastAnswer: AssistantMessage): boolean;
	abort(): void;
};

/** The policy after every run. The loop itself knows nothing of retries. */
export function createRunDriver(parts: RunDriverParts): RunDriver {
	let retries = 0;
	let overflowTried = false;
	let controller = new AbortController();

	function decide(outcome: RunOutcome['outcome'], failure: ModelFailure | undefined): AfterRun {
		const {retry, compaction} = parts.settings();
		const end = {
			outcome,
			failure,
			retries,
			overflowTried,
			contextIsFull: outcome === 'completed' && parts.contextIsFull(),
		};
		return decideAfterRun(end, retry, compaction.enabled);
	}

	async function retry(
		step: Extract<AfterRun, {kind: 'retry'}>,
		reason: string,
	): Promise<RunOutcome | undefined> {
		const {maxRetries} = parts.settings().retry;
		const pending = {attempt: step.attempt, maxAttempts: maxRetries, delayMs: step.delayMs, reason};
		retries = step.attempt;
		parts.hideFailedAnswer();
		parts.showRetry(pending);
		const {reason: errorMessage, ...shown} = pending;
		await parts.emit({type: 'auto_retry_start', ...shown, errorMessage});
		try {
			await parts.wait(step.delayMs, controller.signal);
		} catch {
			// Only an abort ends the wait early: the person does not want another attempt.
			await parts.emit({
				type: 'auto_retry_end',
				success: false,
				attempt: retries,
				finalError: reason,
			});
			return undefined;
		} finally {
			parts.showRetry(undefined);
		}

		return parts.resume();
	}

	async function compact(
		step: Extract<AfterRun, {kind: 'compact'}>,
	): Promise<RunOutcome | undefined> {
		if (step.reason === 'overflow') {
			overflowTried = true;
			parts.hideFailedAnswer();
		}

		const shrunk = await parts.compact(step.reason, controller.signal);
		return shrunk && step.resume && !controller.signal.aborted ? parts.resume() : undefined;
	}

	async function finish(last: RunOutcome): Promise<void> {
		if (retries > 0 && last.outcome === 'completed') {
			await parts.emit({type: 'auto_retry_end', success: true, attempt: retries});
		} else if (retries > 0 && last.outcome === 'error') {
			const finalError = last.lastTurn?.failure?.message;
			await parts.emit({
				type: 'auto_retry_end',
				success: false,
				attempt: retries,
				...(finalError === undefined ? {} : {finalError}),
			});
		}
	}

	async function drive(start: () => Promise<RunOutcome>): Promise<void> {
		retries = 0;
		overflowTried = false;
		controller = new AbortController();
		let last = await start();
		for (;;) {
			const failure = last.lastTurn?.failure;
			const step = controller.signal.aborted
				? ({kind: 'settle'} as const)
				: decide(last.outcome, failure);
			if (step.kind === 'settle') {
				// A message that came after the loop looked for the last time.
				if (last.outcome !== 'completed' || !parts.hasQueued()) break;
				last = await parts.resume();
				continue;
			}

			const next =
				step.kind === 'retry'
					? await retry(step, failure?.message ?? 'The request failed')
					: await compact(step);
			if (!next) break;
			last = next;
		}

		if (!controller.signal.aborted) await finish(last);
		const failure = last.lastTurn?.failure;
		await parts.emit({
			type: 'agent_settled',
			aborted: last.outcome === 'aborted' || controller.signal.aborted,
			...(last.outcome === 'error' && failure ? {failure} : {}),
		});
	}

	return {
		drive,
		willRetry: answer => {
			if (answer.stopReason !== 'error' || controller.signal.aborted) return false;
			const step = decide('error', failureOf(answer));
			return step.kind === 'retry' || (step.kind === 'compact' && step.resume);
		},
		abort: () => controller.abort(),
	};
}
