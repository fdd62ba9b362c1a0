import {askModel} from './ask-model.ts';
import type {AgentRequest, Turn} from './hooks.ts';
import type {AgentMessage} from './messages.ts';
import {waitFor} from './patience.ts';
import type {MessageQueue} from './queue.ts';
import type {Run} from './run.ts';
import {runTools} from './run-tools.ts';

export type RunOutcome = {
	readonly outcome: 'completed' | 'aborted' | 'error';
	/** The last one that got an answer; `failure` says whether to try again. */
	readonly lastTurn?: Turn;
	/** What this run added to the transcript. */
	readonly messages: readonly AgentMessage[];
};

/** Why the model is to be asked. `idle`: only if something is queued. */
type Need = 'answer' | 'idle';

async function deliver(run: Run, message: AgentMessage): Promise<void> {
	await run.tell({type: 'message_start', message});
	await run.tell({type: 'message_end', message});
	run.messages.push(message);
}

/** A queued message leaves its queue in the moment in which it is handed over to be kept, and comes back if that fails. */
async function deliverNext(run: Run, queue: MessageQueue): Promise<void> {
	const delivery = queue.next();
	if (!delivery) return;
	const {message} = delivery;
	try {
		await run.tell({type: 'message_start', message});
		const kept = run.tell({type: 'message_end', message});
		delivery.arrived();
		await kept;
	} catch (error) {
		delivery.failed();
		throw error;
	}

	run.messages.push(message);
}

async function deliverDue(run: Run, queue: MessageQueue): Promise<boolean> {
	const before = run.messages.length;
	// Asked anew each time: meanwhile messages can be taken back.
	for (let due = queue.due(); due > 0; due = Math.min(due - 1, queue.due())) {
		if (run.signal.aborted) break;
		await deliverNext(run, queue);
	}

	return run.messages.length > before;
}

/** Delivers what is due; says whether the model has something to answer. */
async function deliverQueued(run: Run, need: Need): Promise<boolean> {
	const steered = await deliverDue(run, run.steering);
	if (need === 'answer' || steered) return true;
	return deliverDue(run, run.followUp);
}

const isQueued = ({steering, followUp}: Run): boolean => steering.due() + followUp.due() > 0;

/** A hook that serves only what comes next: after an abort nobody waits for it, and its complaints are moot. */
async function unlessAborted<T>(
	{signal, graceMs}: Run,
	work: Promise<T> | undefined,
): Promise<T | undefined> {
	try {
		return work && (await waitFor(work, {signal, graceMs}));
	} catch (error) {
		if (signal.aborted) return undefined;
		throw error;
	}
}

/** The answer to one request, its tools and their results. */
async function takeTurn(
	run: Run,
	request: AgentRequest,
): Promise<{turn: Turn; next: Need | 'end'}> {
	const {hooks, signal} = run;
	const {message, failure} = await askModel(request, run);
	const isWhole = message.stopReason !== 'error' && message.stopReason !== 'aborted';
	const {results, terminate} = isWhole
		? await runTools(message, {run, tools: request.tools})
		: {results: [], terminate: false};
	for (const result of results) await deliver(run, result);
	const turn = {message, toolResults: results, ...(failure ? {failure} : {})};
	await run.tell({type: 'turn_end', message, toolResults: results});
	if (!isWhole || signal.aborted) return {turn, next: 'end'};
	const verdict = await unlessAborted(run, hooks.finishTurn?.(turn, signal));
	if (verdict?.stop) return {turn, next: 'end'};
	return {turn, next: results.length > 0 && !terminate ? 'answer' : 'idle'};
}

/** Delivers what is new and asks for the request; undefined: there is nothing to ask, or nobody who wants to know. */
async function openTurn(
	run: Run,
	opening: readonly AgentMessage[],
	need: Need,
): Promise<AgentRequest | undefined> {
	const {hooks, signal} = run;
	await run.tell({type: 'turn_start'});
	// Nobody else keeps these, so they are delivered even after an abort.
	for (const message of opening) await deliver(run, message);
	const isAsked = opening.length > 0 || (await deliverQueued(run, need));
	if (!isAsked || signal.aborted) return undefined;
	const request = await unlessAborted(run, hooks.prepareRequest(signal));
	return signal.aborted ? undefined : request;
}

/** The double loop: tool calls and steering keep it going; when they would let it stop, follow-ups do. */
async function takeTurns(
	run: Run,
	first: {readonly messages: readonly AgentMessage[]; readonly need: Need},
): Promise<Turn | undefined> {
	const {hooks, signal} = run;
	const isOver = (need: Need) => signal.aborted || (need === 'idle' && !isQueued(run));
	let lastTurn: Turn | undefined;
	let request = await openTurn(run, first.messages, first.need);
	while (request) {
		const {turn, next} = await takeTurn(run, request);
		lastTurn = turn;
		if (next === 'end' || isOver(next)) break;
		await unlessAborted(run, hooks.prepareNextTurn?.(signal));
		// Meanwhile what was queued can have been taken back.
		if (isOver(next)) break;
		request = await openTurn(run, [], next);
	}

	return lastTurn;
}

function outcomeOf(turn: Turn | undefined, {signal}: Run): RunOutcome['outcome'] {
	const stopReason = turn?.message.stopReason;
	if (signal.aborted || stopReason === 'aborted') return 'aborted';
	return stopReason === 'error' ? 'error' : 'completed';
}

export type Opening = {
	/** New messages; none: the model is asked with the transcript as it is. */
	readonly messages: readonly AgentMessage[];
	/** The last answer stands, so that queued follow-ups are due. */
	readonly isSettled: boolean;
};

/** Rejects only when the surroundings fail: a listener, or a hook that is no part of asking a model or running a tool. */
export async function runLoop(run: Run, {messages, isSettled}: Opening): Promise<RunOutcome> {
	const hasWork = messages.length > 0 || !isSettled || !isQueued(run);
	let lastTurn: Turn | undefined;
	try {
		await run.tell({type: 'agent_start'});
		lastTurn = await takeTurns(run, {messages, need: hasWork ? 'answer' : 'idle'});
	} finally {
		await run.tell({type: 'agent_end', messages: run.messages});
	}

	return {
		outcome: outcomeOf(lastTurn, run),
		messages: run.messages,
		...(lastTurn ? {lastTurn} : {}),
	};
}
