import type {NestedCalls, ToolCall} from '../ai/index.ts';
import {callTexts, wordsOf} from './call-texts.ts';
import {createNestedRecord, type NestedRecord} from './nested-calls.ts';
import {waitFor} from './patience.ts';
import {errorResult, type PreparedCall, prepareCall} from './prepare-call.ts';
import type {Run} from './run.ts';
import type {AgentTool, NestedOutcome, ToolResult} from './tool.ts';

/** Where a call belongs: the run, the tools of its request, and the call of the tool that made it. */
export type CallScope = {
	readonly run: Run;
	readonly tools: readonly AgentTool[];
	readonly parentToolCallId?: string;
};

export type CallOutcome = {
	readonly result: ToolResult;
	readonly isError: boolean;
	readonly durationMs: number;
	readonly nestedCalls?: NestedCalls;
};

type Ready = Extract<PreparedCall, {kind: 'ready'}>;
type Finished = {readonly result: ToolResult; readonly isError: boolean};

const labelOf = ({id, name}: ToolCall, {parentToolCallId}: CallScope) => ({
	toolCallId: id,
	...(parentToolCallId === undefined ? {} : {parentToolCallId}),
	toolName: name,
});

export const tellStart = (call: ToolCall, scope: CallScope) =>
	scope.run.tell({
		type: 'tool_execution_start',
		...labelOf(call, scope),
		args: call.arguments,
	});

/** The calls that a tool makes itself. They end with it at the latest. */
function createNestedCalls(call: ToolCall, scope: CallScope, record: NestedRecord) {
	const ending = new AbortController();
	const signal = AbortSignal.any([scope.run.signal, ending.signal]);
	const inner: CallScope = {...scope, run: {...scope.run, signal}, parentToolCallId: call.id};
	const going = new Set<Promise<unknown>>();
	let count = 0;

	async function run(nested: ToolCall): Promise<NestedOutcome> {
		const end = record.begin(nested);
		await tellStart(nested, inner);
		const outcome = await runCall(await prepareCall(nested, scope.tools, inner.run), inner);
		if (!ending.signal.aborted) end(outcome);
		return {result: outcome.result, isError: outcome.isError};
	}

	return {
		call(name: string, input: Readonly<Record<string, unknown>>): Promise<NestedOutcome> {
			if (ending.signal.aborted) {
				const result = errorResult(`${call.name} has ended and can call no other tool.`);
				return Promise.resolve({result, isError: true});
			}

			count += 1;
			const work = run({type: 'toolCall', id: `${call.id}/${count}`, name, arguments: input});
			// A tool need not wait for what it calls; that a listener failed is heard of with the next event.
			work.catch(() => undefined);
			going.add(work);
			return work;
		},
		/** Resolves when none is left. */
		async close() {
			ending.abort(new DOMException(`${call.name} has ended`, 'AbortError'));
			await Promise.allSettled(going);
		},
	};
}

/** Tells what a tool shows while it runs, and no longer. */
function createUpdates(call: ToolCall, scope: CallScope) {
	const label = labelOf(call, scope);
	let isOpen = true;
	let told: Promise<unknown> = Promise.resolve();
	return {
		update(partialResult: ToolResult): void {
			if (!isOpen) return;
			const args = call.arguments;
			const telling = scope.run.tell({
				type: 'tool_execution_update',
				...label,
				args,
				partialResult,
			});
			// A listener that fails is heard of with the next event.
			if (telling !== undefined) told = Promise.all([told, telling.catch(() => undefined)]);
		},
		/** Resolves when all were told. */
		async close() {
			isOpen = false;
			await told;
		},
	};
}

function checked(result: ToolResult, name: string): Finished {
	// Tools of extensions are not held to our types.
	if (Array.isArray(result?.content)) return {result, isError: result.isError ?? false};
	const text = callTexts.lostResult(name, 'it holds no content');
	return {result: errorResult(text), isError: true};
}

/** A tool's own words about an abort say more than ours; the abort itself, handed on, says nothing. */
function toFinished(error: unknown, signal: AbortSignal): Finished {
	const isAbort =
		signal.aborted &&
		(error === signal.reason || (error instanceof Error && error.name === 'AbortError'));
	const details = error instanceof Error && 'details' in error ? error.details : undefined;
	const result = {
		...errorResult(isAbort ? callTexts.aborted : wordsOf(error)),
		...(details === undefined ? {} : {details}),
	};
	return {result, isError: true};
}

async function execute(
	{tool, call}: Ready,
	scope: CallScope,
	record: NestedRecord,
): Promise<Finished> {
	const {signal, toolGraceMs: graceMs} = scope.run;
	const updates = createUpdates(call, scope);
	const nested = createNestedCalls(call, scope, record);
	const context = {toolCallId: call.id, signal, update: updates.update, call: nested.call};
	try {
		// The arguments were checked against this tool's own schema.
		const work = tool.execute(call.arguments as never, context);
		return checked(await waitFor(work, {signal, graceMs}), tool.name);
	} catch (error) {
		return toFinished(error, signal);
	} finally {
		await nested.close();
		await updates.close();
	}
}

async function finalise(call: ToolCall, finished: Finished, run: Run): Promise<Finished> {
	const {hooks, signal, graceMs} = run;
	try {
		const asked = hooks.afterToolCall?.(call, finished);
		const changed = asked && (await waitFor(asked, {signal, graceMs}));
		return changed ?? finished;
	} catch (error) {
		// The hook may have had to take something out, so what it did not pass is not shown.
		const text = signal.aborted
			? callTexts.aborted
			: callTexts.lostResult(call.name, wordsOf(error));
		return {result: errorResult(text), isError: true};
	}
}

async function outcomeOf(prepared: PreparedCall, scope: CallScope): Promise<CallOutcome> {
	const {run} = scope;
	if (prepared.kind === 'refused') return {result: prepared.result, isError: true, durationMs: 0};
	if (run.signal.aborted) {
		return {result: errorResult(callTexts.aborted), isError: true, durationMs: 0};
	}

	const startedAt = run.now();
	const record = createNestedRecord();
	const finished = await execute(prepared, scope, record);
	const {result, isError} = await finalise(prepared.call, finished, run);
	const usage = record.totalUsage(result.usage);
	const nestedCalls = record.nestedCalls();
	return {
		result: usage ? {...result, usage} : result,
		isError,
		durationMs: Math.round(run.now() - startedAt),
		...(nestedCalls ? {nestedCalls} : {}),
	};
}

/** Runs a prepared call to its one outcome. Rejects only when nobody can be told of it. */
export async function runCall(prepared: PreparedCall, scope: CallScope): Promise<CallOutcome> {
	const outcome = await outcomeOf(prepared, scope);
	const {result, isError, durationMs} = outcome;
	const label = labelOf(prepared.call, scope);
	await scope.run.tell({type: 'tool_execution_end', ...label, result, isError, durationMs});
	return outcome;
}
