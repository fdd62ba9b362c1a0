import {
	type AssistantMessage,
	createAssembler,
	type ModelEvent,
	type ModelFailure,
	streamModel,
	type ToolResultMessage,
	toolCallsOf,
} from '../ai/index.ts';
import type {AgentEvent} from './events.ts';
import type {AgentHooks, AgentRequest, Turn} from './hooks.ts';
import type {AgentMessage} from './messages.ts';
import type {MessageQueue} from './queue.ts';
import {runTools} from './run-tools.ts';

export type LoopParts = {
	readonly hooks: AgentHooks;
	emit(event: AgentEvent): void | Promise<void>;
	readonly signal: AbortSignal;
	readonly steering: MessageQueue;
	readonly followUp: MessageQueue;
	readonly now: () => number;
	readonly graceMs: number;
};

export type RunOutcome = {
	readonly outcome: 'completed' | 'aborted' | 'error';
	readonly lastTurn?: Turn;
	/** What this run added to the transcript. */
	readonly messages: readonly AgentMessage[];
};

type Run = {readonly parts: LoopParts; readonly messages: AgentMessage[]};

async function deliver(run: Run, message: AgentMessage, recorded?: () => void): Promise<void> {
	await run.parts.emit({type: 'message_start', message});
	// `message_end` stores before it waits, so from here on the message is in the transcript.
	const told = run.parts.emit({type: 'message_end', message});
	recorded?.();
	run.messages.push(message);
	await told;
}

/** A queued message leaves its queue once it is in the transcript, and not before. */
async function deliverDue(run: Run, queue: MessageQueue): Promise<boolean> {
	const due = queue.due();
	for (const message of due) {
		// Somebody took it back while others were delivered.
		if (!queue.list().includes(message)) continue;
		await deliver(run, message, () => queue.delivered(message));
	}

	return due.length > 0;
}

const failedAnswer = (failure: ModelFailure): ModelEvent => ({
	type: 'error',
	reason: failure.code === 'aborted' ? 'aborted' : 'error',
	failure,
});

async function* answer(run: Run, request: AgentRequest): AsyncIterable<ModelEvent> {
	const {hooks, signal} = run.parts;
	const shown = (await hooks.transformContext?.(request.messages, signal)) ?? request.messages;
	const messages = hooks.convertToLlm(shown);
	const options = {...request.options, level: request.level, signal};
	yield* (hooks.stream ?? streamModel)({model: request.model, messages}, options);
}

/** One request and its answer. Whatever is thrown on the way is an answer that failed. */
async function ask(
	run: Run,
	request: AgentRequest,
): Promise<{message: AssistantMessage; failure: ModelFailure | undefined}> {
	const {parts} = run;
	const startedAt = parts.now();
	const assembler = createAssembler(request.model);
	let started = false;
	const start = async () => {
		started = true;
		await parts.emit({type: 'message_start', message: assembler.message()});
	};
	try {
		for await (const event of answer(run, request)) {
			assembler.add(event);
			if (!started) await start();
			if (event.type === 'done' || event.type === 'error') break;
			const waiting = parts.emit({type: 'message_update', message: assembler.message(), event});
			if (waiting !== undefined) await waiting;
		}
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		assembler.add(failedAnswer({code: 'unknown', message, retryable: false}));
	}

	if (!started) await start();
	const message = {
		...assembler.message(),
		thinkingLevel: request.level,
		durationMs: Math.round(parts.now() - startedAt),
	};
	await parts.emit({type: 'message_end', message});
	run.messages.push(message);
	return {message, failure: assembler.failure()};
}

const cutOff =
	'The answer reached its length limit before this call was complete; it was not run. Send it again, in smaller pieces.';

async function answerCalls(
	run: Run,
	request: AgentRequest,
	message: AssistantMessage,
): Promise<{results: readonly ToolResultMessage[]; terminate: boolean}> {
	const calls = toolCallsOf(message);
	const {hooks, signal, now, graceMs, emit} = run.parts;
	const cut = message.stopReason === 'length';
	const runnable = cut ? calls.map(call => ({...call, argumentsError: cutOff})) : calls;
	const {tools} = request;
	const {results, terminate} = await runTools(runnable, {tools, hooks, emit, signal, now, graceMs});
	for (const result of results) await deliver(run, result);
	return {results, terminate: terminate && !cut};
}

/** One answer and its tool calls; says whether the model is to be asked again for their sake. */
async function takeTurn(run: Run): Promise<{turn: Turn; goOn: boolean}> {
	const {parts} = run;
	await parts.emit({type: 'turn_start'});
	const request = await parts.hooks.prepareRequest(parts.signal);
	const {message, failure} = await ask(run, request);
	const failed = message.stopReason === 'error' || message.stopReason === 'aborted';
	const {results, terminate} = failed
		? {results: [], terminate: false}
		: await answerCalls(run, request, message);
	const turn = {message, toolResults: results, ...(failure ? {failure} : {})};
	await parts.emit({type: 'turn_end', message, toolResults: results});
	const after = failed ? undefined : await parts.hooks.finishTurn?.(turn, parts.signal);
	const goOn = results.length > 0 && !terminate && !failed && after?.stop !== true;
	return {turn, goOn};
}

const outcomeOf = (turn: Turn | undefined, signal: AbortSignal): RunOutcome['outcome'] => {
	if (signal.aborted || turn?.message.stopReason === 'aborted') return 'aborted';
	return turn?.message.stopReason === 'error' ? 'error' : 'completed';
};

/**
 * The double loop: tool calls and steering inside, follow-ups outside. One run, one signal.
 * Rejects only when the surroundings do (a transcript that cannot be written).
 */
export async function runLoop(
	first: readonly AgentMessage[],
	parts: LoopParts,
): Promise<RunOutcome> {
	const run: Run = {parts, messages: []};
	let lastTurn: Turn | undefined;
	await parts.emit({type: 'agent_start'});
	try {
		for (const message of first) await deliver(run, message);
		if (first.length === 0 && !(await deliverDue(run, parts.steering))) {
			await deliverDue(run, parts.followUp);
		}

		for (let more = true; more; ) {
			const {turn, goOn} = await takeTurn(run);
			lastTurn = turn;
			if (outcomeOf(turn, parts.signal) !== 'completed') break;
			const steered = await deliverDue(run, parts.steering);
			more = goOn || steered || (await deliverDue(run, parts.followUp));
			if (more) await parts.hooks.prepareNextTurn?.(parts.signal);
			if (parts.signal.aborted) break;
		}
	} finally {
		await parts.emit({type: 'agent_end', messages: run.messages});
	}

	const outcome = outcomeOf(lastTurn, parts.signal);
	return {outcome, messages: run.messages, ...(lastTurn ? {lastTurn} : {})};
}
