import type {AgentMessage} from '../../agent/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import type {CustomBody, InputPayload, StartPayload, ToolResultPayload} from './payloads.ts';

/** What a handler's answer makes of a payload, event by event. A throw is told as the handler's error. */

export const hasDecided = (result: unknown): boolean => {
	if (!isRecord(result)) return false;
	const {trusted} = result;
	if (trusted !== 'yes' && trusted !== 'no' && trusted !== 'undecided')
		throw new Error('project_trust must be answered with {trusted: "yes" | "no" | "undecided"}');
	return trusted !== 'undecided';
};

export const isHandled = (result: unknown): boolean =>
	isRecord(result) && result.action === 'handled';

export function mergeInput(payload: InputPayload, result: unknown): InputPayload {
	if (!isRecord(result)) return payload;
	if (result.action === 'handled') return {...payload, action: 'handled'};
	if (result.action !== 'transform') return payload;
	if (typeof result.text !== 'string') throw new Error('"text" of a transform must be a string');
	const {text, images} = result;
	return {...payload, text, ...(Array.isArray(images) ? {images} : {})};
}

export function toCustomBody(value: unknown): CustomBody {
	if (!isRecord(value)) throw new Error('a message must be an object');
	const {customType, content, display, details} = value;
	if (typeof customType !== 'string') throw new Error('a message needs a "customType"');
	if (typeof content !== 'string' && !Array.isArray(content))
		throw new Error('the "content" of a message must be a string or a list of blocks');
	return {
		customType,
		content,
		display: display !== false,
		...(details === undefined ? {} : {details}),
	};
}

export function mergeStart(payload: StartPayload, result: unknown): StartPayload {
	if (!isRecord(result)) return payload;
	const {message, systemPrompt} = result;
	const added = message === undefined ? payload.added : [...payload.added, toCustomBody(message)];
	return typeof systemPrompt === 'string'
		? {...payload, added, systemPrompt, isForced: true}
		: {...payload, added};
}

type WithMessages = {readonly messages: readonly AgentMessage[]};

export function mergeContext(payload: WithMessages, result: unknown): WithMessages {
	if (!isRecord(result) || result.messages === undefined) return payload;
	if (!Array.isArray(result.messages)) throw new Error('"messages" must be a list');
	return {...payload, messages: result.messages};
}

type WithMessage = {readonly message: AgentMessage};

const isMessage = (value: unknown, role: string): value is AgentMessage =>
	isRecord(value) && value.role === role;

export function mergeMessage(payload: WithMessage, result: unknown): WithMessage {
	if (!isRecord(result) || result.message === undefined) return payload;
	const {role} = payload.message;
	if (!isMessage(result.message, role))
		throw new Error(`message_end may replace a message only by one of its role (${role})`);
	return {...payload, message: result.message};
}

export const mergePayload = (
	payload: {readonly payload: unknown},
	result: unknown,
): {readonly payload: unknown} => (result === undefined ? payload : {payload: result});

const replaceable = ['content', 'details', 'structuredContent', 'isError', 'usage'] as const;

export function mergeToolResult(payload: ToolResultPayload, result: unknown): ToolResultPayload {
	if (!isRecord(result)) return payload;
	if (result.content !== undefined && !Array.isArray(result.content))
		throw new Error('"content" of a tool result must be a list of blocks');
	const given = replaceable.filter(name => result[name] !== undefined);
	const changed = {...payload, ...Object.fromEntries(given.map(name => [name, result[name]]))};
	if (!given.includes('content') || given.includes('structuredContent')) return changed;
	// What the program reads must not say other than what the model reads.
	const {structuredContent: _stale, ...rest} = changed;
	return rest;
}

/** Exactly one of a result and another place to run. */
export const requireBashAnswer = (result: unknown): boolean => {
	if (result === undefined) return false;
	const answer = isRecord(result) ? result : {};
	const given = [answer.operations, answer.result].filter(isRecord);
	if (given.length !== 1)
		throw new Error('user_bash must be answered with either "operations" or "result"');
	return true;
};
