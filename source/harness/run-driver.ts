import type {RunOutcome, Turn} from '../agent/index.ts';
import {type AssistantMessage, failureOf} from '../ai/index.ts';
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
	/** Nothing is left to do; true: somebody wants the model to be asked once more. */
	beforeSettle?(outcome: RunOutcome['outcome']): Promise<boolean>;
	contextIsFull(): boolean;
	/** The answer ended before the model's own limit. */
	isCutShort(answer: AssistantMessage): boolean;
	hasImages(): boolean;
	/** Half of their bytes from now on. */
	dropImages(): void;
	/** A compaction may start by itself. */
	mayCompact(): boolean;
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

/** How far the attempts of one prompt have come. */
type Attempts = {retries: number; overflowTried: boolean; readonly controller: AbortController};

const fresh = (): Attempts => ({
	retries: 0,
	overflowTried: false,
	controller: new AbortController(),
});

type Drive = {readonly parts: RunDriverParts; readonly attempts: Attempts};

function decide(
	{parts, attempts}: Drive,
	outcome: RunOutcome['outcome'],
	last: Pick<Turn, 'failure' | 'message'> | undefined,
): AfterRun {
	if (attempts.controller.signal.aborted) return {kind: 'settle'};
	const {retry, compaction} = parts.settings();
	const {retries, overflowTried} = attempts;
	const contextIsFull = outcome === 'completed' && parts.contextIsFull();
	const isCutShort = last !== undefined && parts.isCutShort(last.message);
	const {failure} = last ?? {};
	const hasImages = failure?.status === 413 && parts.hasImages();
	const end = {outcome, failure, retries, overflowTried, contextIsFull, isCutShort, hasImages};
	return decideAfterRun(end, retry, compaction.enabled);
}

async function retry(
	{parts, attempts}: Drive,
	{attempt, delayMs}: Extract<AfterRun, {kind: 'retry'}>,
	reason: string,
): Promise<RunOutcome | undefined> {
	const maxAttempts = parts.settings().retry.maxRetries;
	attempts.retries = attempt;
	parts.hideFailedAnswer();
	parts.showRetry({attempt, maxAttempts, delayMs, reason});
	await parts.emit({
		type: 'auto_retry_start',
		attempt,
		maxAttempts,
		delayMs,
		errorMessage: reason,
	});
	try {
		await parts.wait(delayMs, attempts.controller.signal);
	} catch {
		// Only an abort ends the wait early: the person does not want another attempt.
		await parts.emit({type: 'auto_retry_end', success: false, attempt, finalError: reason});
		return undefined;
	} finally {
		parts.showRetry(undefined);
	}

	return parts.resume();
}

async function compact(
	{parts, attempts}: Drive,
	{why}: Extract<AfterRun, {kind: 'compact'}>,
): Promise<RunOutcome | undefined> {
	const {signal} = attempts.controller;
	if (why === 'threshold') {
		await parts.compact('threshold', signal);
		return undefined;
	}

	attempts.overflowTried = true;
	if (why === 'overflow') parts.hideFailedAnswer();
	const shrunk = await parts.compact('overflow', signal);
	if (!shrunk || signal.aborted) return undefined;
	// Half an answer is better than none, as long as it is not certain that a whole one comes.
	if (why === 'cut-short') parts.hideFailedAnswer();
	return parts.resume();
}

/** What follows a run; undefined: nothing does. */
async function follow(drive: Drive, last: RunOutcome): Promise<RunOutcome | undefined> {
	const failure = last.lastTurn?.failure;
	const step = decide(drive, last.outcome, last.lastTurn);
	if (step.kind === 'drop-images') {
		drive.parts.dropImages();
		drive.parts.hideFailedAnswer();
		return drive.parts.resume();
	}

	if (step.kind === 'retry') return retry(drive, step, failure?.message ?? 'The request failed');
	if (step.kind === 'compact') return compact(drive, step);
	// A message that came after the loop looked for the last time.
	const goesOn = last.outcome === 'completed' && drive.parts.hasQueued();
	return goesOn ? drive.parts.resume() : undefined;
}

async function tellRetryEnd({parts, attempts}: Drive, last: RunOutcome): Promise<void> {
	const attempt = attempts.retries;
	if (attempt === 0 || attempts.controller.signal.aborted || last.outcome === 'aborted') return;
	const success = last.outcome === 'completed';
	const finalError = success ? undefined : last.lastTurn?.failure?.message;
	await parts.emit({
		type: 'auto_retry_end',
		success,
		attempt,
		...(finalError === undefined ? {} : {finalError}),
	});
}

/** What follows by policy; and when nothing does, what extensions ask for. */
async function goOn(drive: Drive, last: RunOutcome): Promise<RunOutcome | undefined> {
	const {parts, attempts} = drive;
	const next = await follow(drive, last);
	if (next || attempts.controller.signal.aborted) return next;
	return (await parts.beforeSettle?.(last.outcome)) ? parts.resume() : undefined;
}

async function runToTheEnd(drive: Drive, start: () => Promise<RunOutcome>): Promise<void> {
	let last = await start();
	for (let next: RunOutcome | undefined = last; next; next = await goOn(drive, last)) last = next;
	await tellRetryEnd(drive, last);
	const failure = last.outcome === 'error' ? last.lastTurn?.failure : undefined;
	const aborted = last.outcome === 'aborted' || drive.attempts.controller.signal.aborted;
	await drive.parts.emit({type: 'agent_settled', aborted, ...(failure ? {failure} : {})});
}

/** The policy after every run. The loop itself knows nothing of retries. */
export function createRunDriver(parts: RunDriverParts): RunDriver {
	let attempts = fresh();
	return {
		drive(start) {
			attempts = fresh();
			const drive = {parts, attempts};
			return runToTheEnd(drive, start).catch(async error => {
				// Whoever waits for the end of the run hears of it, whatever broke it.
				await parts.emit({type: 'agent_settled', aborted: attempts.controller.signal.aborted});
				throw error;
			});
		},
		willRetry(answer) {
			const {stopReason} = answer;
			if (stopReason !== 'error' && stopReason !== 'length') return false;
			const failure = stopReason === 'error' ? failureOf(answer) : undefined;
			const outcome = stopReason === 'error' ? 'error' : 'completed';
			const last = {message: answer, ...(failure ? {failure} : {})};
			const step = decide({parts, attempts}, outcome, last);
			if (step.kind === 'compact') return step.why !== 'threshold' && parts.mayCompact();
			return step.kind !== 'settle';
		},
		abort: () => attempts.controller.abort(),
	};
}
