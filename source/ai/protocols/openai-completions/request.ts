import {isRecord} from '../../../lib/is-record.ts';
import type {Tool} from '../../messages.ts';
import type {ProtocolCall} from '../protocol.ts';
import {affinityHeaders, cacheKey, vendorHeaders} from '../session-headers.ts';
import {toStrictSchema} from '../strict-schema.ts';
import type {Json} from '../wire-json.ts';
import {type Compat, compatOf, isOpenAiItself} from './compat.ts';
import {wireMessages} from './messages.ts';
import {thinkingFields} from './thinking.ts';

function wireTool(
	{name, description, parameters, constrainedSampling}: Tool,
	compat: Compat,
): Json {
	const plain = {name, description, parameters};
	if (compat.supportsStrictMode !== true) return {type: 'function', function: plain};
	const strict = constrainedSampling ? toStrictSchema(parameters) : undefined;
	return {
		type: 'function',
		function: strict ? {...plain, parameters: strict, strict: true} : {...plain, strict: false},
	};
}

function toolFields(call: ProtocolCall, compat: Compat): Json {
	const {tools, toolChoice, messages} = call;
	if (tools.length === 0) {
		// Some relays refuse old calls unless there is a list of tools, be it empty.
		const hasCalls = messages.some(({role}) => role === 'toolResult');
		return compat.requiresToolsWithHistory === true && hasCalls ? {tools: []} : {};
	}

	return {
		tools: tools.map(tool => wireTool(tool, compat)),
		...(toolChoice ? {tool_choice: toolChoice} : {}),
		...(compat.zaiToolStream === true ? {tool_stream: true} : {}),
	};
}

const wantsLong = ({cacheRetention}: ProtocolCall, compat: Compat): boolean =>
	cacheRetention === 'long' && compat.supportsLongCacheRetention === true;

function cacheFields(call: ProtocolCall, compat: Compat): Json {
	const {model, sessionId, cacheRetention} = call;
	if (!sessionId || cacheRetention === 'none' || !isOpenAiItself(model)) return {};
	return {
		prompt_cache_key: cacheKey(sessionId),
		...(wantsLong(call, compat) ? {prompt_cache_retention: '24h'} : {}),
	};
}

/** Which of several servers behind a relay may answer. */
function routingFields({openRouterRouting, vercelGatewayRouting}: Compat): Json {
	return {
		...(isRecord(openRouterRouting) ? {provider: openRouterRouting} : {}),
		...(isRecord(vercelGatewayRouting) ? {providerOptions: {gateway: vercelGatewayRouting}} : {}),
	};
}

/** A mark on the last text of a message; a plain string becomes one part. */
function markText(message: Json, mark: Json): Json | undefined {
	const {content} = message;
	const parts =
		typeof content === 'string' && content !== '' ? [{type: 'text', text: content}] : content;
	if (!Array.isArray(parts)) return undefined;
	const last = parts.findLastIndex(part => part.type === 'text');
	if (last < 0) return undefined;
	return {...message, content: parts.with(last, {...parts[last], cache_control: mark})};
}

/** Cache marks as Anthropic has them, for relays that pass them on: system text, last tool, end of the talk. */
function withMarks(payload: Payload, call: ProtocolCall, compat: Compat): Payload {
	if (compat.cacheControlFormat !== 'anthropic' || call.cacheRetention === 'none') return payload;
	const mark = {type: 'ephemeral', ...(wantsLong(call, compat) ? {ttl: '1h'} : {})};
	const messages = [...payload.messages];
	const first = messages.findIndex(({role}) => role === 'system' || role === 'developer');
	const last = messages.findLastIndex(message => markText(message, mark) !== undefined);
	for (const index of new Set([first, last])) {
		const message = messages[index];
		if (message) messages[index] = markText(message, mark) ?? message;
	}

	const {tools = []} = payload;
	const marked = tools.map((tool, index) =>
		index === tools.length - 1 ? {...tool, cache_control: mark} : tool,
	);
	return {...payload, messages, ...(tools.length > 0 ? {tools: marked} : {})};
}

type Payload = Json & {readonly messages: readonly Json[]; readonly tools?: readonly Json[]};

/** Body of a Chat Completions request. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, messages, temperature} = call;
	const compat = compatOf(model);
	const role = model.reasoning && compat.supportsDeveloperRole === true ? 'developer' : 'system';
	const system = systemPrompt === '' ? [] : [{role, content: systemPrompt}];
	const payload = {
		model: model.id,
		messages: [...system, ...wireMessages(messages, compat)],
		stream: true,
		...(compat.supportsUsageInStreaming === true ? {stream_options: {include_usage: true}} : {}),
		...(compat.supportsStore === true ? {store: false} : {}),
		[String(compat.maxTokensField)]: call.maxTokens,
		...(temperature === undefined ? {} : {temperature}),
		...toolFields(call, compat),
		...thinkingFields(call, compat),
		...cacheFields(call, compat),
		...routingFields(compat),
		...call.samplingParams,
	};
	return withMarks(payload, call, compat);
}

export const toHeaders = (call: ProtocolCall): Readonly<Record<string, string>> => ({
	...affinityHeaders({...call, model: {...call.model, compat: compatOf(call.model)}}),
	...vendorHeaders(call),
});
