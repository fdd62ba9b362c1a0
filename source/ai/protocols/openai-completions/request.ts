import type {
	AssistantMessage,
	Message,
	Tool,
	ToolResultMessage,
	UserContent,
} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import {type Compat, compatOf} from './compat.ts';
import {thinkingFields} from './thinking.ts';

const imagePart = ({data, mimeType}: Extract<UserContent, {type: 'image'}>): Json => ({
	type: 'image_url',
	image_url: {url: `data:${mimeType};base64,${data}`},
});

const texts = (content: readonly {readonly type: string}[]): string =>
	content.flatMap(part => ('text' in part ? [String(part.text)] : [])).join('\n');

function userMessage(content: string | readonly UserContent[]): Json {
	if (typeof content === 'string') return {role: 'user', content};
	if (content.every(part => part.type === 'text')) return {role: 'user', content: texts(content)};
	const parts = content.map(part =>
		part.type === 'text' ? {type: 'text', text: part.text} : imagePart(part),
	);
	return {role: 'user', content: parts};
}

/** The field a server sent its thinking in is the field it wants it back in. */
function replayedThinking(message: AssistantMessage, compat: Compat): Json {
	const blocks = message.content.filter(block => block.type === 'thinking');
	const text = blocks.map(({thinking}) => thinking).join('\n');
	const signature = blocks[0]?.thinkingSignature ?? '';
	if (signature.startsWith('[')) return {reasoning_details: JSON.parse(signature)};
	if (compat.requiresReasoningContentOnAssistantMessages === true) return {reasoning_content: text};
	return text !== '' && /^reasoning\w*$/.test(signature) ? {[signature]: text} : {};
}

function assistantMessage(message: AssistantMessage, compat: Compat): Json[] {
	const thinkingText =
		compat.requiresThinkingAsText === true
			? message.content
					.flatMap(block => (block.type === 'thinking' ? [block.thinking] : []))
					.join('\n\n')
			: '';
	// A plain string, never parts: some models copy the shape into their answers.
	const said = message.content
		.flatMap(block => (block.type === 'text' ? [block.text] : []))
		.join('');
	const text = [thinkingText, said].filter(part => part !== '').join('\n\n');
	const calls = message.content.flatMap(block =>
		block.type === 'toolCall'
			? [
					{
						id: block.id,
						type: 'function',
						function: {name: block.name, arguments: JSON.stringify(block.arguments)},
					},
				]
			: [],
	);
	if (text === '' && calls.length === 0) return [];
	const empty = compat.requiresNonNullContent === true ? '' : null;
	return [
		{
			role: 'assistant',
			content: text === '' ? empty : text,
			...replayedThinking(message, compat),
			...(calls.length > 0 ? {tool_calls: calls} : {}),
		},
	];
}

function resultMessages(results: readonly ToolResultMessage[], compat: Compat): Json[] {
	const said = results.map(result => ({
		role: 'tool',
		tool_call_id: result.toolCallId,
		content: texts(result.content).trim() === '' ? '(see attached image)' : texts(result.content),
		...(compat.requiresToolResultName === true ? {name: result.toolName} : {}),
	}));
	// Results are text only: their images follow in a message of their own, after all results.
	const images = results.flatMap(result => result.content.filter(part => part.type === 'image'));
	if (images.length === 0) return said;
	const between =
		compat.requiresAssistantAfterToolResult === true
			? [{role: 'assistant', content: 'I have the results.'}]
			: [];
	const note = {type: 'text', text: 'Images from the tool results:'};
	return [...said, ...between, {role: 'user', content: [note, ...images.map(imagePart)]}];
}

function wireMessages(messages: ProtocolCall['messages'], compat: Compat): Json[] {
	const out: Json[] = [];
	let results: ToolResultMessage[] = [];
	const flush = () => {
		out.push(...(results.length > 0 ? resultMessages(results, compat) : []));
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
	return out;
}

const wireTool = (tool: Tool, compat: Compat): Json => ({
	type: 'function',
	function: {
		name: tool.name,
		description: tool.description,
		parameters: tool.parameters,
		...(compat.supportsStrictMode === true ? {strict: false} : {}),
	},
});

function cacheFields(call: ProtocolCall, compat: Compat): Json {
	if (call.cacheRetention === 'none' || call.sessionId === undefined) return {};
	if (!/\/\/api\.openai\.com/.test(call.model.baseUrl)) return {};
	const long = call.cacheRetention === 'long' && compat.supportsLongCacheRetention === true;
	return {
		prompt_cache_key: [...call.sessionId].slice(0, 64).join(''),
		...(long ? {prompt_cache_retention: '24h'} : {}),
	};
}

const mark = (call: ProtocolCall, compat: Compat): Json => ({
	type: 'ephemeral',
	...(call.cacheRetention === 'long' && compat.supportsLongCacheRetention === true
		? {ttl: '1h'}
		: {}),
});

/** Cache marks as Anthropic has them, for relays that pass them on: system text, last tool, last message. */
function marked(payload: Json, call: ProtocolCall, compat: Compat): Json {
	if (compat.cacheControlFormat !== 'anthropic' || call.cacheRetention === 'none') return payload;
	const cache_control = mark(call, compat);
	const messages = [...(payload.messages as readonly Json[])];
	const markAt = (index: number) => {
		const message = messages[index];
		const {content} = message ?? {};
		const parts =
			typeof content === 'string' && content !== '' ? [{type: 'text', text: content}] : content;
		if (!Array.isArray(parts) || parts.length === 0) return;
		const last = parts.findLastIndex(part => part.type === 'text');
		messages[index] = {
			...message,
			content: parts.map((part, at) => (at === last ? {...part, cache_control} : part)),
		};
	};
	if (messages[0]?.role === 'system' || messages[0]?.role === 'developer') markAt(0);
	if (messages.length > 1) markAt(messages.length - 1);
	const tools = payload.tools as readonly Json[] | undefined;
	return {
		...payload,
		messages,
		...(tools && tools.length > 0
			? {
					tools: tools.map((tool, at) =>
						at === tools.length - 1 ? {...tool, cache_control} : tool,
					),
				}
			: {}),
	};
}

const hasCalls = (messages: readonly Message[]): boolean =>
	messages.some(message => message.role === 'toolResult');

/** Body of a Chat Completions request. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, tools, messages} = call;
	const compat = compatOf(model);
	const role = model.reasoning && compat.supportsDeveloperRole === true ? 'developer' : 'system';
	const system = systemPrompt === '' ? [] : [{role, content: systemPrompt}];
	const wired = tools.map(tool => wireTool(tool, compat));
	const needsTools = compat.requiresToolsWithHistory === true && hasCalls(messages);
	const payload = {
		model: model.id,
		messages: [...system, ...wireMessages(messages, compat)],
		stream: true,
		...(compat.supportsUsageInStreaming === true ? {stream_options: {include_usage: true}} : {}),
		...(compat.supportsStore === true ? {store: false} : {}),
		[String(compat.maxTokensField)]: call.maxTokens,
		...(call.temperature === undefined ? {} : {temperature: call.temperature}),
		...(wired.length > 0 || needsTools ? {tools: wired} : {}),
		...(wired.length > 0 && call.toolChoice ? {tool_choice: call.toolChoice} : {}),
		...(compat.zaiToolStream === true && wired.length > 0 ? {tool_stream: true} : {}),
		...thinkingFields(call, compat),
		...cacheFields(call, compat),
		...model.samplingParams,
	};
	return marked(payload, call, compat);
}
