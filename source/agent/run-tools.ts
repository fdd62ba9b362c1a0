import {
	type AssistantMessage,
	type ToolCall,
	type ToolResultMessage,
	toolCallsOf,
} from '../ai/index.ts';
import {callTexts} from './call-texts.ts';
import {type PreparedCall, prepareCall, refuse} from './prepare-call.ts';
import {type CallOutcome, type CallScope, runCall, tellStart} from './run-call.ts';

export type ToolBatch = {
	/** One for each call, in the order of the calls. */
	readonly results: readonly ToolResultMessage[];
	/** Every result asks that the run stop here. */
	readonly terminate: boolean;
};

const isSequential = (prepared: PreparedCall): boolean =>
	prepared.kind === 'ready' && prepared.tool.executionMode === 'sequential';

async function runInTurn(
	calls: readonly PreparedCall[],
	scope: CallScope,
): Promise<readonly CallOutcome[]> {
	const outcomes: CallOutcome[] = [];
	for (const call of calls) outcomes.push(await runCall(call, scope));
	return outcomes;
}

async function runTogether(
	calls: readonly PreparedCall[],
	scope: CallScope,
): Promise<readonly CallOutcome[]> {
	// If nobody can be told of one, the others were aborted; none of them is left running unseen.
	const settled = await Promise.allSettled(calls.map(call => runCall(call, scope)));
	return settled.map(each => {
		if (each.status === 'rejected') throw each.reason;
		return each.value;
	});
}

function toMessage(
	{id, name}: ToolCall,
	{result, isError, durationMs, nestedCalls}: CallOutcome,
	timestamp: number,
): ToolResultMessage {
	const {content, details, usage} = result;
	return {
		role: 'toolResult',
		toolCallId: id,
		toolName: name,
		content,
		isError,
		...(details === undefined ? {} : {details}),
		...(usage ? {usage} : {}),
		...(nestedCalls ? {nestedCalls} : {}),
		durationMs,
		timestamp,
	};
}

/** Runs the calls of one answer: all are prepared, all are run, and each has exactly one result, whatever happens. */
export async function runTools(answer: AssistantMessage, scope: CallScope): Promise<ToolBatch> {
	const {run, tools} = scope;
	const isCut = answer.stopReason === 'length';
	const prepared: PreparedCall[] = [];
	for (const call of toolCallsOf(answer)) {
		await tellStart(call, scope);
		prepared.push(isCut ? refuse(call, callTexts.overLimit) : await prepareCall(call, tools, run));
	}

	const inTurn = prepared.some(isSequential);
	const outcomes = await (inTurn ? runInTurn(prepared, scope) : runTogether(prepared, scope));
	const results = outcomes.flatMap((outcome, index) => {
		const call = prepared[index]?.call;
		return call ? [toMessage(call, outcome, run.date())] : [];
	});
	const terminate = outcomes.length > 0 && outcomes.every(({result}) => result.terminate === true);
	return {results, terminate};
}
