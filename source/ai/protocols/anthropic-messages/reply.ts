import type {ModelEvent, ModelFailure} from '../../events.ts';
import {toFailure} from '../../failure.ts';
import {emptyUsage, type Usage} from '../../messages.ts';
import {closeToolCall} from '../close-tool-call.ts';
import type {ProtocolCall, Reply} from '../protocol.ts';
import {count, type Json, record, text} from '../wire-json.ts';

type Block = {
	readonly kind: 'text' | 'thinking' | 'redacted' | 'call';
	readonly index: number;
	readonly id: string;
	readonly name: string;
	text: string;
	signature: string;
};

type Progress = {
	readonly blocks: Map<unknown, Block>;
	next: number;
	usage: Usage;
	stop: string | undefined;
	over: boolean;
};

/** Only what is present counts: relays leave fields out of later reports. */
function mergeUsage(before: Usage, wire: Json): Usage {
	const given = (name: string, known: number) =>
		typeof wire[name] === 'number' ? count(wire[name]) : known;
	const hour = record(wire.cache_creation).ephemeral_1h_input_tokens;
	return {
		...before,
		input: given('input_tokens', before.input),
		output: given('output_tokens', before.output),
		cacheRead: given('cache_read_input_tokens', before.cacheRead),
		cacheWrite: given('cache_creation_input_tokens', before.cacheWrite),
		...(typeof hour === 'number' && hour > 0 ? {cacheWrite1h: hour} : {}),
	};
}

const kinds: Readonly<Record<string, Block['kind']>> = {
	text: 'text',
	thinking: 'thinking',
	redacted_thinking: 'redacted',
	tool_use: 'call',
};

function openBlock(key: unknown, wire: Json, progress: Progress): ModelEvent[] {
	const kind = kinds[text(wire.type)];
	if (!kind) return [];
	const index = progress.next++;
	const id = text(wire.id) || `call_${index}`;
	const block: Block = {
		kind,
		index,
		id,
		name: text(wire.name),
		text: '',
		signature: text(wire.data),
	};
	progress.blocks.set(key, block);
	if (kind === 'call')
		return [{type: 'toolcall_start', contentIndex: index, id, toolName: block.name}];
	const start: ModelEvent =
		kind === 'text'
			? {type: 'text_start', contentIndex: index}
			: {type: 'thinking_start', contentIndex: index};
	const first = kind === 'text' ? text(wire.text) : text(wire.thinking);
	return [start, ...grow(block, first)];
}

function grow(block: Block, delta: string): ModelEvent[] {
	if (delta === '') return [];
	block.text += delta;
	const {index: contentIndex} = block;
	if (block.kind === 'call') return [{type: 'toolcall_delta', contentIndex, delta}];
	if (block.kind === 'text') return [{type: 'text_delta', contentIndex, delta}];
	return [{type: 'thinking_delta', contentIndex, delta}];
}

function readDelta(key: unknown, delta: Json, progress: Progress): ModelEvent[] {
	const block = progress.blocks.get(key);
	if (!block) return [];
	if (delta.type === 'signature_delta') {
		block.signature += text(delta.signature);
		return [];
	}

	return grow(block, text(delta.text) || text(delta.thinking) || text(delta.partial_json));
}

function closeBlock(key: unknown, progress: Progress): ModelEvent[] {
	const block = progress.blocks.get(key);
	progress.blocks.delete(key);
	if (!block) return [];
	const {index: contentIndex, text: content, signature} = block;
	if (block.kind === 'text') return [{type: 'text_end', contentIndex, content}];
	if (block.kind === 'call')
		return [{type: 'toolcall_end', contentIndex, toolCall: closeToolCall(block)}];
	return [
		{
			type: 'thinking_end',
			contentIndex,
			content: block.kind === 'redacted' ? '[hidden by the provider]' : content,
			...(signature === '' ? {} : {thinkingSignature: signature}),
			...(block.kind === 'redacted' ? {redacted: true} : {}),
		},
	];
}

const stops: Readonly<Record<string, 'stop' | 'length' | 'toolUse'>> = {
	end_turn: 'stop',
	stop_sequence: 'stop',
	pause_turn: 'stop',
	max_tokens: 'length',
	tool_use: 'toolUse',
};

function ending(progress: Progress, provider: string): ModelEvent[] {
	progress.over = true;
	const {stop = ''} = progress;
	const reason = stops[stop];
	if (reason) return [{type: 'done', reason, rawStopReason: stop}];
	const refused = stop === 'refusal' || stop === 'sensitive';
	const failure: ModelFailure = {
		code: refused ? 'refused' : 'unknown',
		message: `${provider} ended the answer: ${stop || 'no reason given'}`,
		retryable: false,
	};
	return [{type: 'error', reason: 'error', failure}];
}

function readEvent(event: Json, progress: Progress, call: ProtocolCall): ModelEvent[] {
	switch (event.type) {
		case 'message_start': {
			const message = record(event.message);
			progress.usage = mergeUsage(emptyUsage, record(message.usage));
			const model = text(message.model);
			const other = model !== '' && model !== call.model.id ? {responseModel: model} : {};
			const id = text(message.id);
			return [
				{type: 'start', ...(id === '' ? {} : {responseId: id}), ...other},
				{type: 'usage', usage: progress.usage},
			];
		}

		case 'content_block_start':
			return openBlock(event.index, record(event.content_block), progress);
		case 'content_block_delta':
			return readDelta(event.index, record(event.delta), progress);
		case 'content_block_stop':
			return closeBlock(event.index, progress);
		case 'message_delta':
			progress.stop = text(record(event.delta).stop_reason) || progress.stop;
			progress.usage = mergeUsage(progress.usage, record(event.usage));
			return [{type: 'usage', usage: progress.usage}];
		case 'message_stop':
			return [
				...[...progress.blocks.keys()].flatMap(key => closeBlock(key, progress)),
				...ending(progress, call.model.provider),
			];
		case 'error': {
			progress.over = true;
			const failure = toFailure(event, {provider: call.model.provider, aborted: false});
			return [{type: 'error', reason: 'error', failure}];
		}

		default:
			return [];
	}
}

/** Messages events to model events. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		blocks: new Map(),
		next: 0,
		usage: emptyUsage,
		stop: undefined,
		over: false,
	};
	return {
		read: event => (progress.over ? [] : readEvent(record(event), progress, call)),
		// Without `message_stop` the stream was cut.
		end: () => [],
	};
}
