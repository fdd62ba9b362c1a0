import {checkToolInput, type ToolCall, type ToolResultMessage} from '../ai/index.ts';
import type {AgentEvent} from './events.ts';
import type {AgentHooks} from './hooks.ts';
import type {AgentTool, ToolResult} from './tool.ts';

export type ToolBatch = {
	readonly tools: readonly AgentTool[];
	readonly hooks: AgentHooks;
	emit(event: AgentEvent): void | Promise<void>;
	readonly signal: AbortSignal;
	readonly now: () => number;
	/** How long an aborted tool may take to end before it is left alone; ms. */
	readonly graceMs: number;
};

type Outcome = {
	readonly result: ToolResult;
	readonly isError: boolean;
	readonly durationMs: number;
};

type Prepared =
	| {readonly kind: 'run'; readonly tool: AgentTool; readonly call: ToolCall}
	| {readonly kind: 'refused'; readonly call: ToolCall; readonly result: ToolResult};

const failure = (text: string): ToolResult => ({content: [{type: 'text', text}], isError: true});
const abortedText = 'Operation aborted';

const wordsOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

function problemsText(call: ToolCall, problems: readonly string[]): string {
	const list = problems.map(problem => `  - ${problem}`).join('\n');
	return `Invalid arguments for ${call.name}:\n${list}\nReceived: ${JSON.stringify(call.arguments)}`;
}

/** Lookup, coercion and validation, then the gate. Nothing has happened yet when this refuses. */
async function prepare(call: ToolCall, batch: ToolBatch): Promise<Prepared> {
	const refuse = (text: string, terminate?: boolean): Prepared => ({
		kind: 'refused',
		call,
		result: {...failure(text), ...(terminate ? {terminate} : {})},
	});
	if (batch.signal.aborted) return refuse(abortedText);
	if (call.argumentsError !== undefined) return refuse(call.argumentsError);
	const tool = batch.tools.find(({name}) => name === call.name);
	if (!tool) {
		const names = batch.tools.map(({name}) => name).join(', ') || 'none';
		return refuse(`There is no tool "${call.name}". Available: ${names}.`);
	}

	try {
		const given = tool.prepareArguments?.(call.arguments) ?? call.arguments;
		const checked = checkToolInput(tool.parameters, given);
		if (!checked.ok) return refuse(problemsText(call, checked.problems));
		const ready = {...call, arguments: checked.value};
		const verdict = await batch.hooks.beforeToolCall?.(ready, batch.signal);
		if (verdict?.block) return refuse(verdict.reason ?? 'The call was refused.', verdict.terminate);
		const input = verdict?.input ?? checked.value;
		return {kind: 'run', tool, call: {...ready, arguments: input}};
	} catch (error) {
		// A gate that breaks must not let the call through.
		return refuse(`The call was refused: ${wordsOf(error)}`);
	}
}

/** The tool's own promise, or the end of its grace after an abort: a tool that does not listen holds nobody up. */
function settleOrAbandon(run: Promise<ToolResult>, batch: ToolBatch): Promise<ToolResult> {
	return new Promise((resolve, reject) => {
		let timer: NodeJS.Timeout | undefined;
		const onAbort = () => {
			timer = setTimeout(() => resolve(failure(abortedText)), batch.graceMs);
		};
		if (batch.signal.aborted) onAbort();
		else batch.signal.addEventListener('abort', onAbort, {once: true});
		const done = () => {
			clearTimeout(timer);
			batch.signal.removeEventListener('abort', onAbort);
		};
		run.finally(done).then(resolve, reject);
	});
}

async function execute(
	prepared: Extract<Prepared, {kind: 'run'}>,
	batch: ToolBatch,
): Promise<Outcome> {
	const {tool, call} = prepared;
	const {id: toolCallId, name: toolName, arguments: args} = call;
	const startedAt = batch.now();
	let open = true;
	let result: ToolResult;
	try {
		if (batch.signal.aborted) result = failure(abortedText);
		else {
			const run = tool.execute(args as never, {
				toolCallId,
				signal: batch.signal,
				update: partialResult => {
					if (!open) return;
					void batch.emit({
						type: 'tool_execution_update',
						toolCallId,
						toolName,
						args,
						partialResult,
					});
				},
			});
			result = await settleOrAbandon(run, batch);
		}
	} catch (error) {
		const details = error instanceof Error && 'details' in error ? error.details : undefined;
		const text = batch.signal.aborted ? abortedText : wordsOf(error);
		result = {...failure(text), ...(details === undefined ? {} : {details})};
	}

	open = false;
	const outcome = {result, isError: result.isError ?? false};
	const changed = await batch.hooks.afterToolCall?.(call, outcome).catch(error => ({
		result: failure(`${toolName} ran, but what follows it failed: ${wordsOf(error)}`),
		isError: true,
	}));
	return {...(changed ?? outcome), durationMs: batch.now() - startedAt};
}

async function runOne(prepared: Prepared, batch: ToolBatch): Promise<Outcome> {
	const outcome =
		prepared.kind === 'run'
			? await execute(prepared, batch)
			: {result: prepared.result, isError: true, durationMs: 0};
	await batch.emit({
		type: 'tool_execution_end',
		toolCallId: prepared.call.id,
		toolName: prepared.call.name,
		...outcome,
	});
	return outcome;
}

const toMessage = (call: ToolCall, outcome: Outcome, timestamp: number): ToolResultMessage => ({
	role: 'toolResult',
	toolCallId: call.id,
	toolName: call.name,
	content: outcome.result.content,
	isError: outcome.isError,
	...(outcome.result.details === undefined ? {} : {details: outcome.result.details}),
	...(outcome.result.usage ? {usage: outcome.result.usage} : {}),
	durationMs: Math.round(outcome.durationMs),
	timestamp,
});

/** Runs the calls of one answer. Exactly one result a call, in the order of the calls, whatever happens. */
export async function runTools(
	calls: readonly ToolCall[],
	batch: ToolBatch,
): Promise<{readonly results: readonly ToolResultMessage[]; readonly terminate: boolean}> {
	const prepared: Prepared[] = [];
	for (const call of calls) {
		await batch.emit({
			type: 'tool_execution_start',
			toolCallId: call.id,
			toolName: call.name,
			args: call.arguments,
		});
		prepared.push(await prepare(call, batch));
	}

	const sequential = prepared.some(
		item => item.kind === 'run' && item.tool.executionMode === 'sequential',
	);
	const outcomes: Outcome[] = [];
	if (sequential) for (const item of prepared) outcomes.push(await runOne(item, batch));
	else outcomes.push(...(await Promise.all(prepared.map(item => runOne(item, batch)))));

	const results = calls.flatMap((call, index) => {
		const outcome = outcomes[index];
		return outcome ? [toMessage(call, outcome, Date.now())] : [];
	});
	const terminate = outcomes.length > 0 && outcomes.every(({result}) => result.terminate === true);
	return {results, terminate};
}
