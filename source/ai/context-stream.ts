import {createAssembler} from './assemble.ts';
import type {ModelEvent} from './events.ts';
import type {AssistantMessage, Message, Tool} from './messages.ts';
import type {Model, ThinkingLevel} from './model.ts';
import {streamModel} from './stream.ts';
import type {StreamOptions} from './stream-options.ts';

/** What a model is asked with. */
export type Context = {
	readonly systemPrompt?: string;
	readonly messages: readonly Message[];
	readonly tools?: readonly Tool[];
};

export type ContextOptions = Omit<StreamOptions, 'level'> & {
	/** How hard the model thinks; default: not at all. */
	readonly reasoning?: ThinkingLevel;
};

/** An event with the answer so far; the last one has the whole. */
export type AssistantMessageEvent =
	| (Exclude<ModelEvent, {type: 'done' | 'error' | 'usage'}> & {
			readonly partial: AssistantMessage;
	  })
	| {readonly type: 'done'; readonly reason: string; readonly message: AssistantMessage}
	| {readonly type: 'error'; readonly reason: string; readonly error: AssistantMessage};

/** Events as they come, and the whole answer at the end. A failure is an answer too: nothing is thrown. */
export type AssistantMessageEventStream = AsyncIterable<AssistantMessageEvent> & {
	result(): Promise<AssistantMessage>;
};

function toMessages({systemPrompt, messages, tools}: Context): readonly Message[] {
	if (systemPrompt === undefined && !tools?.length) return messages;
	const declared = tools ? {toolsAdded: tools} : {};
	return [
		{role: 'system', content: systemPrompt ?? '', ...declared, timestamp: Date.now()},
		...messages,
	];
}

type Authorise = () => Promise<Pick<StreamOptions, 'apiKey' | 'headers'>>;

/** Asks at once; the events wait until somebody reads them. */
export function streamContext(
	model: Model,
	context: Context,
	{reasoning, authorise, ...options}: ContextOptions & {readonly authorise: Authorise},
): AssistantMessageEventStream {
	const assembler = createAssembler(model);
	const events: AssistantMessageEvent[] = [];
	let wake: (() => void) | undefined;
	let isOver = false;
	async function read(): Promise<AssistantMessage> {
		const access = options.apiKey === undefined ? await authorise() : {};
		const level = reasoning === undefined ? {} : {level: reasoning};
		const request = {model, messages: toMessages(context)};
		for await (const event of streamModel(request, {...access, ...options, ...level})) {
			assembler.add(event);
			const message = assembler.message();
			if (event.type === 'done') events.push({type: 'done', reason: event.reason, message});
			else if (event.type === 'error')
				events.push({type: 'error', reason: event.reason, error: message});
			else if (event.type !== 'usage') events.push({...event, partial: message});
			wake?.();
		}

		return assembler.message();
	}

	const whole = read().finally(() => {
		isOver = true;
		wake?.();
	});
	// Whoever only reads the events hears of a missing key there.
	whole.catch(() => {});
	return {
		result: () => whole,
		async *[Symbol.asyncIterator]() {
			for (;;) {
				const next = events.shift();
				if (next) yield next;
				else if (isOver) break;
				else
					await new Promise<void>(resolve => {
						wake = resolve;
					});
			}

			await whole;
		},
	};
}
