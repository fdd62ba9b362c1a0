import resultImages from '../../../../prompts/model/notes/result-images.md';
import resultsRead from '../../../../prompts/model/notes/results-read.md';
import seeImage from '../../../../prompts/model/notes/see-image.md';
import {isRecord} from '../../../lib/is-record.ts';
import type {
	AssistantMessage,
	ImageContent,
	ToolCall,
	ToolResultMessage,
	UserContent,
} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import type {Compat} from './compat.ts';

const imagePart = ({data, mimeType}: ImageContent): Json => ({
	type: 'image_url',
	image_url: {url: `data:${mimeType};base64,${data}`},
});

const textsOf = (content: readonly UserContent[]): string =>
	content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');

const imagesOf = (content: readonly UserContent[]): readonly ImageContent[] =>
	content.filter(part => part.type === 'image');

function userMessage(content: string | readonly UserContent[]): Json {
	if (typeof content === 'string') return {role: 'user', content};
	if (content.every(part => part.type === 'text')) return {role: 'user', content: textsOf(content)};
	const parts = content.map(part =>
		part.type === 'text' ? {type: 'text', text: part.text} : imagePart(part),
	);
	return {role: 'user', content: parts};
}

/** Where servers send thinking, and so where they want it back; its name is kept as the block's signature. */
export const thinkingFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

function detailsIn(signature: string): readonly unknown[] {
	if (!signature.startsWith('[')) return [];
	try {
		const details: unknown = JSON.parse(signature);
		return Array.isArray(details) ? details.filter(isRecord) : [];
	} catch {
		// Not ours after all: the thinking goes back as plain text.
		return [];
	}
}

function replayedThinking({content}: AssistantMessage, compat: Compat): Json {
	const blocks = content.filter(block => block.type === 'thinking');
	const details = blocks.flatMap(({thinkingSignature = ''}) => detailsIn(thinkingSignature));
	if (details.length > 0) return {reasoning_details: details};
	const text = blocks.map(({thinking}) => thinking).join('\n');
	const field = thinkingFields.find(name =>
		blocks.some(({thinkingSignature}) => thinkingSignature === name),
	);
	// These servers want the field on every answer, even one that came without thinking.
	if (compat.requiresReasoningContentOnAssistantMessages === true) {
		return {[field ?? 'reasoning_content']: text};
	}

	return field && text !== '' ? {[field]: text} : {};
}

const wireCall = ({id, name, arguments: args, thoughtSignature}: ToolCall): Json => ({
	id,
	type: 'function',
	function: {name, arguments: JSON.stringify(args)},
	// Gemini behind this protocol refuses calls that lost their signature.
	...(thoughtSignature ? {extra_content: {google: {thought_signature: thoughtSignature}}} : {}),
});

function assistantMessage(message: AssistantMessage, compat: Compat): readonly Json[] {
	const asText = compat.requiresThinkingAsText === true;
	const thought = message.content.flatMap(block =>
		asText && block.type === 'thinking' ? [block.thinking] : [],
	);
	const said = message.content
		.flatMap(block => (block.type === 'text' ? [block.text] : []))
		.join('');
	// A plain string, never parts: some models copy the shape into their answers.
	const text = [...thought, said].filter(part => part !== '').join('\n\n');
	const calls = message.content.filter(block => block.type === 'toolCall').map(wireCall);
	if (text === '' && calls.length === 0) return [];
	const nothing = compat.requiresNonNullContent === true ? '' : null;
	return [
		{
			role: 'assistant',
			content: text === '' ? nothing : text,
			...(asText ? {} : replayedThinking(message, compat)),
			...(calls.length > 0 ? {tool_calls: calls} : {}),
		},
	];
}

const wireResult = ({content, toolCallId, toolName}: ToolResultMessage, compat: Compat): Json => ({
	role: 'tool',
	tool_call_id: toolCallId,
	content: textsOf(content) || seeImage.trim(),
	...(compat.requiresToolResultName === true ? {name: toolName} : {}),
});

/** Results are text only: their images follow in a message of their own, behind the last result. */
function resultMessages(results: readonly ToolResultMessage[], compat: Compat): readonly Json[] {
	const images = results.flatMap(({content}) => imagesOf(content)).map(imagePart);
	const text = {type: 'text', text: resultImages.trim()};
	const shown = images.length > 0 ? [{role: 'user', content: [text, ...images]}] : [];
	return [...results.map(result => wireResult(result, compat)), ...shown];
}

/** Some servers take a person's words only behind an answer. */
function withAnswers(messages: readonly Json[], compat: Compat): readonly Json[] {
	if (compat.requiresAssistantAfterToolResult !== true) return messages;
	return messages.flatMap((message, index) =>
		message.role === 'user' && messages[index - 1]?.role === 'tool'
			? [{role: 'assistant', content: resultsRead.trim()}, message]
			: [message],
	);
}

/** The conversation as Chat Completions want it. */
export function wireMessages(messages: ProtocolCall['messages'], compat: Compat): readonly Json[] {
	const out: Json[] = [];
	let results: ToolResultMessage[] = [];
	const flush = () => {
		if (results.length > 0) out.push(...resultMessages(results, compat));
		results = [];
	};
	for (const message of messages) {
		if (message.role === 'toolResult') {
			results.push(message);
			continue;
		}

		flush();
		if (message.role === 'user') out.push(userMessage(message.content));
		else out.push(...assistantMessage(message, compat));
	}

	flush();
	return withAnswers(out, compat);
}
