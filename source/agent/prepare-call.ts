import {checkToolInput, type ToolCall} from '../ai/index.ts';
import {callTexts, wordsOf} from './call-texts.ts';
import {waitFor} from './patience.ts';
import type {Run} from './run.ts';
import type {AgentTool, ToolResult} from './tool.ts';

/** A call that may be run, with its final arguments, or what its model is told instead. */
export type PreparedCall =
	| {readonly kind: 'ready'; readonly tool: AgentTool; readonly call: ToolCall}
	| {readonly kind: 'refused'; readonly call: ToolCall; readonly result: ToolResult};

export const errorResult = (text: string): ToolResult => ({
	content: [{type: 'text', text}],
	isError: true,
});

export const refuse = (call: ToolCall, text: string, terminate?: boolean): PreparedCall => ({
	kind: 'refused',
	call,
	result: {...errorResult(text), ...(terminate ? {terminate} : {})},
});

/** Asks the gate. What it throws blocks the call: a broken gate lets nothing through. */
async function passGate(
	{tool, call}: {readonly tool: AgentTool; readonly call: ToolCall},
	{hooks, signal, graceMs}: Run,
): Promise<PreparedCall> {
	try {
		const asked = hooks.beforeToolCall?.(call, signal);
		const verdict = asked && (await waitFor(asked, {signal, graceMs}));
		if (verdict?.block) {
			return refuse(call, verdict.reason ?? callTexts.blocked, verdict.terminate);
		}

		const ready = verdict?.input ? {...call, arguments: verdict.input} : call;
		return {kind: 'ready', tool, call: ready};
	} catch (error) {
		return refuse(call, signal.aborted ? callTexts.aborted : callTexts.failedCheck(wordsOf(error)));
	}
}

/** Lookup, coercion and validation, then the gate. Nothing has happened yet when this refuses. */
export async function prepareCall(
	call: ToolCall,
	tools: readonly AgentTool[],
	run: Run,
): Promise<PreparedCall> {
	if (run.signal.aborted) return refuse(call, callTexts.aborted);
	const tool = tools.find(({name}) => name === call.name);
	if (!tool) {
		const known = tools.map(({name}) => name);
		return refuse(call, callTexts.unknownTool(call.name, known));
	}

	if (call.argumentsError !== undefined) return refuse(call, call.argumentsError);
	try {
		const given = tool.prepareArguments ? tool.prepareArguments(call.arguments) : call.arguments;
		const checked = checkToolInput(tool.parameters, given);
		if (!checked.ok) return refuse(call, callTexts.invalidArguments(call, checked.problems));
		return await passGate({tool, call: {...call, arguments: checked.value}}, run);
	} catch (error) {
		return refuse(call, callTexts.failedCheck(wordsOf(error)));
	}
}
