import goOn from '../../../../prompts/model/notes/go-on.md';
import noOutput from '../../../../prompts/model/notes/no-output.md';
import seeImage from '../../../../prompts/model/notes/see-image.md';
import type {
	AssistantContent,
	AssistantMessage,
	ToolCall,
	ToolResultMessage,
	UserContent,
} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';

const isBlank = (text: string): boolean => text.trim() === '';

const textPart = (text: string): readonly Json[] => (isBlank(text) ? [] : [{type: 'text', text}]);

const contentParts = (content: readonly UserContent[]): readonly Json[] =>
	content.flatMap(part =>
		part.type === 'text'
			? textPart(part.text)
			: [{type: 'image_url', image_url: `data:${part.mimeType};base64,${part.data}`}],
	);

function userMessages(content: string | readonly UserContent[]): readonly Json[] {
	const parts = typeof content === 'string' ? textPart(content) : contentParts(content);
	return parts.length > 0 ? [{role: 'user', content: parts}] : [];
}

/** Thinking stands first and in one piece. */
function assistantParts(content: readonly AssistantContent[]): readonly Json[] {
	const thoughts = content.flatMap(block =>
		block.type === 'thinking' ? textPart(block.thinking) : [],
	);
	const said = content.flatMap(block => (block.type === 'text' ? textPart(block.text) : []));
	return thoughts.length > 0 ? [{type: 'thinking', thinking: thoughts}, ...said] : said;
}

const wireCall = ({id, name, arguments: args}: ToolCall): Json => ({
	id,
	type: 'function',
	function: {name, arguments: JSON.stringify(args)},
});

function assistantMessage({content}: AssistantMessage): readonly Json[] {
	const parts = assistantParts(content);
	const calls = content.filter(block => block.type === 'toolCall').map(wireCall);
	if (parts.length === 0 && calls.length === 0) return [];
	return [
		{
			role: 'assistant',
			content: parts.length > 0 ? parts : '',
			...(calls.length > 0 ? {tool_calls: calls} : {}),
		},
	];
}

/** There is no field that says that a call failed, so the text does. */
function resultMessage({toolCallId, toolName, content, isError}: ToolResultMessage): Json {
	const parts = contentParts(content);
	const hasText = parts.some(({type}) => type === 'text');
	const note = (parts.length > 0 ? seeImage : noOutput).trim();
	const said = hasText ? parts : [{type: 'text', text: note}, ...parts];
	const mark = isError ? [{type: 'text', text: 'Error:'}] : [];
	return {role: 'tool', tool_call_id: toolCallId, name: toolName, content: [...mark, ...said]};
}

/** The conversation as Mistral wants it; an answer is not asked for behind an answer. */
export function wireMessages(messages: ProtocolCall['messages']): readonly Json[] {
	const out = messages.flatMap((message): readonly Json[] => {
		if (message.role === 'toolResult') return [resultMessage(message)];
		return message.role === 'user' ? userMessages(message.content) : assistantMessage(message);
	});
	if (out.length > 0 && out.at(-1)?.role !== 'assistant') return out;
	return [...out, {role: 'user', content: goOn.trim()}];
}
