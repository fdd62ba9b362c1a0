import imageLeftOut from '../../../../prompts/model/notes/image-left-out.md';
import {isRecord} from '../../../lib/is-record.ts';
import type {Model} from '../../model.ts';
import {toTurns} from '../anthropic-messages/messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import {type Json, list, record, text} from '../wire-json.ts';
import {isClaude} from './family.ts';

export type Turn = {readonly role: string; readonly content: readonly Json[]};

const formats: Readonly<Record<string, string>> = {
	'image/png': 'png',
	'image/jpeg': 'jpeg',
	'image/gif': 'gif',
	'image/webp': 'webp',
};

function imageBlock(source: Json): Json {
	const format = formats[text(source.media_type)];
	if (!format) return {text: imageLeftOut.trim()};
	return {image: {format, source: {bytes: source.data}}};
}

/** Keys without a name are refused, wherever they stand. */
function withoutEmptyKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutEmptyKeys);
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => key !== '')
			.map(([key, inner]) => [key, withoutEmptyKeys(inner)]),
	);
}

const resultContent = (content: unknown): readonly Json[] =>
	typeof content === 'string'
		? [{text: content}]
		: list(content)
				.map(record)
				.map(part => (part.type === 'image' ? imageBlock(record(part.source)) : {text: part.text}));

const blocks: Readonly<Record<string, (part: Json) => Json>> = {
	text: part => ({text: part.text}),
	image: part => imageBlock(record(part.source)),
	// Only Claude signs; others refuse the field.
	thinking: ({thinking, signature}) => ({
		reasoningContent: {
			reasoningText: {text: thinking, ...(signature === '' ? {} : {signature})},
		},
	}),
	redacted_thinking: part => ({reasoningContent: {redactedContent: part.data}}),
	tool_use: ({id, name, input}) => ({
		toolUse: {toolUseId: id, name, input: withoutEmptyKeys(input)},
	}),
	tool_result: ({tool_use_id: toolUseId, content, is_error: isError}) => ({
		toolResult: {
			toolUseId,
			content: resultContent(content),
			...(isError === true ? {status: 'error'} : {}),
		},
	}),
};

/** The conversation as Converse wants it: the rules of Anthropic's turns in other words. */
export function toMessages(messages: ProtocolCall['messages'], model: Model): readonly Turn[] {
	const signing = {allowsEmpty: !isClaude(model)};
	return toTurns(messages, signing).map(({role, content}) => ({
		role,
		content: content.flatMap(part => {
			const block = blocks[text(part.type)]?.(part);
			return block ? [block] : [];
		}),
	}));
}
