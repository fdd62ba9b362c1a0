import goOn from '../../../../prompts/model/notes/go-on.md';
import noOutput from '../../../../prompts/model/notes/no-output.md';
import resultImages from '../../../../prompts/model/notes/result-images.md';
import seeImage from '../../../../prompts/model/notes/see-image.md';
import type {
	AssistantContent,
	ImageContent,
	ToolResultMessage,
	UserContent,
} from '../../messages.ts';
import type {Model} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import {isThird, namesCalls} from './capabilities.ts';

export type Content = {readonly role: 'user' | 'model'; readonly parts: readonly Json[]};

const imagePart = ({data, mimeType}: ImageContent): Json => ({inlineData: {mimeType, data}});

function userParts(content: string | readonly UserContent[]): readonly Json[] {
	const parts: readonly UserContent[] =
		typeof content === 'string' ? [{type: 'text', text: content}] : content;
	return parts.flatMap(part => {
		if (part.type === 'image') return [imagePart(part)];
		return part.text.trim() === '' ? [] : [{text: part.text}];
	});
}

/** Signatures are bytes; whatever is not base64 was made elsewhere. */
const signed = (signature = ''): Json =>
	/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(signature) &&
	signature !== ''
		? {thoughtSignature: signature}
		: {};

/** Text that is not blank, or that carries a signature: without it the model stops in the middle of its work. */
function textPart(text: string, signature: string | undefined, thought: Json): readonly Json[] {
	const part = {text, ...thought, ...signed(signature)};
	return text.trim() === '' && !('thoughtSignature' in part) ? [] : [part];
}

const modelParts = (content: readonly AssistantContent[], model: Model): readonly Json[] =>
	content.flatMap(block => {
		if (block.type === 'text') return textPart(block.text, block.textSignature, {});
		if (block.type === 'thinking') {
			return textPart(block.thinking, block.thinkingSignature, {thought: true});
		}

		const {id, name, arguments: args, thoughtSignature} = block;
		const functionCall = {...(namesCalls(model) ? {id} : {}), name, args};
		return [{functionCall, ...signed(thoughtSignature)}];
	});

function resultPart(result: ToolResultMessage, model: Model): Json {
	const {toolCallId: id, toolName: name, content, isError} = result;
	const images = content.filter(part => part.type === 'image');
	const text = content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
	const said = text.trim() === '' ? (images.length > 0 ? seeImage : noOutput).trim() : text;
	return {
		functionResponse: {
			...(namesCalls(model) ? {id} : {}),
			name,
			response: isError ? {error: said} : {output: said},
			...(isThird(model) && images.length > 0 ? {parts: images.map(imagePart)} : {}),
		},
	};
}

/** All results of one answer together; older models want the images behind them. */
function resultContents(results: readonly ToolResultMessage[], model: Model): readonly Content[] {
	if (results.length === 0) return [];
	const parts = results.map(result => resultPart(result, model));
	const images = results.flatMap(({content}) => content.filter(part => part.type === 'image'));
	const shown = [{text: resultImages.trim()}, ...images.map(imagePart)];
	const hasMore = images.length > 0 && !isThird(model);
	return [{role: 'user', parts}, ...(hasMore ? [{role: 'user', parts: shown} as const] : [])];
}

/** Calls must stand right behind the user, so answers that follow one another become one. */
function add(contents: Content[], ...more: readonly Content[]): void {
	for (const content of more) {
		const last = contents.at(-1);
		if (content.parts.length === 0) continue;
		if (content.role === 'model' && last?.role === 'model') {
			contents[contents.length - 1] = {...last, parts: [...last.parts, ...content.parts]};
		} else contents.push(content);
	}
}

const nudge: Content = {role: 'user', parts: [{text: goOn.trim()}]};

const isSpoken = ({role, parts}: Content): boolean =>
	role === 'user' && parts.some(({text}) => text !== undefined);

function isUnsigned({role, parts}: Content): boolean {
	const first = parts.find(({functionCall}) => functionCall !== undefined);
	return role === 'model' && first !== undefined && first.thoughtSignature === undefined;
}

/**
 * The signatures of calls are checked since the user last spoke, and calls of another model have none: behind
 * their results the user speaks.
 */
function withNudge(contents: readonly Content[]): readonly Content[] {
	const spoken = contents.findLastIndex(isSpoken);
	const unsigned = contents.findLastIndex((content, at) => at > spoken && isUnsigned(content));
	return unsigned < 0 ? contents : contents.toSpliced(unsigned + 2, 0, nudge);
}

/** The conversation as Gemini wants it; the user has the first and the last word. */
export function toContents({messages, model}: ProtocolCall): readonly Content[] {
	const contents: Content[] = [];
	let results: ToolResultMessage[] = [];
	const flush = () => {
		add(contents, ...resultContents(results, model));
		results = [];
	};
	if (messages[0]?.role !== 'user') contents.push(nudge);
	for (const message of messages) {
		if (message.role === 'toolResult') {
			results.push(message);
			continue;
		}

		flush();
		if (message.role === 'user') add(contents, {role: 'user', parts: userParts(message.content)});
		else add(contents, {role: 'model', parts: modelParts(message.content, model)});
	}

	flush();
	if (contents.at(-1)?.role === 'model') contents.push(nudge);
	return isThird(model) ? withNudge(contents) : contents;
}
