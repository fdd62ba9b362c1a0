import {isRecord} from '../lib/is-record.ts';
import {createPartialJson, type PartialJson} from '../lib/partial-json.ts';
import type {FailureCode, ModelEvent, ModelFailure} from './events.ts';
import {
	type AssistantContent,
	type AssistantMessage,
	emptyUsage,
	type ToolCall,
	type Usage,
} from './messages.ts';
import type {Model} from './model.ts';

/** Folds small events into one message. */
export type Assembler = {
	add(event: ModelEvent): void;
	/**
	 * The whole so far; `stopReason` is `pending` until the terminal event. Cheap enough for every delta:
	 * blocks that did not change keep their identity, and so does the message when nothing happened.
	 */
	message(): AssistantMessage;
	failure(): ModelFailure | undefined;
};

/** A block while it grows; `shown` is made anew only when somebody looks. */
type Block = {
	shown: AssistantContent;
	text: string;
	json: PartialJson | undefined;
	isStale: boolean;
};

type Ending = Pick<
	AssistantMessage,
	'stopReason' | 'rawStopReason' | 'errorMessage' | 'diagnostics'
>;

function toEnding(event: Extract<ModelEvent, {type: 'done' | 'error'}>, timestamp: number): Ending {
	if (event.type === 'done') {
		const {reason, rawStopReason} = event;
		return {stopReason: reason, ...(rawStopReason === undefined ? {} : {rawStopReason})};
	}

	const {message, ...details} = event.failure;
	return {
		stopReason: event.reason,
		errorMessage: message,
		diagnostics: [{type: 'failure', timestamp, details}],
	};
}

type Whole = Extract<ModelEvent, {type: `${'text' | 'thinking' | 'toolcall'}_${'start' | 'end'}`}>;

function toContent(event: Whole): AssistantContent {
	switch (event.type) {
		case 'text_start':
			return {type: 'text', text: ''};
		case 'thinking_start':
			return {type: 'thinking', thinking: ''};
		case 'toolcall_start':
			return {type: 'toolCall', id: event.id, name: event.toolName, arguments: {}};
		case 'text_end': {
			const {content: text, textSignature} = event;
			return {type: 'text', text, ...(textSignature === undefined ? {} : {textSignature})};
		}

		case 'thinking_end': {
			const {type: _type, contentIndex: _index, content: thinking, ...rest} = event;
			return {type: 'thinking', thinking, ...rest};
		}

		case 'toolcall_end':
			return event.toolCall;
	}
}

/** The block as it is now. Arguments are shown as far as they can be seen. */
function refreshed({shown, text, json}: Block): AssistantContent {
	if (shown.type === 'text') return {...shown, text};
	if (shown.type === 'thinking') return {...shown, thinking: text};
	const seen = json?.value();
	return isRecord(seen) && seen !== shown.arguments ? {...shown, arguments: seen} : shown;
}

export function createAssembler(model: Model, now: () => number = Date.now): Assembler {
	const {api, provider, id} = model;
	const timestamp = now();
	/** By content index; a protocol may leave gaps. */
	const blocks: (Block | undefined)[] = [];
	let usage: Usage = emptyUsage;
	let ids: Pick<AssistantMessage, 'responseId' | 'responseModel'> = {};
	let ending: Ending = {stopReason: 'pending'};
	let failure: ModelFailure | undefined;
	let snapshot: AssistantMessage | undefined;

	function grow(index: number, delta: string): void {
		const block = blocks[index];
		if (!block) return;
		block.isStale = true;
		if (block.shown.type !== 'toolCall') block.text += delta;
		else {
			block.json ??= createPartialJson(now);
			block.json.add(delta);
		}
	}

	function show(block: Block): AssistantContent {
		if (block.isStale) block.shown = refreshed(block);
		// Arguments that were not looked at yet may show more at the next look.
		block.isStale = block.json !== undefined;
		return block.shown;
	}

	return {
		add(event) {
			snapshot = undefined;
			if (event.type === 'start') {
				const {type: _type, ...given} = event;
				ids = given;
			} else if (event.type === 'usage') usage = event.usage;
			else if (event.type === 'done' || event.type === 'error') {
				ending = toEnding(event, now());
				if (event.type === 'error') failure = event.failure;
			} else if ('delta' in event) grow(event.contentIndex, event.delta);
			else {
				const shown = toContent(event);
				blocks[event.contentIndex] = {shown, text: '', json: undefined, isStale: false};
			}
		},
		message() {
			snapshot ??= {
				role: 'assistant',
				content: blocks.filter(block => block !== undefined).map(show),
				...{api, provider, model: id},
				...ids,
				usage,
				...ending,
				timestamp,
			};
			return snapshot;
		},
		failure: () => failure,
	};
}

export const toolCallsOf = (message: AssistantMessage): readonly ToolCall[] =>
	message.content.filter(block => block.type === 'toolCall');

const codes: Readonly<Record<FailureCode, true>> = {
	aborted: true,
	auth: true,
	bad_request: true,
	network: true,
	not_found: true,
	overflow: true,
	overloaded: true,
	quota: true,
	rate_limited: true,
	refused: true,
	server: true,
	stalled: true,
	truncated: true,
	unknown: true,
};

const isCode = (value: unknown): value is FailureCode =>
	typeof value === 'string' && Object.hasOwn(codes, value);

/** Why a stored answer failed, as far as it was noted down. */
export function failureOf(message: AssistantMessage): ModelFailure | undefined {
	const note = message.diagnostics?.findLast(({type}) => type === 'failure')?.details;
	if (!isRecord(note) || !isCode(note.code)) return undefined;
	const {code, retryable, status, retryAfterMs} = note;
	return {
		code,
		message: message.errorMessage ?? '',
		retryable: retryable === true,
		...(typeof status === 'number' ? {status} : {}),
		...(typeof retryAfterMs === 'number' ? {retryAfterMs} : {}),
	};
}
