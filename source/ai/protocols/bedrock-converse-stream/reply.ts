import {isRecord} from '../../../lib/is-record.ts';
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
	signature: string;
	isRedacted: boolean;
};

type Progress = {
	readonly call: ProtocolCall;
	readonly blocks: Map<unknown, Block>;
	nextIndex: number;
	stop: string;
	hasStarted: boolean;
	hasEnded: boolean;
};

/** Here the prompt does not include what went through the cache. */
function toUsage(wire: Json): Usage {
	const hour = list(wire.cacheDetails)
		.map(record)
		.filter(({ttl}) => ttl === '1h')
		.reduce((sum, {inputTokens}) => sum + count(inputTokens), 0);
	const cacheWrite = count(wire.cacheWriteInputTokens);
	return {
		...emptyUsage,
		input: count(wire.inputTokens),
		output: count(wire.outputTokens),
		cacheRead: count(wire.cacheReadInputTokens),
		cacheWrite,
		...(hour > 0 ? {cacheWrite1h: Math.min(hour, cacheWrite)} : {}),
	};
}

function openBlock(
	progress: Progress,
	key: unknown,
	{kind, tool = {}}: {readonly kind: Block['kind']; readonly tool?: Json},
): readonly ModelEvent[] {
	const contentIndex = progress.nextIndex++;
	const id = text(tool.toolUseId) || `call_${progress.call.messages.length}_${contentIndex}`;
	const name = text(tool.name);
	const block = {kind, contentIndex, id, name, signature: '', isRedacted: false, text: ''};
	progress.blocks.set(key, block);
	if (kind !== 'toolcall') return [{type: `${kind}_start`, contentIndex}];
	return [{type: 'toolcall_start', contentIndex, id, toolName: name}];
}

function readStart(progress: Progress, key: unknown, start: Json): readonly ModelEvent[] {
	if (!isRecord(start.toolUse) || progress.blocks.has(key)) return [];
	return openBlock(progress, key, {kind: 'toolcall', tool: start.toolUse});
}

/** Text and thinking are not announced. */
function kindOf(delta: Json): Block['kind'] | undefined {
	if (delta.toolUse !== undefined) return 'toolcall';
	if (delta.reasoningContent !== undefined) return 'thinking';
	return typeof delta.text === 'string' ? 'text' : undefined;
}

/** Pieces are encoded one by one, each with an end of its own. */
const joinedBase64 = (...pieces: readonly string[]): string =>
	Buffer.concat(pieces.map(piece => Buffer.from(piece, 'base64'))).toString('base64');

function readDelta(progress: Progress, key: unknown, delta: Json): readonly ModelEvent[] {
	const kind = kindOf(delta);
	if (!kind) return [];
	const known = progress.blocks.get(key);
	// The arguments of a call that was never named belong to nothing.
	if (!known && kind === 'toolcall') return [];
	const opening = known ? [] : openBlock(progress, key, {kind});
	const block = progress.blocks.get(key);
	if (block?.kind !== kind) return opening;
	const thought = record(delta.reasoningContent);
	const redacted = text(thought.redactedContent);
	const isFirst = redacted !== '' && !block.isRedacted;
	block.isRedacted ||= redacted !== '';
	if (redacted !== '') block.signature = joinedBase64(block.signature, redacted);
	block.signature += text(thought.signature);
	const words = text(delta.text) || text(thought.text) || text(record(delta.toolUse).input);
	return [...opening, ...grow(block, isFirst ? withheldThinking : words)];
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
	max_tokens: 'length',
	model_context_window_exceeded: 'length',
	tool_use: 'toolUse',
};

/** Not every block gets its stop. */
function end(progress: Progress): readonly ModelEvent[] {
	if (progress.hasEnded) return [];
	progress.hasEnded = true;
	const {stop, blocks, call} = progress;
	const {provider} = call.model;
	const reason = stops[stop];
	if (reason) {
		const open = [...blocks.values()];
		const whole = reason === 'length' ? open.filter(({kind}) => kind !== 'toolcall') : open;
		return [...whole.map(toEnd), {type: 'done', reason, rawStopReason: stop}];
	}

	if (stop === '') return [brokeOff(provider)];
	const isRefused = stop === 'guardrail_intervened' || stop === 'content_filtered';
	const isSlip = stop.startsWith('malformed_');
	return [endedFor(stop, isRefused ? 'refused' : isSlip ? 'server' : 'unknown', provider)];
}

function start(progress: Progress, id: string): readonly ModelEvent[] {
	if (progress.hasStarted) return [];
	progress.hasStarted = true;
	return [{type: 'start', ...(id === '' ? {} : {responseId: id})}];
}

function read(progress: Progress, event: Json): readonly ModelEvent[] {
	const {contentBlockStart: opened, contentBlockDelta: delta, contentBlockStop: closed} = event;
	if (event.error) {
		progress.hasEnded = true;
		return [failedBy(event, progress.call.model.provider)];
	}

	if (event.requestId !== undefined) return start(progress, text(event.requestId));
	if (event.messageStart !== undefined) return start(progress, '');
	if (isRecord(opened)) return readStart(progress, opened.contentBlockIndex, record(opened.start));
	if (isRecord(delta)) return readDelta(progress, delta.contentBlockIndex, record(delta.delta));
	if (isRecord(closed)) return closeBlock(progress, closed.contentBlockIndex);
	progress.stop = text(record(event.messageStop).stopReason) || progress.stop;
	const {usage} = record(event.metadata);
	if (!isRecord(usage)) return [];
	// Usage is the last thing that is said.
	const tokens = {type: 'usage', usage: toUsage(usage)} as const;
	return progress.stop === '' ? [tokens] : [tokens, ...end(progress)];
}

/** Events of Converse to model events. */
export function createReply(call: ProtocolCall): Reply {
	const progress: Progress = {
		call,
		blocks: new Map(),
		nextIndex: 0,
		stop: '',
		hasStarted: false,
		hasEnded: false,
	};
	return {
		read: event => (progress.hasEnded ? [] : read(progress, record(event))),
		end: () => end(progress),
	};
}
