import {
	emptyUsage,
	type Model,
	type ModelEvent,
	type ToolCall,
	toFailure,
	type Usage,
} from '../../ai/index.ts';
import {isRecord} from '../../lib/is-record.ts';

const isCall = (value: unknown): value is ToolCall =>
	isRecord(value) && value.type === 'toolCall' && typeof value.name === 'string';

const isUsage = (value: unknown): value is Usage =>
	isRecord(value) && typeof value.input === 'number' && typeof value.output === 'number';

type Json = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function callAt(event: Json, contentIndex: number): ToolCall | undefined {
	if (isCall(event.toolCall)) return event.toolCall;
	const {partial} = event;
	const content = isRecord(partial) && Array.isArray(partial.content) ? partial.content : [];
	const block: unknown = content[contentIndex];
	return isCall(block) ? block : undefined;
}

const failed = (words: unknown, isAborted: boolean, model: Model): ModelEvent => ({
	type: 'error',
	reason: isAborted ? 'aborted' : 'error',
	failure: toFailure(
		new Error(text(words) || 'The provider of an extension failed without words'),
		{
			provider: model.provider,
			aborted: isAborted,
			secrets: [],
		},
	),
});

function ending(event: Json, model: Model): readonly ModelEvent[] {
	const message = isRecord(event.message)
		? event.message
		: isRecord(event.error)
			? event.error
			: {};
	const usage = isUsage(message.usage) ? message.usage : emptyUsage;
	const told: ModelEvent = {type: 'usage', usage};
	if (event.type === 'error')
		return [told, failed(message.errorMessage, event.reason === 'aborted', model)];
	const {reason} = event;
	const known = reason === 'length' || reason === 'toolUse' ? reason : 'stop';
	return [told, {type: 'done', reason: known}];
}

/** An event of pi's streams as one of ours. */
function toModelEvents(event: Json, model: Model): readonly ModelEvent[] {
	const contentIndex = typeof event.contentIndex === 'number' ? event.contentIndex : 0;
	const {type} = event;
	const delta = text(event.delta);
	const content = text(event.content);
	switch (type) {
		case 'start':
			return [{type}];
		case 'text_start':
		case 'thinking_start':
			return [{type, contentIndex}];
		case 'text_delta':
		case 'thinking_delta':
		case 'toolcall_delta':
			return [{type, contentIndex, delta}];
		case 'text_end':
		case 'thinking_end':
			return [{type, contentIndex, content}];
		case 'toolcall_start': {
			const call = callAt(event, contentIndex);
			return [{type, contentIndex, id: call?.id ?? '', toolName: call?.name ?? ''}];
		}

		case 'toolcall_end': {
			const toolCall = callAt(event, contentIndex);
			return toolCall ? [{type, contentIndex, toolCall}] : [];
		}

		case 'done':
		case 'error':
			return ending(event, model);
		default:
			return [];
	}
}

/** The stream of an extension's provider, held to the promises of our own. */
export async function* fromCustomStream(
	open: () => unknown,
	model: Model,
	signal: AbortSignal | undefined,
): AsyncGenerator<ModelEvent, void, void> {
	let hasEnded = false;
	try {
		const stream = await open();
		if (!isRecord(stream) || !(Symbol.asyncIterator in stream))
			throw new Error(`The provider ${model.provider} gave no stream`);
		for await (const event of stream as unknown as AsyncIterable<unknown>) {
			if (!isRecord(event) || hasEnded) continue;
			for (const each of toModelEvents(event, model)) {
				hasEnded ||= each.type === 'done' || each.type === 'error';
				yield each;
			}
		}

		if (!hasEnded) yield failed('The answer broke off before its end', false, model);
	} catch (error) {
		yield failed(error instanceof Error ? error.message : error, signal?.aborted ?? false, model);
	}
}
