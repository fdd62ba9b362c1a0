import type {Tool} from '../../messages.ts';
import type {Model} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import {cacheKey} from '../session-headers.ts';
import {toStrictSchema} from '../strict-schema.ts';
import {toObjectSchema} from '../to-object-schema.ts';
import type {Json} from '../wire-json.ts';
import {wireMessages} from './messages.ts';

function wireTool({name, description, parameters, constrainedSampling}: Tool, model: Model): Json {
	const mayBeStrict = model.compat?.supportsStrictMode === true && constrainedSampling;
	const strict = mayBeStrict ? toStrictSchema(parameters) : undefined;
	return {
		type: 'function',
		function: {
			name,
			description,
			parameters: strict ?? toObjectSchema(parameters),
			...(strict ? {strict: true} : {}),
		},
	};
}

/** Models with levels of their own take the word; the older ones are only told to think. */
function thinkingFields({model, level}: ProtocolCall): Json {
	if (!model.reasoning) return {};
	const {thinkingLevelMap: map} = model;
	if (!map) return level === 'off' ? {} : {prompt_mode: 'reasoning'};
	const word = map[level];
	if (word === null || (level === 'off' && word === undefined)) return {};
	return {reasoning_effort: word ?? level};
}

const caches = ({cacheRetention, sessionId = ''}: ProtocolCall): boolean =>
	cacheRetention !== 'none' && sessionId !== '';

/** Body of a chat completion at Mistral. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, tools, toolChoice, temperature, messages, sessionId = ''} = call;
	const system = systemPrompt.trim() === '' ? [] : [{role: 'system', content: systemPrompt}];
	return {
		model: model.id,
		messages: [...system, ...wireMessages(messages)],
		stream: true,
		max_tokens: call.maxTokens,
		...(temperature === undefined ? {} : {temperature}),
		...(tools.length > 0 ? {tools: tools.map(tool => wireTool(tool, model))} : {}),
		...(tools.length > 0 && toolChoice ? {tool_choice: toolChoice} : {}),
		...thinkingFields(call),
		...(caches(call) ? {prompt_cache_key: cacheKey(sessionId)} : {}),
		...call.samplingParams,
	};
}

export const toHeaders = (call: ProtocolCall): Readonly<Record<string, string>> =>
	caches(call) ? {'x-affinity': call.sessionId ?? ''} : {};
