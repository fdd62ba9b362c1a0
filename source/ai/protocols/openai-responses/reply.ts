import {isRecord} from '../../../lib/is-record.ts';
import type {ModelEvent} from '../../events.ts';
import {emptyUsage, type Usage} from '../../messages.ts';
import {closeToolCall} from '../close-tool-call.ts';
import {brokeOff, endedFor, failedBy} from '../endings.ts';
import {type GrowingBlock, grow} from '../growing-block.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, list, record, text} from '../wire-json.ts';

/** One output item while it arrives. */
type Block = GrowingBlock & {
	/** Of a call, as its start event named it. */
	readonly id: string;
	/** Of a reasoning summary, which comes in parts. */
	part: unknown;
	/** A finished reasoning item whose encrypted content may come at the end of the answer. */
	waiting: Json | undefined;
};

type Progress = {
	readonly call: ProtocolCall;
	readonly blocks: Map<unknown, Block>;
	readonly closed: Set<unknown>;
	nextIndex: number;
	hasStarted: boolean;
	hasEnded: boolean;
};

function toUsage(wire: Json): Usage {
	const prompt = count(wire.input_tokens);
	const details = record(wire.input_tokens_details);
	const cacheRead = Math.min(count(details.cached_tokens), prompt);
	const cacheWrite = Math.min(count(details.cache_write_tokens), prompt - cacheRead);
	const reasoning = count(record(wire.output_tokens_details).reasoning_tokens);
	return {
		...emptyUsage,
		input: prompt - cacheRead - cacheWrite,
		output: count(wire.output_tokens),
		cacheRead,
		cacheWrite,
		...(reasoning > 0 ? {reasoning} : {}),
	};
}

const kinds: Readonly<Record<string, Block['kind']>> = {
	reasoning: 'thinking',
	message: 'text',
	function_call: 'toolcall',
};

/** Both ids: the one that results name, and the one that is checked against the reasoning. */
const callId = ({call_id: call, id}: Json): string =>
	[text(call) || text(id), text(call) === '' ? '' : text(id)].filter(Boolean).join('|');

function open(progress: Progress, key: unknown, item: Json): readonly ModelEvent[] {
	const kind = kinds[text(item.type)];
	if (!kind || progress.blocks.has(key) || progress.closed.has(key)) return [];
	const contentIndex = progress.nextIndex++;
	const id = callId(item) || `call_${progress.call.messages.length}_${contentIndex}`;
	const block = {kind, contentIndex, id, text: '', part: undefined, waiting: undefined};
	progress.blocks.set(key, block);
	if (kind !== 'toolcall') return [{type: `${kind}_start`, contentIndex}];
	return [{type: 'toolcall_start', contentIndex, id, toolName: text(item.name)}];
}

/** Which item a delta belongs to, for servers that do not announce their items. */
const deltas: Readonly<Record<string, string>> = {
	'response.output_text.delta': 'message',
	'response.refusal.delta': 'message',
	'response.reasoning_summary_text.delta': 'reasoning',
	'response.reasoning_text.delta': 'reasoning',
	'response.function_call_arguments.delta': '',
};

function readDelta(progress: Progress, key: unknown, event: Json): readonly ModelEvent[] {
	const opening = open(progress, key, {type: deltas[text(event.type)]});
	const block = progress.blocks.get(key);
	if (!block) return opening;
	const {summary_index: part} = event;
	const isNextPart = part !== undefined && part !== block.part && block.text !== '';
	block.part = part;
	return [
		...opening,
		...(isNextPart ? grow(block, '\n\n') : []),
		...grow(block, text(event.delta)),
	];
}

const joined = (parts: unknown, separator: string): string =>
	list(parts)
		.map(part => text(record(part).text) || text(record(part).refusal))
		.filter(part => part !== '')
		.join(separator);

function textSignature({id, phase}: Json): {readonly textSignature?: string} {
	if (text(id) === '') return {};
	return {textSignature: JSON.stringify({v: 1, id, ...(text(phase) === '' ? {} : {phase})})};
}

/** The finished item is what counts, whatever the deltas were. */
function toEnd(block: Block, item: Json): ModelEvent {
	const {kind, contentIndex, id} = block;
	if (kind === 'text') {
		const content = joined(item.content, '') || block.text;
		return {type: 'text_end', contentIndex, content, ...textSignature(item)};
	}

	if (kind === 'thinking') {
		const content = joined(item.summary, '\n\n') || joined(item.content, '\n\n') || block.text;
		return {type: 'thinking_end', contentIndex, content, thinkingSignature: JSON.stringify(item)};
	}

	const written = text(item.arguments) || block.text;
	const toolCall = closeToolCall({id, name: text(item.name), text: written});
	return {type: 'toolcall_end', contentIndex, toolCall};
}

