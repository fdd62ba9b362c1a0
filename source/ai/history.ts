import {createCallIds} from './call-ids.ts';
import type {
	AssistantContent,
	AssistantMessage,
	Message,
	SystemMessage,
	ToolCall,
	ToolResultMessage,
	UserContent,
	UserMessage,
} from './messages.ts';
import type {Model} from './model.ts';

type Spoken = Exclude<Message, SystemMessage>;
type Target = Pick<Model, 'api' | 'id' | 'input' | 'provider'>;

const lost = 'No result: the call was interrupted. It may have had effects.';
const noText = '(no output)';

const wellFormed = (text: unknown): string => (typeof text === 'string' ? text.toWellFormed() : '');

function deepWellFormed(value: unknown): unknown {
	if (typeof value === 'string') return value.toWellFormed();
	if (Array.isArray(value)) return value.map(deepWellFormed);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key.toWellFormed(), deepWellFormed(inner)]),
	);
}

const toArguments = (value: unknown): ToolCall['arguments'] => {
	const mended = deepWellFormed(value);
	return typeof mended === 'object' && mended !== null && !Array.isArray(mended)
		? Object.fromEntries(Object.entries(mended))
		: {};
};

/** Text and images as this model can take them: no blank text, no image that it cannot see. */
function toContent(content: unknown, seesImages: boolean, note: string): UserContent[] {
	if (typeof content === 'string') {
		return content.trim() === '' ? [] : [{type: 'text', text: content.toWellFormed()}];
	}

	const parts = (Array.isArray(content) ? content : []).flatMap((part): UserContent[] => {
		const text = part?.type === 'text' ? wellFormed(part.text) : '';
		if (text.trim() !== '') return [{type: 'text', text}];
		if (part?.type !== 'image' || typeof part.data !== 'string') return [];
		if (!seesImages) return [{type: 'text', text: note}];
		return [{type: 'image', data: part.data, mimeType: String(part.mimeType)}];
	});
	// A run of images that cannot be seen leaves one note.
	const isNote = (part: UserContent | undefined) => part?.type === 'text' && part.text === note;
	return parts.filter((part, index) => !(isNote(part) && isNote(parts[index - 1])));
}

const sameModel = (message: AssistantMessage, target: Target): boolean =>
	message.provider === target.provider && message.api === target.api && message.model === target.id;

function toThinking(
	block: Extract<AssistantContent, {type: 'thinking'}>,
	own: boolean,
): AssistantContent[] {
	// Opaque data is valid only where it was made; shown as text, foreign thinking gets imitated.
	if (!own) return [];
	const thinking = wellFormed(block.thinking);
	const signed = typeof block.thinkingSignature === 'string' && block.thinkingSignature !== '';
	return signed || block.redacted || thinking.trim() !== '' ? [{...block, thinking}] : [];
}

function toText(
	block: Extract<AssistantContent, {type: 'text'}>,
	own: boolean,
): AssistantContent[] {
	const text = wellFormed(block.text);
	const signature = own ? block.textSignature : undefined;
	if (text.trim() === '' && signature === undefined) return [];
	return [{type: 'text', text, ...(signature === undefined ? {} : {textSignature: signature})}];
}

function toBlocks(
	block: AssistantContent,
	own: boolean,
	rename: (id: string) => string,
): AssistantContent[] {
	if (block?.type === 'text') return toText(block, own);
	if (block?.type === 'thinking') return toThinking(block, own);
	if (block?.type !== 'toolCall' || typeof block.name !== 'string' || block.name === '') return [];
	const {thoughtSignature, argumentsError: _error, namespace: _namespace, ...call} = block;
	return [
		{
			...call,
			id: rename(String(block.id)),
			arguments: toArguments(block.arguments),
			...(own && thoughtSignature !== undefined ? {thoughtSignature} : {}),
		},
	];
}

/** Turns that ended badly are left out whole: half a turn is what providers refuse for ever. */
const isUsable = (message: AssistantMessage): boolean =>
	message.stopReason !== 'error' &&
	message.stopReason !== 'aborted' &&
	message.stopReason !== 'pending' &&
	message.stopReason !== 'deferred';

