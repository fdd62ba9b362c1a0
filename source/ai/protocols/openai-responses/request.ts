import {createHash} from 'node:crypto';
import type {AssistantMessage, ToolResultMessage, UserContent} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

const wirePart = (part: UserContent): Json =>
	part.type === 'text'
		? {type: 'input_text', text: part.text}
		: {type: 'input_image', image_url: `data:${part.mimeType};base64,${part.data}`, detail: 'auto'};

function parsed(text: string | undefined): Json {
	if (text === undefined) return {};
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null
			? Object.fromEntries(Object.entries(value))
			: {};
	} catch {
		// A signature of another kind: it is simply not ours.
		return {};
	}
}

function textItem(part: Extract<AssistantMessage['content'][number], {type: 'text'}>): Json {
	const {id, phase} = parsed(part.textSignature);
	const known = typeof id === 'string' && id !== '' && id.length <= 64;
	return {
		type: 'message',
		role: 'assistant',
		id: known ? id : `msg_${hash(part.text)}`,
		status: 'completed',
		content: [{type: 'output_text', text: part.text, annotations: []}],
		...(typeof phase === 'string' ? {phase} : {}),
	};
}

/** Our id is `call_id|item_id`; the item's id is checked against its reasoning, so a foreign one is left out. */
function callItem({
	id,
	name,
	arguments: args,
}: Extract<AssistantMessage['content'][number], {type: 'toolCall'}>): Json {
	const [callId = '', itemId] = id.split('|');
	return {
		type: 'function_call',
		call_id: callId,
		...(itemId?.startsWith('fc_') ? {id: itemId} : {}),
		name,
		arguments: JSON.stringify(args),
	};
}

function assistantItems(message: AssistantMessage): readonly Json[] {
	const items = message.content.flatMap((part): Json[] => {
		if (part.type === 'text') return [textItem(part)];
		if (part.type === 'toolCall') return [callItem(part)];
		const item = parsed(part.thinkingSignature);
		return item.type === 'reasoning' ? [item] : [];
	});
	// Reasoning must be followed by what it led to.
	return items.filter((item, index) => item.type !== 'reasoning' || index < items.length - 1);
}

function resultItem(result: ToolResultMessage): Json {
	const [call_id = ''] = result.toolCallId.split('|');
	const hasImage = result.content.some(part => part.type === 'image');
	const output = hasImage
		? result.content.map(wirePart)
		: result.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
	return {type: 'function_call_output', call_id, output};
}

function inputItems({messages}: ProtocolCall): readonly Json[] {
	return messages.flatMap((message): readonly Json[] => {
		if (message.role === 'assistant') return assistantItems(message);
		if (message.role === 'toolResult') return [resultItem(message)];
		const {content} = message;
		const parts =
			typeof content === 'string' ? [{type: 'input_text', text: content}] : content.map(wirePart);
		return [{role: 'user', content: parts}];
	});
}

function reasoning({model, level}: ProtocolCall): Json {
	if (!model.reasoning) return {};
	const mapped = model.thinkingLevelMap?.[level];
	const include = ['reasoning.encrypted_content'];
	if (level !== 'off') return {reasoning: {effort: mapped ?? level, summary: 'auto'}, include};
	if (mapped === null || model.provider === 'github-copilot') return {};
	return {reasoning: {effort: mapped ?? 'none'}};
}

function caching({model, cacheRetention, sessionId}: ProtocolCall): Json {
	if (cacheRetention === 'none' || sessionId === undefined) return {};
	const long = cacheRetention === 'long' && model.compat?.supportsLongCacheRetention !== false;
	const explicit = model.compat?.supportsExplicitPromptCacheMode === true;
	return {
		prompt_cache_key: [...sessionId].slice(0, 64).join(''),
		...(long && !explicit ? {prompt_cache_retention: '24h'} : {}),
		...(long && explicit ? {prompt_cache_options: {ttl: '30m'}} : {}),
	};
}

/** Body of a Responses request. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, tools} = call;
	const developer = model.reasoning && model.compat?.supportsDeveloperRole !== false;
	const system =
		systemPrompt === '' ? [] : [{role: developer ? 'developer' : 'system', content: systemPrompt}];
	const wired = tools.map(({name, description, parameters}) => ({
		type: 'function',
		name,
		description,
		parameters,
		// Said explicitly: left out, some servers make the schema strict and invent optional values.
		strict: false,
	}));
	return {
		model: model.id,
		input: [...system, ...inputItems(call)],
		stream: true,
		store: false,
		max_output_tokens: Math.max(16, call.maxTokens),
		...(call.temperature === undefined ? {} : {temperature: call.temperature}),
		...(wired.length > 0 ? {tools: wired} : {}),
		...(wired.length > 0 && call.toolChoice ? {tool_choice: call.toolChoice} : {}),
		...reasoning(call),
		...caching(call),
		...model.samplingParams,
	};
}
