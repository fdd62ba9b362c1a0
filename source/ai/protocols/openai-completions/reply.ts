import {isRecord} from '../../../lib/is-record.ts';
import type {ModelEvent, ModelFailure} from '../../events.ts';
import {toFailure} from '../../failure.ts';
import {ModelError} from '../../model-error.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {type Json, list, record, text} from '../wire-json.ts';
import {type CallReader, createCallReader} from './calls.ts';
import {compatOf} from './compat.ts';
import {thinkingFields} from './messages.ts';
import {addDetail, detailText} from './thoughts.ts';
import {toUsage} from './usage.ts';

/** The block that grows at the moment; a call is not among them. */
type Growing = {
	readonly kind: 'text' | 'thinking';
	readonly contentIndex: number;
	text: string;
	/** The field that thinking came in. */
	readonly field: string;
	readonly details: Json[];
};

type Progress = {
	readonly call: ProtocolCall;
	readonly calls: CallReader;
	nextIndex: number;
	growing: Growing | undefined;
	finish: string | undefined;
	hasStarted: boolean;
	hasEnded: boolean;
};

function closeGrowing(progress: Progress): readonly ModelEvent[] {
	const {growing} = progress;
	progress.growing = undefined;
	if (!growing) return [];
	const {kind, contentIndex, text: content, field, details} = growing;
	if (kind === 'text') return [{type: 'text_end', contentIndex, content}];
	const thinkingSignature = details.length > 0 ? JSON.stringify(details) : field;
	return [{type: 'thinking_end', contentIndex, content, thinkingSignature}];
}

/** The growing block of this kind; another kind is closed first. */
function grow(
	progress: Progress,
	kind: Growing['kind'],
	field = '',
): readonly [block: Growing, events: ModelEvent[]] {
	const {growing} = progress;
	if (growing?.kind === kind) return [growing, []];
	const closing = closeGrowing(progress);
	const contentIndex = progress.nextIndex++;
	const block = {kind, contentIndex, text: '', field, details: []};
	progress.growing = block;
	return [block, [...closing, {type: `${kind}_start`, contentIndex}]];
}

function say(
	progress: Progress,
	kind: Growing['kind'],
	{delta, field, details = []}: {delta: string; field?: string; details?: readonly Json[]},
): readonly ModelEvent[] {
	if (delta === '' && details.length === 0) return [];
	const [block, events] = grow(progress, kind, field);
	for (const detail of details) addDetail(block.details, detail);
	block.text += delta;
	const {contentIndex} = block;
	if (delta !== '') events.push({type: `${kind}_delta`, contentIndex, delta});
	return events;
}

function readThinking(progress: Progress, delta: Json): readonly ModelEvent[] {
	// Some servers send two copies: the first field that holds anything counts.
	const field = thinkingFields.find(name => text(delta[name]) !== '');
	const details = list(delta.reasoning_details).map(record);
	if (field === undefined && details.length === 0) return [];
	const piece = field === undefined ? details.map(detailText).join('') : text(delta[field]);
	return say(progress, 'thinking', {delta: piece, field: field ?? 'reasoning', details});
}

/** A plain string everywhere but at servers in the manner of Mistral, which send parts. */
function readContent(progress: Progress, content: unknown): readonly ModelEvent[] {
	if (typeof content === 'string') return say(progress, 'text', {delta: content});
	return list(content).flatMap(value => {
		const part = record(value);
		if (part.type !== 'thinking') return say(progress, 'text', {delta: text(part.text)});
		const thought = list(part.thinking).map(piece => text(record(piece).text));
		return say(progress, 'thinking', {delta: thought.join(''), field: 'reasoning_content'});
	});
}

function readCalls(progress: Progress, pieces: readonly unknown[]): readonly ModelEvent[] {
	if (pieces.length === 0) return [];
	return [
		...closeGrowing(progress),
		...pieces.flatMap(piece => progress.calls.read(record(piece))),
	];
}

function start(progress: Progress, chunk: Json): readonly ModelEvent[] {
	progress.hasStarted = true;
	const model = text(chunk.model);
	const id = text(chunk.id);
	return [
		{
			type: 'start',
			...(id === '' ? {} : {responseId: id}),
			...(model === '' || model === progress.call.model.id ? {} : {responseModel: model}),
		},
	];
}

const stops: Readonly<Record<string, 'stop' | 'length' | 'toolUse'>> = {
	stop: 'stop',
	end: 'stop',
	length: 'length',
	tool_calls: 'toolUse',
	function_call: 'toolUse',
};

function finishFailure(finish: string, provider: string): ModelFailure {
	const message = `${provider} ended the answer: ${finish}`;
	if (finish === 'content_filter') return {code: 'refused', message, retryable: false};
	const retryable = finish === 'network_error';
	return {code: retryable ? 'network' : 'unknown', message, retryable};
}

function end(progress: Progress): readonly ModelEvent[] {
	if (progress.hasEnded) return [];
	progress.hasEnded = true;
	const {call, calls, finish} = progress;
	const {provider} = call.model;
	const closing = closeGrowing(progress);
	if (finish === undefined && compatOf(call.model).supportsFinishReason === false) {
		return [...closing, ...calls.close(false), {type: 'done', reason: 'stop'}];
	}

	if (finish === undefined) {
		const cut = new ModelError('truncated', 'the answer broke off before its end');
		return [...closing, {type: 'error', reason: 'error', failure: toFailure(cut, {provider})}];
	}

	const reason = stops[finish];
	if (reason === undefined) {
		return [...closing, {type: 'error', reason: 'error', failure: finishFailure(finish, provider)}];
	}

	return [
		...closing,
		...calls.close(reason === 'length'),
		{type: 'done', reason, rawStopReason: finish},
	];
}

function readChunk(progress: Progress, chunk: Json): readonly ModelEvent[] {
	const choice = record(list(chunk.choices)[0]);
	const fault = chunk.error ?? choice.error;
	if (fault) {
		progress.hasEnded = true;
		const failure = toFailure({error: fault}, {provider: progress.call.model.provider});
		return [...closeGrowing(progress), {type: 'error', reason: 'error', failure}];
	}

	// A server that does not stream sends the whole message at once.
	const delta = record(choice.delta ?? choice.message);
	const events: ModelEvent[] = [];
	if (!progress.hasStarted && list(chunk.choices).length > 0)
		events.push(...start(progress, chunk));
	events.push(...readThinking(progress, delta));
	events.push(...readContent(progress, delta.content));
	events.push(...say(progress, 'text', {delta: text(delta.refusal)}));
	events.push(...readCalls(progress, list(delta.tool_calls)));
	progress.finish = text(choice.finish_reason) || progress.finish;
	const usage = chunk.usage ?? choice.usage;
	if (isRecord(usage)) events.push({type: 'usage', usage: toUsage(usage)});
	return events;
}

/** Chat Completions chunks to model events. The end waits for the body's end: usage comes after the finish. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		call,
		calls: createCallReader({
			takeIndex: () => progress.nextIndex++,
			makeId: n => `call_${call.messages.length}_${n}`,
		}),
		nextIndex: 0,
		growing: undefined,
		finish: undefined,
		hasStarted: false,
		hasEnded: false,
	};
	return {
		read(wireEvent) {
			if (progress.hasEnded) return [];
			return wireEvent === '[DONE]' ? end(progress) : readChunk(progress, record(wireEvent));
		},
		end: () => end(progress),
	};
}
