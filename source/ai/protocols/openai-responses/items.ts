import {createHash} from 'node:crypto';
import noOutput from '../../../../prompts/model/notes/no-output.md';
import {isRecord} from '../../../lib/is-record.ts';
import type {
	AssistantMessage,
	TextContent,
	ToolCall,
	ToolResultMessage,
	UserContent,
} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import {type Json, list, text} from '../wire-json.ts';

const longestId = 64;

function parsed(signature: string | undefined): unknown {
	if (!signature) return undefined;
	try {
		return JSON.parse(signature);
	} catch {
		// Sessions of other programs hold the bare id.
		return signature;
	}
}

/**
 * The `reasoning` item as it came; it goes back unchanged or not at all. A bare id says nothing to servers that
 * store nothing.
 */
function reasoningItem(signature: string | undefined): Json | undefined {
	const item = parsed(signature);
	if (!isRecord(item) || item.type !== 'reasoning') return undefined;
	return text(item.encrypted_content) !== '' || list(item.content).length > 0 ? item : undefined;
}

type Signed = {readonly id: string; readonly phase: string};

function signedWith(signature: string | undefined): Signed {
	const value = parsed(signature);
	if (!isRecord(value)) return {id: text(value), phase: ''};
	return {id: text(value.id), phase: text(value.phase)};
}

/** An id that is short enough and says what it belongs to. */
function messageId(id: string, content: string, place: string): string {
	if (id.startsWith('msg') && id.length <= longestId) return id;
	const seed = id === '' ? `${place}:${content}` : id;
	return `msg_${createHash('sha256').update(seed).digest('hex').slice(0, 32)}`;
}

function textItem({text: content, textSignature}: TextContent, ids: boolean, place: string): Json {
	const {id, phase} = signedWith(textSignature);
	return {
		type: 'message',
		role: 'assistant',
		id: messageId(ids ? id : '', content, place),
		status: 'completed',
		content: [{type: 'output_text', text: content, annotations: []}],
		...(phase === '' ? {} : {phase}),
	};
}

/** Our id of a call is `call_id|item_id`. */
const callIdOf = (id: string): string => id.split('|')[0] ?? '';

function callItem({id, name, arguments: args}: ToolCall, ids: boolean): Json {
	const item = id.split('|')[1] ?? '';
	return {
		type: 'function_call',
		call_id: callIdOf(id),
		...(ids && item.startsWith('fc_') ? {id: item} : {}),
		name,
		arguments: JSON.stringify(args),
	};
}

/**
 * The items of one answer. Servers check ids against the reasoning they were made with: all of it goes back,
 * or none of it and no ids.
 */
function answerItems({content}: AssistantMessage, place: number): readonly Json[] {
	const blocks = content.filter(block => block.type !== 'text' || block.text.trim() !== '');
	const last = blocks.findLastIndex(({type}) => type !== 'thinking');
	// Reasoning must be followed by what came of it.
	const kept = blocks.slice(0, last + 1);
	const ids = kept.every(
		block => block.type !== 'thinking' || reasoningItem(block.thinkingSignature) !== undefined,
	);
	return kept.flatMap((block, index): readonly Json[] => {
		if (block.type === 'text') return [textItem(block, ids, `${place}.${index}`)];
		if (block.type === 'toolCall') return [callItem(block, ids)];
		const item = ids ? reasoningItem(block.thinkingSignature) : undefined;
		return item ? [item] : [];
	});
}

const inputPart = (part: UserContent): Json =>
	part.type === 'text'
		? {type: 'input_text', text: part.text}
		: {type: 'input_image', image_url: `data:${part.mimeType};base64,${part.data}`, detail: 'auto'};

const isBlank = (part: UserContent): boolean => part.type === 'text' && part.text.trim() === '';

function resultItem({toolCallId, content}: ToolResultMessage): Json {
	const parts = content.filter(part => !isBlank(part));
	const texts = parts.flatMap(part => (part.type === 'text' ? [part.text] : []));
	const output =
		texts.length < parts.length ? parts.map(inputPart) : texts.join('\n') || noOutput.trim();
	return {type: 'function_call_output', call_id: callIdOf(toolCallId), output};
}

function userItems(content: string | readonly UserContent[]): readonly Json[] {
	const parts: readonly UserContent[] =
		typeof content === 'string' ? [{type: 'text', text: content}] : content;
	const said = parts.filter(part => !isBlank(part)).map(inputPart);
	return said.length > 0 ? [{role: 'user', content: said}] : [];
}

/** The conversation as the Responses API wants it. */
export const inputItems = (messages: ProtocolCall['messages']): readonly Json[] =>
	messages.flatMap((message, place) => {
		if (message.role === 'assistant') return answerItems(message, place);
		return message.role === 'toolResult' ? [resultItem(message)] : userItems(message.content);
	});