const isEncrypted = (item: Json): boolean => text(item.encrypted_content) !== '';

function close(progress: Progress, key: unknown, item: Json): readonly ModelEvent[] {
	const opening = open(progress, key, item);
	const block = progress.blocks.get(key);
	if (!block || block.kind !== kinds[text(item.type)]) return opening;
	// A call that its own server calls incomplete is closed as cut, with the answer.
	if (block.kind === 'toolcall' && item.status === 'incomplete') return opening;
	if (block.kind === 'thinking' && !isEncrypted(item) && block.waiting === undefined) {
		block.waiting = item;
		return opening;
	}

	progress.blocks.delete(key);
	progress.closed.add(key);
	return [...opening, toEnd(block, item)];
}

/** Items that were finished only in the summary of the answer, and reasoning that was encrypted there. */
function closeFromSummary(progress: Progress, response: Json): readonly ModelEvent[] {
	const output = list(response.output).map(record);
	const fromOutput = output.flatMap((item, index) => close(progress, index, item));
	const fromWaiting = [...progress.blocks].flatMap(([key, {waiting}]) =>
		waiting ? close(progress, key, waiting) : [],
	);
	return [...fromOutput, ...fromWaiting];
}

/** Why the answer ended, in one word. */
function endingOf(response: Json): string {
	const status = text(response.status) || 'completed';
	if (status !== 'incomplete') return status;
	return text(record(response.incomplete_details).reason) || status;
}

function endWith(progress: Progress, ending: string): ModelEvent {
	const {provider} = progress.call.model;
	if (ending === 'max_output_tokens') {
		return {type: 'done', reason: 'length', rawStopReason: ending};
	}

	if (ending === 'content_filter') return endedFor(ending, 'refused', provider);
	if (ending !== 'completed') return endedFor(ending, 'unknown', provider);
	const isCut = [...progress.blocks.values()].some(({kind}) => kind === 'toolcall');
	if (isCut) return brokeOff(provider, 'the answer ended in the middle of a tool call');
	return {type: 'done', reason: 'stop', rawStopReason: ending};
}

function end(progress: Progress, response: Json): readonly ModelEvent[] {
	if (response.status === 'failed') return fail(progress, {response});
	progress.hasEnded = true;
	const {usage} = response;
	return [
		...closeFromSummary(progress, response),
		...(isRecord(usage) ? [{type: 'usage', usage: toUsage(usage)} as const] : []),
		endWith(progress, endingOf(response)),
	];
}

function fail(progress: Progress, event: Json): readonly ModelEvent[] {
	progress.hasEnded = true;
	const {usage, error} = record(event.response);
	const fault = event.error ?? error ?? event;
	return [
		...(isRecord(usage) ? [{type: 'usage', usage: toUsage(usage)} as const] : []),
		failedBy({error: fault}, progress.call.model.provider),
	];
}

function start(progress: Progress, response: Json): readonly ModelEvent[] {
	if (progress.hasStarted) return [];
	progress.hasStarted = true;
	const id = text(response.id);
	const model = text(response.model);
	return [
		{
			type: 'start',
			...(id === '' ? {} : {responseId: id}),
			...(model === '' || model === progress.call.model.id ? {} : {responseModel: model}),
		},
	];
}

function read(progress: Progress, event: Json): readonly ModelEvent[] {
	if (progress.hasEnded) return [];
	const type = text(event.type);
	const key = event.output_index ?? event.item_id;
	if (deltas[type] !== undefined) return readDelta(progress, key, event);
	switch (type) {
		case 'response.created':
		case 'response.in_progress':
			return start(progress, record(event.response));
		case 'response.output_item.added':
			return open(progress, key, record(event.item));
		case 'response.output_item.done':
			return close(progress, key, record(event.item));
		case 'response.completed':
		case 'response.done':
		case 'response.incomplete':
			return end(progress, record(event.response));
		case 'response.failed':
		case 'error':
			return fail(progress, event);
		default:
			break;
	}

	if (event.error) return fail(progress, event);
	// A server that does not stream sends the whole answer at once.
	if (event.object !== 'response') return [];
	return [...start(progress, event), ...end(progress, event)];
}

/** Responses events to model events. Without a terminal event the answer was cut; no SDK says so. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		call,
		blocks: new Map(),
		closed: new Set(),
		nextIndex: 0,
		hasStarted: false,
		hasEnded: false,
	};
	return {
		read: event => read(progress, record(event)),
		end: () => (progress.hasEnded ? [] : [brokeOff(call.model.provider)]),
	};
}
