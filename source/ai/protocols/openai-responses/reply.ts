import type {ModelEvent, ModelFailure} from '../../events.ts';
import {toFailure} from '../../failure.ts';
import {emptyUsage, type Usage} from '../../messages.ts';
import {closeToolCall} from '../close-tool-call.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, list, record, text} from '../wire-json.ts';

type Block = {
	readonly kind: 'text' | 'thinking' | 'call';
	readonly index: number;
	readonly item: Json;
	text: string;
};

type Progress = {
	readonly blocks: Map<unknown, Block>;
	readonly closed: Set<unknown>;
	next: number;
	calls: number;
	over: boolean;
};

function toUsage(wire: Json): Usage {
	const input = count(wire.input_tokens);
	const details = record(wire.input_tokens_details);
	const cacheRead = Math.min(count(details.cached_tokens), input);
	const cacheWrite = Math.min(count(details.cache_write_tokens), input - cacheRead);
	const reasoning = count(record(wire.output_tokens_details).reasoning_tokens);
	return {
		...emptyUsage,
		input: input - cacheRead - cacheWrite,
		output: count(wire.output_tokens),
		cacheRead,
		cacheWrite,
		...(reasoning > 0 ? {reasoning} : {}),
	};
}

const kinds: Readonly<Record<string, Block['kind']>> = {
	reasoning: 'thinking',
	message: 'text',
	function_call: 'call',
};

const callId = (item: Json): string => `${text(item.call_id)}|${text(item.id)}`.replace(/\|$/, '');

function openBlock(key: unknown, item: Json, progress: Progress): ModelEvent[] {
	const kind = kinds[text(item.type)];
	if (!kind || progress.blocks.has(key) || progress.closed.has(key)) return [];
	const contentIndex = progress.next++;
	progress.blocks.set(key, {kind, index: contentIndex, item, text: ''});
	if (kind === 'text') return [{type: 'text_start', contentIndex}];
	if (kind === 'thinking') return [{type: 'thinking_start', contentIndex}];
	progress.calls += 1;
	return [{type: 'toolcall_start', contentIndex, id: callId(item), toolName: text(item.name)}];
}

function grow(block: Block | undefined, delta: string): ModelEvent[] {
	if (!block || delta === '') return [];
	block.text += delta;
	const {index: contentIndex} = block;
	if (block.kind === 'text') return [{type: 'text_delta', contentIndex, delta}];
	if (block.kind === 'thinking') return [{type: 'thinking_delta', contentIndex, delta}];
	return [{type: 'toolcall_delta', contentIndex, delta}];
}

const joined = (parts: unknown, separator: string): string =>
	list(parts)
		.map(part => text(record(part).text) || text(record(part).refusal))
		.filter(part => part !== '')
		.join(separator);

/** The finished item is what counts, whatever the deltas were. */
function closeBlock(key: unknown, item: Json, progress: Progress): ModelEvent[] {
	const opening = openBlock(key, item, progress);
	const block = progress.blocks.get(key);
	if (!block) return opening;
	progress.blocks.delete(key);
	progress.closed.add(key);
	const {index: contentIndex} = block;
	if (block.kind === 'text') {
		const signature = {
			id: text(item.id),
			...(text(item.phase) === '' ? {} : {phase: text(item.phase)}),
		};
		const content = joined(item.content, '') || block.text;
		return [
			...opening,
			{type: 'text_end', contentIndex, content, textSignature: JSON.stringify(signature)},
		];
	}

	if (block.kind === 'thinking') {
		const content = joined(item.summary, '\n\n') || joined(item.content, '\n\n') || block.text;
		return [
			...opening,
			{type: 'thinking_end', contentIndex, content, thinkingSignature: JSON.stringify(item)},
		];
	}

	const written = text(item.arguments) || block.text;
	const toolCall = closeToolCall({id: callId(item), name: text(item.name), text: written});
	return [...opening, {type: 'toolcall_end', contentIndex, toolCall}];
}

const failed = (code: ModelFailure['code'], message: string): ModelEvent => ({
	type: 'error',
	reason: 'error',
	failure: {code, message, retryable: code === 'server'},
});

function ending(response: Json, progress: Progress, provider: string): ModelEvent[] {
	progress.over = true;
	const events: ModelEvent[] = [];
	if (response.usage) events.push({type: 'usage', usage: toUsage(record(response.usage))});
	const status = text(response.status);
	if (status === 'incomplete') {
		const reason = text(record(response.incomplete_details).reason);
		if (reason === 'max_output_tokens')
			return [...events, {type: 'done', reason: 'length', rawStopReason: reason}];
		const code = reason === 'content_filter' ? 'refused' : 'unknown';
		return [...events, failed(code, `${provider} ended the answer: ${reason || 'incomplete'}`)];
	}

	// A call without its end is half a call.
	if ([...progress.blocks.values()].some(({kind}) => kind === 'call')) {
		return [...events, failed('truncated', `${provider}: a tool call was not finished`)];
	}

	return [
		...events,
		{type: 'done', reason: progress.calls > 0 ? 'toolUse' : 'stop', rawStopReason: status},
	];
}

const textDeltas = new Set([
	'response.output_text.delta',
	'response.refusal.delta',
	'response.reasoning_summary_text.delta',
	'response.reasoning_text.delta',
	'response.function_call_arguments.delta',
]);

function readEvent(event: Json, progress: Progress, call: ProtocolCall): ModelEvent[] {
	const type = text(event.type);
	const key = event.output_index;
	const {provider, id: asked} = call.model;
	if (textDeltas.has(type)) return grow(progress.blocks.get(key), text(event.delta));
	switch (type) {
		case 'response.created': {
			const response = record(event.response);
			const model = text(response.model);
			const other = model !== '' && model !== asked ? {responseModel: model} : {};
			const id = text(response.id);
			return [{type: 'start', ...(id === '' ? {} : {responseId: id}), ...other}];
		}

		case 'response.output_item.added':
			return openBlock(key, record(event.item), progress);
		case 'response.reasoning_summary_part.added':
			return progress.blocks.get(key)?.text ? grow(progress.blocks.get(key), '\n\n') : [];
		case 'response.output_item.done':
			return closeBlock(key, record(event.item), progress);
		case 'response.completed':
		case 'response.done':
		case 'response.incomplete':
			return ending(record(event.response), progress, provider);
		case 'response.failed':
		case 'error': {
			progress.over = true;
			const said = type === 'error' ? event : record(event.response);
			const failure = toFailure(said.error ? said : {error: said}, {provider, aborted: false});
			return [{type: 'error', reason: 'error', failure}];
		}

		default:
			return [];
	}
}

/** Responses events to model events. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {blocks: new Map(), closed: new Set(), next: 0, calls: 0, over: false};
	return {
		read: event => (progress.over ? [] : readEvent(record(event), progress, call)),
		// Without a terminal event the stream was cut; the SDK does not say so.
		end: () => [],
	};
}
