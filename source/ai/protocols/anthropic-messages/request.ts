import type {AssistantMessage, Tool, ToolResultMessage, UserContent} from '../../messages.ts';
import type {Model} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';

const flag = (model: Model, name: string): unknown => model.compat?.[name];

const image = ({data, mimeType}: Extract<UserContent, {type: 'image'}>): Json => ({
	type: 'image',
	source: {type: 'base64', media_type: mimeType, data},
});

const wirePart = (part: UserContent): Json =>
	part.type === 'text' ? {type: 'text', text: part.text} : image(part);

function assistantParts(message: AssistantMessage, model: Model): readonly Json[] {
	return message.content.flatMap((part): Json[] => {
		if (part.type === 'text') return [{type: 'text', text: part.text}];
		if (part.type === 'toolCall') {
			return [{type: 'tool_use', id: part.id, name: part.name, input: part.arguments}];
		}

		const {thinking, thinkingSignature: signature, redacted} = part;
		if (redacted) return signature ? [{type: 'redacted_thinking', data: signature}] : [];
		if (signature) return [{type: 'thinking', thinking, signature}];
		// Compatible servers sign with nothing; the real one takes unsigned thinking as text only.
		if (flag(model, 'allowEmptySignature') === true)
			return [{type: 'thinking', thinking, signature: ''}];
		return thinking.trim() === '' ? [] : [{type: 'text', text: thinking}];
	});
}

/** Images are refused in failed results: they follow after all results of the message. */
function resultParts(results: readonly ToolResultMessage[]): readonly Json[] {
	const later: Json[] = [];
	const parts = results.map(result => {
		const images = result.content.filter(part => part.type === 'image');
		const move = result.isError && images.length > 0;
		if (move)
			later.push({type: 'text', text: `Images of ${result.toolName}:`}, ...images.map(image));
		const kept = move ? result.content.filter(part => part.type === 'text') : result.content;
		const hasText = kept.some(part => part.type === 'text');
		const content = [
			...(hasText ? [] : [{type: 'text', text: '(see the image)'}]),
			...kept.map(wirePart),
		];
		return {
			type: 'tool_result',
			tool_use_id: result.toolCallId,
			content,
			...(result.isError ? {is_error: true} : {}),
		};
	});
	return [...parts, ...later];
}

type WireMessage = {readonly role: 'user' | 'assistant'; readonly content: readonly Json[]};

/** Neighbours of one role become one message: results first, then what the person said. */
function wireMessages({messages, model}: ProtocolCall): readonly WireMessage[] {
	const out: WireMessage[] = [];
	const add = (role: WireMessage['role'], content: readonly Json[]) => {
		if (content.length === 0) return;
		const last = out.at(-1);
		if (last?.role === role) out[out.length - 1] = {role, content: [...last.content, ...content]};
		else out.push({role, content});
	};
	let results: ToolResultMessage[] = [];
	const flush = () => {
		add('user', resultParts(results));
		results = [];
	};
	for (const message of messages) {
		if (message.role === 'toolResult') {
			results.push(message);
			continue;
		}

		flush();
		if (message.role === 'assistant') add('assistant', assistantParts(message, model));
		else if (typeof message.content === 'string')
			add('user', [{type: 'text', text: message.content}]);
		else add('user', message.content.map(wirePart));
	}

	flush();
	return out;
}

const rootWords = ['properties', 'required', 'additionalProperties', '$defs', 'definitions'];

/** The root of a schema must be a plain object here; alternatives at the root are refused. */
function inputSchema({parameters}: Tool): Json {
	const kept = Object.entries(parameters).filter(([name]) => rootWords.includes(name));
	return {type: 'object', properties: {}, ...Object.fromEntries(kept)};
}

function wireTools({tools, model}: ProtocolCall, cache: Json | undefined): readonly Json[] {
	const eager = flag(model, 'supportsEagerToolInputStreaming') !== false;
	const marks = flag(model, 'supportsCacheControlOnTools') !== false;
	return tools.map((tool, index) => ({
		name: tool.name,
		description: tool.description,
		input_schema: inputSchema(tool),
		...(eager ? {eager_input_streaming: true} : {}),
		...(cache && marks && index === tools.length - 1 ? {cache_control: cache} : {}),
	}));
}

const budgets: Readonly<Record<string, number>> = {minimal: 1024, low: 2048, medium: 8192};
const efforts: Readonly<Record<string, string>> = {minimal: 'low', low: 'low', medium: 'medium'};

function thinking({model, level, maxTokens}: ProtocolCall): Json {
	if (!model.reasoning) return {};
	const mapped = model.thinkingLevelMap?.[level];
	if (level === 'off') return mapped === null ? {} : {thinking: {type: 'disabled'}};
	if (flag(model, 'forceAdaptiveThinking') === true) {
		return {
			thinking: {type: 'adaptive', display: 'summarized'},
			output_config: {effort: mapped ?? efforts[level] ?? 'high'},
		};
	}

	// Thinking and answer share the limit: the answer keeps at least 1024 tokens of it.
	const budget = Math.min(budgets[level] ?? 16_384, Math.max(1024, maxTokens - 1024));
	return {thinking: {type: 'enabled', budget_tokens: budget, display: 'summarized'}};
}

/** Marks the end of what the next request repeats. */
function withCacheMark(
	messages: readonly WireMessage[],
	cache: Json | undefined,
): readonly WireMessage[] {
	const at = messages.findLastIndex(({role}) => role === 'user');
	const message = messages[at];
	if (!cache || !message) return messages;
	const content = message.content.map((part, index) =>
		index === message.content.length - 1 ? {...part, cache_control: cache} : part,
	);
	return messages.map((other, index) => (index === at ? {...message, content} : other));
}

/** Body of a Messages request. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, cacheRetention} = call;
	const long = cacheRetention === 'long' && flag(model, 'supportsLongCacheRetention') !== false;
	const cache =
		cacheRetention === 'none' ? undefined : {type: 'ephemeral', ...(long ? {ttl: '1h'} : {})};
	const tools = wireTools(call, cache);
	const thought = thinking(call);
	const thinks = 'thinking' in thought && call.level !== 'off';
	const budget = 'thinking' in thought && 'budget_tokens' in Object(thought.thinking);
	const maxTokens = budget ? Math.max(call.maxTokens, 2048) : call.maxTokens;
	const hot =
		call.temperature !== undefined && !thinks && flag(model, 'supportsTemperature') !== false;
	return {
		model: model.id,
		max_tokens: maxTokens,
		stream: true,
		...(systemPrompt === ''
			? {}
			: {system: [{type: 'text', text: systemPrompt, ...(cache ? {cache_control: cache} : {})}]}),
		messages: withCacheMark(wireMessages(call), cache),
		...(tools.length > 0 ? {tools} : {}),
		...(tools.length > 0 && call.toolChoice ? {tool_choice: {type: call.toolChoice}} : {}),
		...(hot ? {temperature: call.temperature} : {}),
		...thought,
	};
}
