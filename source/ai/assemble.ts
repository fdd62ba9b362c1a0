import type {ModelEvent, ModelFailure} from './events.ts';
import {
	type AssistantContent,
	type AssistantMessage,
	emptyUsage,
	type ToolCall,
	type Usage,
} from './messages.ts';
import type {Model} from './model.ts';

/** Folds small events into one message. `message()` is cheap: finished blocks keep their identity. */
export type Assembler = {
	add(event: ModelEvent): void;
	/** The whole so far; `stopReason` is `pending` until the terminal event. */
	message(): AssistantMessage;
	failure(): ModelFailure | undefined;
};

type Progress = {
	usage: Usage;
	ids: {responseId?: string; responseModel?: string};
	ending: Pick<AssistantMessage, 'stopReason' | 'rawStopReason' | 'errorMessage' | 'diagnostics'>;
	failure: ModelFailure | undefined;
};

function ended(
	event: Extract<ModelEvent, {type: 'done' | 'error'}>,
	at: number,
): Progress['ending'] {
	if (event.type === 'done') {
		const {reason, rawStopReason} = event;
		return {stopReason: reason, ...(rawStopReason === undefined ? {} : {rawStopReason})};
	}

	const {message, ...details} = event.failure;
	return {
		stopReason: event.reason,
		errorMessage: message,
		diagnostics: [{type: 'failure', timestamp: at, details}],
	};
}

export function createAssembler(model: Model, now: () => number = Date.now): Assembler {
	const startedAt = now();
	const blocks: AssistantContent[] = [];
	const progress: Progress = {
		usage: emptyUsage,
		ids: {},
		ending: {stopReason: 'pending'},
		failure: undefined,
	};

	function grow(index: number, delta: string): void {
		const block = blocks[index];
		if (block?.type === 'text') blocks[index] = {...block, text: block.text + delta};
		if (block?.type === 'thinking') blocks[index] = {...block, thinking: block.thinking + delta};
	}

	return {
		add(event) {
			if (event.type === 'start') {
				const {type: _type, ...ids} = event;
				progress.ids = ids;
			} else if (event.type === 'usage') progress.usage = event.usage;
			else if (event.type === 'done' || event.type === 'error') {
				progress.ending = ended(event, now());
				if (event.type === 'error') progress.failure = event.failure;
			} else if (event.type === 'text_delta' || event.type === 'thinking_delta') {
				grow(event.contentIndex, event.delta);
			} else if (event.type !== 'toolcall_delta') blocks[event.contentIndex] = toBlock(event);
		},
		message: () => ({
			role: 'assistant',
			content: blocks.filter(block => block !== undefined),
			api: model.api,
			provider: model.provider,
			model: model.id,
			...progress.ids,
			usage: progress.usage,
			...progress.ending,
			timestamp: startedAt,
		}),
		failure: () => progress.failure,
	};
}

type BlockEvent = Exclude<
	ModelEvent,
	{type: 'start' | 'usage' | 'done' | 'error' | 'text_delta' | 'thinking_delta' | 'toolcall_delta'}
>;

function toBlock(event: BlockEvent): AssistantContent {
	switch (event.type) {
		case 'text_start':
			return {type: 'text', text: ''};
		case 'thinking_start':
			return {type: 'thinking', thinking: ''};
		case 'toolcall_start':
			return {type: 'toolCall', id: event.id, name: event.toolName, arguments: {}};
		case 'text_end': {
			const {content, textSignature} = event;
			return {type: 'text', text: content, ...(textSignature === undefined ? {} : {textSignature})};
		}

		case 'thinking_end': {
			const {type: _type, contentIndex: _index, content, ...rest} = event;
			return {type: 'thinking', thinking: content, ...rest};
		}

		case 'toolcall_end':
			return event.toolCall;
	}
}

export const toolCallsOf = (message: AssistantMessage): readonly ToolCall[] =>
	message.content.filter((block): block is ToolCall => block.type === 'toolCall');

/** Why a stored answer failed, as far as it was noted down. */
export function failureOf(message: AssistantMessage): ModelFailure | undefined {
	const note = message.diagnostics?.findLast(({type}) => type === 'failure')?.details;
	if (typeof note !== 'object' || note === null) return undefined;
	const {code, retryable, status, retryAfterMs} = note as Partial<ModelFailure>;
	if (code === undefined) return undefined;
	return {
		code,
		message: message.errorMessage ?? '',
		retryable: retryable === true,
		...(status === undefined ? {} : {status}),
		...(retryAfterMs === undefined ? {} : {retryAfterMs}),
	};
}
