import {findProvider} from '../../catalog.ts';
import type {Model} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import {isHost} from '../sdk-options.ts';
import {affinityHeaders, vendorHeaders} from '../session-headers.ts';
import {toObjectSchema} from '../to-object-schema.ts';
import type {Json} from '../wire-json.ts';
import {type Turn, toTurns} from './messages.ts';
import {toThinking} from './thinking.ts';

/** Arguments as they are written, instead of checked pieces after a pause: a field of each tool, else a beta. */
function streamsEagerly({compat, provider, baseUrl}: Model): boolean {
	const flag = compat?.supportsEagerToolInputStreaming;
	if (typeof flag === 'boolean') return flag;
	// A server that nobody knows may refuse fields that it does not know.
	return findProvider(provider) !== undefined || isHost(baseUrl, 'api.anthropic.com');
}

const schemaWords = new Set([
	'type',
	'description',
	'properties',
	'required',
	'additionalProperties',
	'$defs',
	'definitions',
]);

const inputSchema = (parameters: Json): Json =>
	Object.fromEntries(
		Object.entries(toObjectSchema(parameters)).filter(([word]) => schemaWords.has(word)),
	);

function wireTools({model, tools}: ProtocolCall, mark: Json): readonly Json[] {
	const eager = streamsEagerly(model) ? {eager_input_streaming: true} : {};
	const lastMark = model.compat?.supportsCacheControlOnTools === false ? {} : mark;
	return tools.map(({name, description, parameters}, index) => ({
		name,
		description,
		input_schema: inputSchema(parameters),
		...eager,
		...(index === tools.length - 1 ? lastMark : {}),
	}));
}

/** Marks what the next request repeats: system prompt, tools, and the conversation up to its last block. */
function cacheMark({model, cacheRetention}: ProtocolCall): Json {
	if (cacheRetention === 'none') return {};
	const isLong = cacheRetention === 'long' && model.compat?.supportsLongCacheRetention !== false;
	return {cache_control: {type: 'ephemeral', ...(isLong ? {ttl: '1h'} : {})}};
}

function withMark(turns: readonly Turn[], mark: Json): readonly Turn[] {
	const last = turns.at(-1);
	const block = last?.content.at(-1);
	if (!last || !block) return turns;
	const content = last.content.with(-1, {...block, ...mark});
	return turns.with(-1, {...last, content});
}

/** Body of a Messages request. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, messages, toolChoice, temperature} = call;
	const mark = cacheMark(call);
	const tools = wireTools(call, mark);
	const thinking = toThinking(call);
	const turns = toTurns(messages, {allowsEmpty: model.compat?.allowEmptySignature === true});
	const isWarm = !thinking.isOn && model.compat?.supportsTemperature !== false;
	return {
		model: model.id,
		max_tokens: thinking.maxTokens,
		stream: true,
		...(systemPrompt.trim() === '' ? {} : {system: [{type: 'text', text: systemPrompt, ...mark}]}),
		messages: withMark(turns, mark),
		...(tools.length > 0 ? {tools} : {}),
		...(tools.length > 0 && toolChoice ? {tool_choice: {type: toolChoice}} : {}),
		...(isWarm && temperature !== undefined ? {temperature} : {}),
		...thinking.fields,
	};
}

const affinity = {openai: ['x-session-affinity'], openrouter: ['x-session-id']};

export function toHeaders(call: ProtocolCall): Readonly<Record<string, string>> {
	const {model, tools} = call;
	const betas = [
		model.headers?.['anthropic-beta'] ?? '',
		...toThinking(call).betas,
		tools.length > 0 && !streamsEagerly(model) ? 'fine-grained-tool-streaming-2025-05-14' : '',
	].filter(beta => beta !== '');
	return {
		...(betas.length > 0 ? {'anthropic-beta': betas.join(',')} : {}),
		...affinityHeaders(call, affinity),
		...vendorHeaders(call),
	};
}
