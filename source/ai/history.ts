import interruptedCall from '../../prompts/model/notes/interrupted-call.md';
import noOutput from '../../prompts/model/notes/no-output.md';
import {toAssistantContent, toResultContent, toUserContent} from './acceptable-content.ts';
import {createCallIds} from './call-ids.ts';
import {withinImageLimits} from './image-limits.ts';
import type {
	AssistantContent,
	AssistantMessage,
	Message,
	StopReason,
	SystemMessage,
	ToolCall,
	ToolResultMessage,
	UserContent,
	UserMessage,
} from './messages.ts';
import type {Model} from './model.ts';
import {pairTools, type ToolPairs} from './tool-pairs.ts';

type Spoken = Exclude<Message, SystemMessage>;
type Target = Pick<Model, 'api' | 'id' | 'input' | 'inputLimits' | 'provider'>;

/** Answers that ended badly are left out whole: half of one is what providers refuse for ever. */
export const leftOut: ReadonlySet<StopReason> = new Set([
	'aborted',
	'deferred',
	'error',
	'pending',
]);

type Shaping = {
	readonly target: Target;
	readonly seesImages: boolean;
	readonly pairs: ToolPairs;
	readonly nameCall: (id: string, isOwn: boolean) => string;
};

function toResult(
	{id, name}: ToolCall,
	found: ToolResultMessage | undefined,
	seesImages: boolean,
): ToolResultMessage {
	const content = found ? toResultContent(found.content, seesImages) : [];
	const placeholder = (found ? noOutput : interruptedCall).trim();
	return {
		role: 'toolResult',
		toolCallId: id,
		toolName: name,
		content: content.length > 0 ? content : [{type: 'text', text: placeholder}],
		isError: found === undefined || found.isError === true,
		timestamp: found?.timestamp ?? 0,
	};
}

/** Thinking must be followed by what came of it; Chat Completions alone have it in a field apart. */
function withoutLastThoughts(content: readonly AssistantContent[], api: string) {
	const last = content.findLastIndex(({type}) => type !== 'thinking');
	return api === 'openai-completions' && last >= 0 ? content : content.slice(0, last + 1);
}

/** Calls that the length limit cut were not run. The model is told so in words, since half a call cannot go back. */
function toldInWords(
	results: readonly (ToolResultMessage | undefined)[],
	seesImages: boolean,
): readonly UserMessage[] {
	const told = results.flatMap(result => toResultContent(result?.content, seesImages));
	const texts = new Set(told.flatMap(part => (part.type === 'text' ? [part.text] : [])));
	if (texts.size === 0) return [];
	const content = [...texts].map(text => ({type: 'text', text}) as const);
	return [{role: 'user', content, timestamp: results.find(result => result)?.timestamp ?? 0}];
}

function assistant(message: AssistantMessage, index: number, shaping: Shaping): readonly Spoken[] {
	const {target, seesImages, pairs, nameCall} = shaping;
	const {api, provider, id: model} = target;
	const isOwn = message.provider === provider && message.api === api && message.model === model;
	const isCut = message.stopReason === 'length';
	const results = (pairs.get(index) ?? []).map(({result}) => result);
	const content: AssistantContent[] = [];
	const answers: ToolResultMessage[] = [];
	let nextCall = 0;
	for (const block of blocksOf(message)) {
		const result = block?.type === 'toolCall' ? results[nextCall++] : undefined;
		for (const part of toAssistantContent(block, {isOwn, api})) {
			if (part.type !== 'toolCall') content.push(part);
			else if (!isCut) {
				const call = {...part, id: nameCall(part.id, isOwn)};
				content.push(call);
				answers.push(toResult(call, result, seesImages));
			}
		}
	}

	const kept = withoutLastThoughts(content, api);
	const told = isCut ? toldInWords(results, seesImages) : [];
	return kept.length > 0 ? [{...message, content: kept}, ...answers, ...told] : told;
}

/** Edited sessions have plain text here; damaged ones have anything. */
function blocksOf({content}: AssistantMessage): readonly AssistantContent[] {
	const stored: unknown = content;
	if (typeof stored === 'string') return [{type: 'text', text: stored}];
	return Array.isArray(stored) ? stored : [];
}

function user({content, timestamp}: UserMessage, seesImages: boolean): readonly Spoken[] {
	const kept: readonly UserContent[] = toUserContent(content, seesImages);
	return kept.length > 0 ? [{role: 'user', content: kept, timestamp}] : [];
}

/** For each message, what becomes of it; results stand with the answers that called for them. */
export function acceptableParts(
	messages: readonly Message[],
	target: Target,
): readonly (readonly Spoken[])[] {
	const seesImages = target.input.includes('image');
	const shaping = {
		target,
		seesImages,
		pairs: pairTools(messages),
		nameCall: createCallIds(target.api),
	};
	return messages.map((message, index) => {
		if (message?.role === 'user') return user(message, seesImages);
		if (message?.role !== 'assistant' || leftOut.has(message.stopReason)) return [];
		return assistant(message, index, shaping);
	});
}

/**
 * Makes any history acceptable to any model. Total: whatever was lost, doubled or moved, every call has exactly
 * one result right behind it, nothing is empty, and opaque data goes back only to where it came from.
 * The stored messages are not changed.
 */
export const toAcceptable = (messages: readonly Message[], target: Target): readonly Spoken[] =>
	withinImageLimits(acceptableParts(messages, target).flat(), target.inputLimits);
