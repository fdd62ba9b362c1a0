import type {ModelEvent, ModelFailure} from '../../events.ts';
import {emptyUsage, type Usage} from '../../messages.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, list, record, text} from '../wire-json.ts';

type Open = {
	readonly kind: 'text' | 'thinking';
	readonly index: number;
	text: string;
	signature: string;
};

type Progress = {
	open: Open | undefined;
	next: number;
	readonly ids: Set<string>;
	finish: string | undefined;
	blocked: string | undefined;
	started: boolean;
};

function toUsage(wire: Json): Usage {
	const prompt = count(wire.promptTokenCount);
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

function close(progress: Progress): ModelEvent[] {
	const {open} = progress;
	progress.open = undefined;
	if (!open) return [];
	const {index: contentIndex, text: content, signature} = open;
	if (open.kind === 'text') {
		return [
			{type: 'text_end', contentIndex, content, ...(signature ? {textSignature: signature} : {})},
		];
	}

	return [
		{
			type: 'thinking_end',
			contentIndex,
			content,
			...(signature ? {thinkingSignature: signature} : {}),
		},
	];
}

function callEvents(call: Json, signature: string, progress: Progress): ModelEvent[] {
	const contentIndex = progress.next++;
	const given = text(call.id);
	const unique =
		given !== '' && !progress.ids.has(given) ? given : `call_${contentIndex}_${text(call.name)}`;
	progress.ids.add(unique);
	const args = record(call.args);
	const toolCall = {
		type: 'toolCall',
		id: unique,
		name: text(call.name),
		arguments: args,
		...(signature ? {thoughtSignature: signature} : {}),
	} as const;
	return [
		...close(progress),
		{type: 'toolcall_start', contentIndex, id: unique, toolName: toolCall.name},
		{type: 'toolcall_delta', contentIndex, delta: JSON.stringify(args)},
		{type: 'toolcall_end', contentIndex, toolCall},
	];
}

/** `thought` marks thinking; a signature may sit on any part, also on one without text. */
function readPart(part: Json, progress: Progress): ModelEvent[] {
	const signature = text(part.thoughtSignature);
	if (part.functionCall) return callEvents(record(part.functionCall), signature, progress);
	const piece = text(part.text);
	if (piece === '' && signature === '') return [];
	const kind = part.thought === true ? 'thinking' : 'text';
	const events: ModelEvent[] = [];
	if (progress.open?.kind !== kind) {
		events.push(...close(progress));
		const index = progress.next++;
		progress.open = {kind, index, text: '', signature: ''};
		events.push({type: kind === 'text' ? 'text_start' : 'thinking_start', contentIndex: index});
	}

	const open = progress.open;
	if (open && signature !== '') open.signature = signature;
	if (open && piece !== '') {
		open.text += piece;
		const type = kind === 'text' ? ('text_delta' as const) : ('thinking_delta' as const);
		events.push({type, contentIndex: open.index, delta: piece});
	}

	return events;
}

const stops: Readonly<Record<string, 'stop' | 'length'>> = {
	STOP: 'stop',
	FUNCTION_CALL: 'stop',
	MAX_TOKENS: 'length',
	CONTINUATION: 'length',
};
const safety = /SAFETY|BLOCKLIST|PROHIBITED|SPII|RECITATION|IMAGE/;

function failed(word: string, provider: string): ModelEvent {
	const retryable = word === 'MALFORMED_FUNCTION_CALL' || word === 'OTHER';
	const code: ModelFailure['code'] = safety.test(word)
		? 'refused'
		: retryable
			? 'server'
			: 'unknown';
	const failure = {code, message: `${provider} ended the answer: ${word}`, retryable};
	return {type: 'error', reason: 'error', failure};
}

function ending(progress: Progress, provider: string): ModelEvent[] {
	const {finish, blocked} = progress;
	const closing = close(progress);
	if (finish === undefined)
		return blocked === undefined ? [] : [...closing, failed(blocked, provider)];
	const reason = stops[finish];
	if (!reason) return [...closing, failed(finish, provider)];
	const called = reason === 'stop' && progress.ids.size > 0;
	return [...closing, {type: 'done', reason: called ? 'toolUse' : reason, rawStopReason: finish}];
}

/** generateContent chunks to model events. The finish may come before the last usage, so the body's end decides. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		open: undefined,
		next: 0,
		ids: new Set(),
		finish: undefined,
		blocked: undefined,
		started: false,
	};
	return {
		read(event) {
			const chunk = record(event);
			const candidate = record(list(chunk.candidates)[0]);
			const events: ModelEvent[] = [];
			if (!progress.started) {
				progress.started = true;
				const id = text(chunk.responseId);
				events.push({type: 'start', ...(id === '' ? {} : {responseId: id})});
			}

			for (const part of list(record(candidate.content).parts))
				events.push(...readPart(record(part), progress));
			if (text(candidate.finishReason) !== '') progress.finish = text(candidate.finishReason);
			const blocked = text(record(chunk.promptFeedback).blockReason);
			if (blocked !== '') progress.blocked = blocked;
			if (chunk.usageMetadata)
				events.push({type: 'usage', usage: toUsage(record(chunk.usageMetadata))});
			return events;
		},
		end: () => ending(progress, call.model.provider),
	};
}
