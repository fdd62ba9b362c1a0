import goOn from '../../../../prompts/model/notes/go-on.md';
import noOutput from '../../../../prompts/model/notes/no-output.md';
import resultImages from '../../../../prompts/model/notes/result-images.md';
import seeImage from '../../../../prompts/model/notes/see-image.md';
import type {
	AssistantContent,
	ImageContent,
	ThinkingContent,
	ToolResultMessage,
	UserContent,
} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';

export type Turn = {readonly role: 'user' | 'assistant'; readonly content: readonly Json[]};

/** Servers that sign with nothing want the empty signature back. */
type Signing = {readonly allowsEmpty: boolean};

/** Blank text is refused wherever it stands. */
const textParts = (text: string): readonly Json[] =>
	text.trim() === '' ? [] : [{type: 'text', text}];

const imagePart = ({data, mimeType}: ImageContent): Json => ({
	type: 'image',
	source: {type: 'base64', media_type: mimeType, data},
});

const userParts = (content: string | readonly UserContent[]): readonly Json[] =>
	typeof content === 'string'
		? textParts(content)
		: content.flatMap(part => (part.type === 'text' ? textParts(part.text) : [imagePart(part)]));

function thinkingParts(block: ThinkingContent, {allowsEmpty}: Signing): readonly Json[] {
	const {thinking, thinkingSignature: signature = '', redacted} = block;
	if (redacted) return signature === '' ? [] : [{type: 'redacted_thinking', data: signature}];
	if (signature !== '' || allowsEmpty) return [{type: 'thinking', thinking, signature}];
	// Unsigned thinking is refused as thinking, so it goes back as what was said.
	return textParts(thinking);
}

const assistantParts = (content: readonly AssistantContent[], signing: Signing): readonly Json[] =>
	content.flatMap(block => {
		if (block.type === 'text') return textParts(block.text);
		if (block.type === 'thinking') return thinkingParts(block, signing);
		return [{type: 'tool_use', id: block.id, name: block.name, input: block.arguments}];
	});

/** Text alone is a string; images need a word beside them. */
function resultContent(content: readonly UserContent[], images: readonly ImageContent[]) {
	const texts = content.flatMap(part => (part.type === 'text' ? [part.text] : []));
	const hasImages = content.length > texts.length;
	const text = texts.join('\n').trim() === '' ? '' : texts.join('\n');
	const said = text || (hasImages ? seeImage : noOutput).trim();
	return images.length > 0 ? [...textParts(said), ...images.map(imagePart)] : said;
}

/** One message for all results. Failed ones may not hold images, which therefore follow behind the last. */
function resultParts(results: readonly ToolResultMessage[]): readonly Json[] {
	const moved: ImageContent[] = [];
	const parts = results.map(({toolCallId, content, isError}) => {
		const images = content.filter(part => part.type === 'image');
		if (isError) moved.push(...images);
		return {
			type: 'tool_result',
			tool_use_id: toolCallId,
			content: resultContent(content, isError ? [] : images),
			...(isError ? {is_error: true} : {}),
		};
	});
	if (moved.length === 0) return parts;
	return [...parts, ...textParts(resultImages.trim()), ...moved.map(imagePart)];
}

/** Roles take turns: neighbours of one role become one message. */
function add(turns: Turn[], role: Turn['role'], content: readonly Json[]): void {
	const last = turns.at(-1);
	if (content.length === 0) return;
	if (last?.role === role) turns[turns.length - 1] = {role, content: [...last.content, ...content]};
	else turns.push({role, content});
}

/** The conversation as turns; the first and the last one are the user's. */
export function toTurns(messages: ProtocolCall['messages'], signing: Signing): readonly Turn[] {
	const turns: Turn[] = [];
	let results: ToolResultMessage[] = [];
	const flush = () => {
		add(turns, 'user', resultParts(results));
		results = [];
	};
	const [first] = messages;
	if (first?.role !== 'user') add(turns, 'user', textParts(goOn.trim()));
	for (const message of messages) {
		if (message.role === 'toolResult') {
			results.push(message);
			continue;
		}

		flush();
		if (message.role === 'user') add(turns, 'user', userParts(message.content));
		else add(turns, 'assistant', assistantParts(message.content, signing));
	}

	flush();
	if (turns.at(-1)?.role !== 'user') add(turns, 'user', textParts(goOn.trim()));
	return turns;
}
