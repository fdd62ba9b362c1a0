import type {ModelEvent} from '../../events.ts';
import {emptyUsage, type Usage} from '../../messages.ts';
import {closeToolCall} from '../close-tool-call.ts';
import {brokeOff, endedFor, failedBy} from '../endings.ts';
import {type GrowingBlock, grow} from '../growing-block.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, list, record, text} from '../wire-json.ts';
import {withheldThinking} from '../withheld.ts';

type Block = GrowingBlock & {
	readonly id: string;
	readonly name: string;
	readonly isRedacted: boolean;
	signature: string;
};

type Progress = {
	readonly call: ProtocolCall;
	readonly blocks: Map<unknown, Block>;
	nextIndex: number;
	usage: Usage;
	/** Why the answer ends, and what is said about it. */
	stop: string;
	explanation: string;
	hasEnded: boolean;
};

/** Only what is present counts: relays leave fields out of later reports. */
function mergeUsage(known: Usage, wire: Json): Usage {
	const given = (name: string, before: number) =>
		typeof wire[name] === 'number' ? count(wire[name]) : before;
	const cacheWrite1h = count(record(wire.cache_creation).ephemeral_1h_input_tokens);
	const reasoning = count(record(wire.output_tokens_details).thinking_tokens);
	return {
		...known,
		input: given('input_tokens', known.input),
		output: given('output_tokens', known.output),
		cacheRead: given('cache_read_input_tokens', known.cacheRead),
		cacheWrite: given('cache_creation_input_tokens', known.cacheWrite),
		...(cacheWrite1h > 0 ? {cacheWrite1h} : {}),
		...(reasoning > 0 ? {reasoning} : {}),
	};
}

function readUsage(progress: Progress, wire: unknown): ModelEvent {
	progress.usage = mergeUsage(progress.usage, record(wire));
	return {type: 'usage', usage: progress.usage};
}

function start(progress: Progress, wire: Json): readonly ModelEvent[] {
	const id = text(wire.id);
	const model = text(wire.model);
	return [
		{
			type: 'start',
			...(id === '' ? {} : {responseId: id}),
			...(model === '' || model === progress.call.model.id ? {} : {responseModel: model}),
		},
		// An abort may leave nothing but this report.
		readUsage(progress, wire.usage),
	];
}

const kinds: Readonly<Record<string, Block['kind']>> = {
	text: 'text',
	thinking: 'thinking',
	redacted_thinking: 'thinking',
	tool_use: 'toolcall',
};

function openBlock(progress: Progress, key: unknown, wire: Json): readonly ModelEvent[] {
	const kind = kinds[text(wire.type)];
	if (!kind || progress.blocks.has(key)) return [];
	const contentIndex = progress.nextIndex++;
	const name = text(wire.name);
	const id = text(wire.id) || `call_${progress.call.messages.length}_${contentIndex}`;
	const isRedacted = wire.type === 'redacted_thinking';
	const signature = text(isRedacted ? wire.data : wire.signature);
	const block = {kind, contentIndex, id, name, isRedacted, signature, text: ''};
	progress.blocks.set(key, block);
	if (kind === 'toolcall') return [{type: 'toolcall_start', contentIndex, id, toolName: name}];
	const first = isRedacted ? withheldThinking : text(wire.text) || text(wire.thinking);
	return [{type: `${kind}_start`, contentIndex}, ...grow(block, first)];
}

function readDelta(progress: Progress, key: unknown, delta: Json): readonly ModelEvent[] {
	const block = progress.blocks.get(key);
	if (!block) return [];
	block.signature += text(delta.signature);
	return grow(block, text(delta.text) || text(delta.thinking) || text(delta.partial_json));
}

function toEnd(block: Block): ModelEvent {
	const {kind, contentIndex, text: content, signature, isRedacted} = block;
	if (kind === 'text') return {type: 'text_end', contentIndex, content};
	if (kind === 'toolcall') {
		return {type: 'toolcall_end', contentIndex, toolCall: closeToolCall(block)};
	}

	return {
		type: 'thinking_end',
		contentIndex,
		content,
		...(signature === '' ? {} : {thinkingSignature: signature}),
		...(isRedacted ? {redacted: true} : {}),
	};
}

function closeBlock(progress: Progress, key: unknown): readonly ModelEvent[] {
	const block = progress.blocks.get(key);
	// A call without arguments may have none, or was cut before them: the end of the answer tells.
	if (!block || (block.kind === 'toolcall' && block.text === '')) return [];
	progress.blocks.delete(key);
	return [toEnd(block)];
}

const stops: Readonly<Record<string, 'stop' | 'length' | 'toolUse'>> = {
	end_turn: 'stop',
	stop_sequence: 'stop',
	pause_turn: 'stop',
	max_tokens: 'length',
	model_context_window_exceeded: 'length',
	tool_use: 'toolUse',
};

function end(progress: Progress): readonly ModelEvent[] {
	progress.hasEnded = true;
	const {stop, explanation, blocks, call} = progress;
	const {provider} = call.model;
	const reason = stops[stop];
	if (reason) {
		const open = [...blocks.values()];
		// What the limit cut is nobody's to run; it stays open and is closed as cut.
		const whole = reason === 'length' ? open.filter(({kind}) => kind !== 'toolcall') : open;
		return [...whole.map(toEnd), {type: 'done', reason, rawStopReason: stop}];
	}

	if (stop === '') return [brokeOff(provider)];
	const code = stop === 'refusal' || stop === 'sensitive' ? 'refused' : 'unknown';
	return [endedFor([stop, explanation].filter(Boolean).join(': '), code, provider)];
}

function readEnding(progress: Progress, wire: Json): void {
	progress.stop = text(wire.stop_reason) || progress.stop;
	progress.explanation = text(record(wire.stop_details).explanation) || progress.explanation;
}

/** The events of an answer that came in one piece, from a server that does not stream. */
const unrolled = (message: Json): readonly Json[] => [
	{type: 'message_start', message},
	...list(message.content).flatMap((value, index): Json[] => {
		const block = record(value);
		const input = block.type === 'tool_use' ? JSON.stringify(block.input ?? {}) : '';
		return [
			{type: 'content_block_start', index, content_block: block},
			{type: 'content_block_delta', index, delta: {partial_json: input}},
			{type: 'content_block_stop', index},
		];
	}),
	{type: 'message_delta', delta: message},
	{type: 'message_stop'},
];

function read(progress: Progress, event: Json): readonly ModelEvent[] {
	if (progress.hasEnded) return [];
	if (event.error || event.type === 'error') {
		progress.hasEnded = true;
		return [failedBy(event, progress.call.model.provider)];
	}

	switch (event.type) {
		case 'message_start':
			return start(progress, record(event.message));
		case 'content_block_start':
			return openBlock(progress, event.index, record(event.content_block));
		case 'content_block_delta':
			return readDelta(progress, event.index, record(event.delta));
		case 'content_block_stop':
			return closeBlock(progress, event.index);
		case 'message_delta':
			readEnding(progress, record(event.delta));
			return [readUsage(progress, event.usage)];
		case 'message_stop':
			return end(progress);
		case 'message':
			return unrolled(event).flatMap(part => read(progress, part));
		default:
			return [];
	}
}

/** Messages events to model events. Without `message_stop` the answer was cut, whatever else was said. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		call,
		blocks: new Map(),
		nextIndex: 0,
		usage: emptyUsage,
		stop: '',
		explanation: '',
		hasEnded: false,
	};
	return {
		read: event => read(progress, record(event)),
		end: () => (progress.hasEnded ? [] : [brokeOff(call.model.provider)]),
	};
}
