import imageLeftOut from '../../prompts/model/notes/image-left-out.md';
import resultImageLeftOut from '../../prompts/model/notes/result-image-left-out.md';
import {isRecord} from '../lib/is-record.ts';
import type {
	AssistantContent,
	TextContent,
	ThinkingContent,
	ToolCall,
	UserContent,
} from './messages.ts';
import {list, text} from './protocols/wire-json.ts';

/** Half a character, as a cut emoji leaves behind, is not JSON to most servers. */
const wellFormed = (value: unknown): string => text(value).toWellFormed();

const isBlank = (value: string): boolean => value.trim() === '';

function deepWellFormed(value: unknown): unknown {
	if (typeof value === 'string') return value.toWellFormed();
	if (Array.isArray(value)) return value.map(deepWellFormed);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key.toWellFormed(), deepWellFormed(inner)]),
	);
}

const toArguments = (value: unknown): ToolCall['arguments'] => {
	const mended = deepWellFormed(value);
	return isRecord(mended) ? mended : {};
};

/** Models make up names; one that no protocol lets pass would be refused for ever. */
export const toToolName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64);

/** Text that is not blank, and images if the model sees them; a run of others leaves one note. */
export function toUserContent(
	content: unknown,
	seesImages: boolean,
	note = imageLeftOut,
): readonly UserContent[] {
	const parts = typeof content === 'string' ? [{type: 'text', text: content}] : list(content);
	const left = {type: 'text', text: note.trim()} as const;
	const out: UserContent[] = [];
	for (const part of parts) {
		if (!isRecord(part)) continue;
		const words = wellFormed(part.text);
		if (part.type === 'text' && !isBlank(words)) out.push({type: 'text', text: words});
		if (part.type !== 'image' || typeof part.data !== 'string') continue;
		if (seesImages) out.push({type: 'image', data: part.data, mimeType: text(part.mimeType)});
		else if (out.at(-1) !== left) out.push(left);
	}

	return out;
}

export const toResultContent = (content: unknown, seesImages: boolean): readonly UserContent[] =>
	toUserContent(content, seesImages, resultImageLeftOut);

/** Signed thinking goes back unchanged. Foreign thinking is dropped: shown as text, it gets imitated. */
function toThinking(block: ThinkingContent, isOwn: boolean): readonly ThinkingContent[] {
	if (!isOwn) return [];
	const isSigned = text(block.thinkingSignature) !== '' || block.redacted === true;
	const thinking = wellFormed(block.thinking);
	return isSigned || !isBlank(thinking) ? [{...block, thinking}] : [];
}

/** Gemini signs empty text too, and stops in mid-task when it does not get it back. */
function toText(block: TextContent, isOwn: boolean, keepsEmpty: boolean): readonly TextContent[] {
	const words = wellFormed(block.text);
	const textSignature = isOwn ? text(block.textSignature) : '';
	if (isBlank(words) && !(keepsEmpty && textSignature !== '')) return [];
	return [{type: 'text', text: words, ...(textSignature === '' ? {} : {textSignature})}];
}

function toCall(call: ToolCall, isOwn: boolean): readonly ToolCall[] {
	const name = toToolName(text(call.name));
	if (name === '') return [];
	const signature = isOwn ? text(call.thoughtSignature) : '';
	return [
		{
			type: 'toolCall',
			id: text(call.id),
			name,
			arguments: toArguments(call.arguments),
			...(signature === '' ? {} : {thoughtSignature: signature}),
		},
	];
}

export type Origin = {
	/** The model that is asked made this answer itself. */
	readonly isOwn: boolean;
	readonly api: string;
};

/** One block of an answer, as far as it may go back. Opaque data returns only to where it came from. */
export function toAssistantContent(
	block: AssistantContent,
	{isOwn, api}: Origin,
): readonly AssistantContent[] {
	switch (block?.type) {
		case 'text':
			return toText(block, isOwn, api.startsWith('google'));
		case 'thinking':
			return toThinking(block, isOwn);
		case 'toolCall':
			return toCall(block, isOwn);
		default:
			return [];
	}
}
