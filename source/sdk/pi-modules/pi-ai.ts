import {randomBytes} from 'node:crypto';
import {type TSchema, Type} from 'typebox';
import {checkToolInput, failureOf} from '../../ai/index.ts';
import {parseStreamingJson, ToolCallArgumentsStream} from './argument-stream.ts';
import {createAssistantMessageEventStream, PushStream} from './push-stream.ts';
import * as transcript from './transcript.ts';

/** A schema for one of some words, which every provider takes. */
export const StringEnum = <T extends readonly string[]>(
	values: T,
	options: {readonly description?: string; readonly default?: T[number]} = {},
): TSchema => Type.Unsafe({type: 'string', enum: [...values], ...options});

/** An id that sorts by time. */
export function uuidv7(): string {
	const bytes = randomBytes(16);
	bytes.writeUIntBE(Date.now(), 0, 6);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = bytes.toString('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20),
	].join('-');
}

function validateToolArguments(
	tool: {readonly parameters: TSchema},
	call: {readonly arguments: unknown},
): unknown {
	const checked = checkToolInput(tool.parameters, call.arguments);
	if (!checked.ok) throw new Error(checked.problems.join('\n'));
	return checked.value;
}

/** `@earendil-works/pi-ai`. */
export const piAi = {
	...transcript,
	Type,
	StringEnum,
	uuidv7,
	createAssistantMessageEventStream,
	AssistantMessageEventStream: PushStream,
	EventStream: PushStream,
	ToolCallArgumentsStream,
	parseStreamingJson,
	validateToolArguments,
	isContextOverflow: (message: Parameters<typeof failureOf>[0]) =>
		failureOf(message)?.code === 'overflow',
	PI_AI_VERSION: '1.6.0',
};
