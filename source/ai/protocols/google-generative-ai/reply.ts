import {isRecord} from '../../../lib/is-record.ts';
import type {FailureCode, ModelEvent} from '../../events.ts';
import {emptyUsage, type ToolCall, type Usage} from '../../messages.ts';
import {brokeOff, endedFor, failedBy} from '../endings.ts';
import {type GrowingBlock, grow} from '../growing-block.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, list, record, text} from '../wire-json.ts';

type Block = GrowingBlock & {readonly kind: 'text' | 'thinking'; signature: string};

type Progress = {
	readonly call: ProtocolCall;
	readonly ids: Set<string>;
	/** Blocks come one after another. */
	growing: Block | undefined;
	nextIndex: number;
	finish: string;
	finishMessage: string;
	blocked: string;
	hasStarted: boolean;
	hasEnded: boolean;
};

/** Here the prompt includes what came from the cache, and the answer does not include the thinking. */
function toUsage(wire: Json): Usage {
	const prompt = count(wire.promptTokenCount) + count(wire.toolUsePromptTokenCount);
	const cacheRead = Math.min(count(wire.cachedContentTokenCount), prompt);
	const reasoning = count(wire.thoughtsTokenCount);
	return {
		...emptyUsage,
		input: prompt - cacheRead,
		output: count(wire.candidatesTokenCount) + reasoning,
		cacheRead,
		...(reasoning > 0 ? {reasoning} : {}),
	};
}

function closeGrowing(progress: Progress): readonly ModelEvent[] {
	const {growing} = progress;
	progress.growing = undefined;
	if (!growing) return [];
	const {kind, contentIndex, text: content, signature} = growing;
	if (kind === 'text') {
		const signed = signature === '' ? {} : {textSignature: signature};
		return [{type: 'text_end', contentIndex, content, ...signed}];
	}

	const signed = signature === '' ? {} : {thinkingSignature: signature};
	return [{type: 'thinking_end', contentIndex, content, ...signed}];
}

/** `thought` alone marks thinking. A signature may come with any part, also with one that has no text. */
function readText(progress: Progress, part: Json): readonly ModelEvent[] {
	const delta = text(part.text);
	const signature = text(part.thoughtSignature);
	if (delta === '' && signature === '') return [];
	const kind = part.thought === true ? 'thinking' : 'text';
	const events: ModelEvent[] = [];
	if (progress.growing?.kind !== kind) {
		events.push(...closeGrowing(progress));
		const contentIndex = progress.nextIndex++;
		progress.growing = {kind, contentIndex, text: '', signature: ''};
		events.push({type: `${kind}_start`, contentIndex});
	}

	if (progress.growing && signature !== '') progress.growing.signature = signature;
	if (progress.growing) events.push(...grow(progress.growing, delta));
	return events;
}

/** Ids may be missing or come twice; results have to find their calls all the same. */
function nameCall({ids, call, nextIndex}: Progress, given: string): string {
	const isFree = given !== '' && !ids.has(given);
	const id = isFree ? given : `call_${call.messages.length}_${nextIndex}`;
	ids.add(id);
	return id;
}

/** Calls arrive whole. */
function readCall(progress: Progress, wire: Json, signature: string): readonly ModelEvent[] {
	const closing = closeGrowing(progress);
	const id = nameCall(progress, text(wire.id));
	const contentIndex = progress.nextIndex++;
	const args = record(wire.args);
	const toolCall: ToolCall = {
		type: 'toolCall',
		id,
		name: text(wire.name),
		arguments: args,
		...(signature === '' ? {} : {thoughtSignature: signature}),
	};
	return [
		...closing,
		{type: 'toolcall_start', contentIndex, id, toolName: toolCall.name},
		{type: 'toolcall_delta', contentIndex, delta: JSON.stringify(args)},
		{type: 'toolcall_end', contentIndex, toolCall},
	];
}

function readPart(progress: Progress, part: Json): readonly ModelEvent[] {
	if (!isRecord(part.functionCall)) return readText(progress, part);
	return readCall(progress, part.functionCall, text(part.thoughtSignature));
}

function start(progress: Progress, chunk: Json): readonly ModelEvent[] {
	if (progress.hasStarted) return [];
	progress.hasStarted = true;
	const id = text(chunk.responseId);
	const model = text(chunk.modelVersion).replace(/^models\//, '');
	return [
		{
			type: 'start',
			...(id === '' ? {} : {responseId: id}),
			...(model === '' || model === progress.call.model.id ? {} : {responseModel: model}),
		},
	];
}

const stops: Readonly<Record<string, 'stop' | 'length'>> = {
	STOP: 'stop',
	// Said by servers in the manner of Gemini.
	FUNCTION_CALL: 'stop',
	MAX_TOKENS: 'length',
	CONTINUATION: 'length',
};

const refusals = /SAFETY|BLOCKLIST|PROHIBITED|SPII|RECITATION|JAILBREAK|MODEL_ARMOR/;

/** What the model itself did wrong may go right at the next attempt. */
const slips = new Set([
	'MALFORMED_FUNCTION_CALL',
	'MALFORMED_RESPONSE',
	'OTHER',
	'TOO_MANY_TOOL_CALLS',
	'UNEXPECTED_TOOL_CALL',
]);

function codeFor(reason: string): FailureCode {
	if (refusals.test(reason)) return 'refused';
	return slips.has(reason) ? 'server' : 'unknown';
}

function end(progress: Progress): readonly ModelEvent[] {
	if (progress.hasEnded) return [];
	progress.hasEnded = true;
	const {finish, finishMessage, blocked, call} = progress;
	const {provider} = call.model;
	const closing = closeGrowing(progress);
	const done = stops[finish];
	if (done) return [...closing, {type: 'done', reason: done, rawStopReason: finish}];
	if (finish !== '') {
		const words = [finish, finishMessage].filter(Boolean).join(': ');
		return [...closing, endedFor(words, codeFor(finish), provider)];
	}

	if (blocked === '') return [...closing, brokeOff(provider)];
	return [...closing, endedFor(`the prompt was blocked: ${blocked}`, 'refused', provider)];
}

function read(progress: Progress, chunk: Json): readonly ModelEvent[] {
	if (progress.hasEnded) return [];
	if (chunk.error) {
		progress.hasEnded = true;
		return [...closeGrowing(progress), failedBy(chunk, progress.call.model.provider)];
	}

	const candidate = record(list(chunk.candidates)[0]);
	const parts = list(record(candidate.content).parts).map(record);
	progress.finish = text(candidate.finishReason) || progress.finish;
	progress.finishMessage = text(candidate.finishMessage) || progress.finishMessage;
	progress.blocked = text(record(chunk.promptFeedback).blockReason) || progress.blocked;
	const {usageMetadata: usage} = chunk;
	return [
		...(Object.keys(chunk).length > 0 ? start(progress, chunk) : []),
		...parts.flatMap(part => readPart(progress, part)),
		...(isRecord(usage) ? [{type: 'usage', usage: toUsage(usage)} as const] : []),
		// The reason comes with the last usage, or the usage follows; nothing else does.
		...(progress.finish !== '' && isRecord(usage) ? end(progress) : []),
	];
}

/** Chunks of generateContent to model events. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		call,
		ids: new Set(),
		growing: undefined,
		nextIndex: 0,
		finish: '',
		finishMessage: '',
		blocked: '',
		hasStarted: false,
		hasEnded: false,
	};
	return {
		read: event => read(progress, record(event)),
		end: () => end(progress),
	};
}
