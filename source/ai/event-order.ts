import cutCall from '../../prompts/model/notes/cut-call.md';
import {toUsage} from './cost.ts';
import type {ModelEvent, ModelFailure} from './events.ts';
import {emptyUsage, type Usage} from './messages.ts';
import type {Model} from './model.ts';

type OpenBlock = {
	readonly kind: 'text' | 'thinking' | 'toolcall';
	readonly id: string;
	readonly name: string;
	text: string;
};

type BlockEvent = Extract<ModelEvent, {contentIndex: number}>;
type Terminal = Extract<ModelEvent, {type: 'done' | 'error'}>;

/** Keeps the promises of `events.ts` whatever a reply half yields. */
export type EventOrder = {
	pass(event: ModelEvent): readonly ModelEvent[];
	/** The last word, if it was not spoken yet. */
	fail(failure: ModelFailure): readonly ModelEvent[];
	hasEnded(): boolean;
};

const none: readonly ModelEvent[] = [];

const kindOf = (event: BlockEvent): OpenBlock['kind'] => {
	if (event.type.startsWith('text')) return 'text';
	return event.type.startsWith('thinking') ? 'thinking' : 'toolcall';
};

function opening(event: BlockEvent): ModelEvent {
	const {contentIndex} = event;
	switch (event.type) {
		case 'text_delta':
		case 'text_end':
			return {type: 'text_start', contentIndex};
		case 'thinking_delta':
		case 'thinking_end':
			return {type: 'thinking_start', contentIndex};
		case 'toolcall_end':
			return {
				type: 'toolcall_start',
				contentIndex,
				id: event.toolCall.id,
				toolName: event.toolCall.name,
			};
		default:
			return event;
	}
}

/** What has arrived of a text stays; a call that was not closed by its protocol is never run. */
function closing(contentIndex: number, {kind, id, name, text}: OpenBlock): ModelEvent {
	if (kind === 'text') return {type: 'text_end', contentIndex, content: text};
	if (kind === 'thinking') return {type: 'thinking_end', contentIndex, content: text};
	const argumentsError = cutCall.trim();
	const toolCall = {type: 'toolCall', id, name, arguments: {}, argumentsError} as const;
	return {type: 'toolcall_end', contentIndex, toolCall};
}

/** Xiaomi cuts the input until it fits and then has no room for an answer. */
const hadNoRoom = (usage: Usage, model: Model): boolean =>
	usage.output === 0 &&
	usage.input + usage.cacheRead + usage.cacheWrite >= model.contextWindow * 0.99;

type Progress = {
	readonly model: Model;
	readonly open: Map<number, OpenBlock>;
	readonly closed: Set<number>;
	usage: Usage;
	calls: number;
	hasStarted: boolean;
	hasEnded: boolean;
};

function closeAll({open}: Progress): readonly ModelEvent[] {
	const events = [...open].map(([index, block]) => closing(index, block));
	open.clear();
	return events;
}

function openBlock(progress: Progress, event: BlockEvent): OpenBlock {
	const kind = kindOf(event);
	const first = opening(event);
	const {id, toolName: name} = first.type === 'toolcall_start' ? first : {id: '', toolName: ''};
	const block = {kind, id, name, text: ''};
	progress.open.set(event.contentIndex, block);
	if (kind === 'toolcall') progress.calls += 1;
	return block;
}

function isOutOfPlace({open, closed}: Progress, event: BlockEvent): boolean {
	const known = open.get(event.contentIndex);
	// Arguments of a call without a name belong to nothing.
	if (!known) return closed.has(event.contentIndex) || event.type === 'toolcall_delta';
	return event.type.endsWith('_start') || known.kind !== kindOf(event);
}

function passBlock(progress: Progress, event: BlockEvent): readonly ModelEvent[] {
	if (isOutOfPlace(progress, event)) return none;
	const {contentIndex: index} = event;
	const known = progress.open.get(index);
	const block = known ?? openBlock(progress, event);
	if (event.type === 'text_delta' || event.type === 'thinking_delta') block.text += event.delta;
	else if (event.type.endsWith('_end')) {
		progress.open.delete(index);
		progress.closed.add(index);
	}

	return known || event.type.endsWith('_start') ? [event] : [opening(event), event];
}

function passUsage(progress: Progress, {usage}: Extract<ModelEvent, {type: 'usage'}>): ModelEvent {
	const {cost, totalTokens: _total, ...tokens} = usage;
	const named = cost.totalFromProvider ? cost.total : undefined;
	progress.usage = toUsage(progress.model, tokens, named);
	return {type: 'usage', usage: progress.usage};
}

/** Calls decide whether tools are used; servers misreport it. */
function toTerminal({model, usage, calls}: Progress, event: Terminal): Terminal {
	if (event.type === 'error') return event;
	if (event.reason !== 'length') return {...event, reason: calls > 0 ? 'toolUse' : 'stop'};
	if (!hadNoRoom(usage, model)) return event;
	const message = `${model.provider}: the prompt fills the whole context window of ${model.id}`;
	return {type: 'error', reason: 'error', failure: {code: 'overflow', message, retryable: false}};
}

function passAny(progress: Progress, event: ModelEvent): readonly ModelEvent[] {
	if ('contentIndex' in event) return passBlock(progress, event);
	if (event.type === 'usage') return [passUsage(progress, event)];
	if (event.type === 'start') return none;
	progress.hasEnded = true;
	return [...closeAll(progress), toTerminal(progress, event)];
}

export function createEventOrder(model: Model): EventOrder {
	const progress: Progress = {
		model,
		open: new Map(),
		closed: new Set(),
		usage: emptyUsage,
		calls: 0,
		hasStarted: false,
		hasEnded: false,
	};
	return {
		pass(event) {
			if (progress.hasEnded) return none;
			if (progress.hasStarted) return passAny(progress, event);
			progress.hasStarted = true;
			return event.type === 'start' ? [event] : [{type: 'start'}, ...passAny(progress, event)];
		},
		fail(failure) {
			if (progress.hasEnded) return none;
			progress.hasEnded = true;
			const reason = failure.code === 'aborted' ? 'aborted' : 'error';
			return [...closeAll(progress), {type: 'error', reason, failure}];
		},
		hasEnded: () => progress.hasEnded,
	};
}
