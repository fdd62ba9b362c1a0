import {wait} from '../../../lib/deadline.ts';
import type {ModelEvent} from '../../events.ts';
import {emptyUsage, type Usage} from '../../messages.ts';
import type {Connection, Protocol, ProtocolCall} from '../protocol.ts';
import {type Line, nextLine} from './script.ts';

const charactersPerToken = 4;

const tokens = (value: unknown): number =>
	Math.ceil(JSON.stringify(value).length / charactersPerToken);

function usageOf({systemPrompt, tools, messages}: ProtocolCall, line: Line): Usage {
	const input = tokens([systemPrompt, tools, messages]);
	const output = tokens(line);
	return {...emptyUsage, input, output, totalTokens: input + output};
}

const wordsIn = (text: string): readonly string[] => text.match(/\s*\S+\s*/g) ?? [text];

function textEvents(content: string): readonly ModelEvent[] {
	if (content === '') return [];
	const deltas = wordsIn(content).map(
		delta => ({type: 'text_delta', contentIndex: 0, delta}) as const,
	);
	return [
		{type: 'text_start', contentIndex: 0},
		...deltas,
		{type: 'text_end', contentIndex: 0, content},
	];
}

function callEvents({step}: Line, id: string): readonly ModelEvent[] {
	if (!step) return [];
	const {tool: name, input} = step;
	const deltas = wordsIn(JSON.stringify(input)).map(
		delta => ({type: 'toolcall_delta', contentIndex: 0, delta}) as const,
	);
	const toolCall = {type: 'toolCall', id, name, arguments: input} as const;
	return [
		{type: 'toolcall_start', contentIndex: 0, id, toolName: name},
		...deltas,
		{type: 'toolcall_end', contentIndex: 0, toolCall},
	];
}

/** The same for the same transcript, however often it is asked. */
function toPayload(call: ProtocolCall): readonly ModelEvent[] {
	const line = nextLine(call);
	const last = call.messages.at(-1)?.timestamp ?? 0;
	const id = `demo_${last.toString(36)}_${call.messages.length}`;
	return [
		{type: 'start', responseId: id},
		...textEvents(line.text),
		...callEvents(line, id),
		{type: 'usage', usage: usageOf(call, line)},
		{type: 'done', reason: line.step ? 'toolUse' : 'stop'},
	];
}

const isEvent = (value: unknown): value is ModelEvent =>
	typeof value === 'object' && value !== null && 'type' in value;

async function* speak(payload: readonly unknown[], {model, signal}: Connection) {
	const pause = Number(model.compat?.delayMs ?? 0);
	for (const event of payload) {
		signal.throwIfAborted();
		if (pause > 0 && isEvent(event) && 'delta' in event) await wait(pause, signal);
		yield event;
	}
}

/** A script behind the same interface as every provider; it needs no network, no clock and no chance. */
export const demo: Protocol = {
	toPayload,
	async open(payload, connection) {
		if (!Array.isArray(payload)) throw new Error('The demo says only what is in its script.');
		return speak(payload, connection);
	},
	createReply: () => ({read: event => (isEvent(event) ? [event] : []), end: () => []}),
};