const isCutCall = (message: AssistantMessage): boolean => message.stopReason === 'length';

function resultFor(
	call: ToolCall,
	found: ToolResultMessage | undefined,
	seesImages: boolean,
): ToolResultMessage {
	const content = found
		? toContent(found.content, seesImages, '[image: this model cannot see images]')
		: [];
	const text: UserContent = {type: 'text', text: found ? noText : lost};
	return {
		role: 'toolResult',
		toolCallId: call.id,
		toolName: call.name,
		content: content.length > 0 ? content : [text],
		isError: found ? found.isError === true : true,
		timestamp: found?.timestamp ?? 0,
	};
}

/** The results that stand between this answer and the next one, by the ids its calls were stored with. */
function takeResults(messages: readonly Message[], from: number): Map<string, ToolResultMessage[]> {
	const results = new Map<string, ToolResultMessage[]>();
	for (let index = from; index < messages.length; index += 1) {
		const message = messages[index];
		if (message?.role === 'assistant') break;
		if (message?.role !== 'toolResult') continue;
		const id = String(message.toolCallId);
		results.set(id, [...(results.get(id) ?? []), message]);
	}

	return results;
}

type Shaping = {
	readonly target: Target;
	readonly seesImages: boolean;
	readonly results: ReadonlyMap<string, readonly ToolResultMessage[]>;
	rename(id: string): string;
};

function answerWithResults(
	message: AssistantMessage,
	{target, seesImages, results, rename}: Shaping,
): Spoken[] {
	const own = sameModel(message, target);
	const stored: unknown = message.content;
	const source = (Array.isArray(stored) ? stored : []).filter(
		block => !(isCutCall(message) && block?.type === 'toolCall'),
	);
	const seen = new Map<string, number>();
	const content: AssistantContent[] = [];
	const answers: ToolResultMessage[] = [];
	for (const block of source) {
		// Providers reuse ids, even within one answer: the n-th use of an id is a call of its own.
		const id = block?.type === 'toolCall' ? String(block.id) : '';
		const nth = seen.get(id) ?? 0;
		if (block?.type === 'toolCall') seen.set(id, nth + 1);
		for (const part of toBlocks(block, own, name => rename(nth === 0 ? name : `${name}#${nth}`))) {
			content.push(part);
			if (part.type === 'toolCall')
				answers.push(resultFor(part, results.get(id)?.[nth], seesImages));
		}
	}

	const says = content.some(part => part.type !== 'thinking');
	return says ? [{...message, content}, ...answers] : [];
}

function user(message: UserMessage, seesImages: boolean): Spoken[] {
	const content = toContent(message.content, seesImages, '[image: this model cannot see images]');
	return content.length > 0 ? [{role: 'user', content, timestamp: message.timestamp}] : [];
}

/**
 * Makes any history acceptable to any model. Total: whatever was lost, doubled or moved, every call has exactly
 * one result right behind it, nothing is empty, and opaque data goes back only to where it came from.
 * The stored messages are not changed.
 */
export function toAcceptable(messages: readonly Message[], target: Target): readonly Spoken[] {
	const seesImages = target.input.includes('image');
	const out: Spoken[] = [];
	// Ids may be used again in a later answer; each answer's calls get names of their own.
	const rename = createCallIds(target.api);
	const used = new Set<string>();
	for (const [index, message] of messages.entries()) {
		if (message?.role === 'user') out.push(...user(message, seesImages));
		if (message?.role !== 'assistant' || !isUsable(message)) continue;
		const round = `@${index}`;
		const named = (id: string) => rename(used.has(id) ? id + round : id);
		const results = takeResults(messages, index + 1);
		out.push(...answerWithResults(message, {target, seesImages, results, rename: named}));
		for (const block of Array.isArray(message.content) ? message.content : []) {
			if (block?.type === 'toolCall') used.add(String(block.id));
		}
	}

	return out;
}
