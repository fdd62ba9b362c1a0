import type {Tool} from '../../messages.ts';
import type {Model} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import {affinityHeaders, cacheKey, vendorHeaders} from '../session-headers.ts';
import {toStrictSchema} from '../strict-schema.ts';
import {toObjectSchema} from '../to-object-schema.ts';
import type {Json} from '../wire-json.ts';
import {inputItems} from './items.ts';

/** Less is refused. */
const leastOutput = 16;

function wireTool({name, description, parameters, constrainedSampling}: Tool, model: Model): Json {
	const mayBeStrict = model.compat?.supportsStrictMode === true && constrainedSampling;
	const strict = mayBeStrict ? toStrictSchema(parameters) : undefined;
	return {
		type: 'function',
		name,
		description,
		parameters: strict ?? toObjectSchema(parameters),
		// Said outright: left out, some servers are strict and make up values for what is optional.
		strict: strict !== undefined,
	};
}

const encrypted = ['reasoning.encrypted_content'];

function reasoningFields({model, level}: ProtocolCall): Json {
	const {reasoning, thinkingLevelMap, provider, compat} = model;
	if (!reasoning) return {};
	const mapped = thinkingLevelMap?.[level];
	// Grok thinks in any case and returns what it thought only when asked.
	const include = level !== 'off' || provider === 'xai' ? {include: encrypted} : {};
	if (compat?.supportsReasoningEffort === false) return include;
	if (level !== 'off') return {reasoning: {effort: mapped ?? level, summary: 'auto'}, ...include};
	const isSilent = mapped === null || provider === 'github-copilot';
	return {...(isSilent ? {} : {reasoning: {effort: mapped ?? 'none'}}), ...include};
}

/** Newer models take their cache's lifetime, and whether there is one, in a field of its own. */
function cacheFields({model, cacheRetention, sessionId}: ProtocolCall): Json {
	const isExplicit = model.compat?.supportsExplicitPromptCacheMode === true;
	if (cacheRetention === 'none') {
		return isExplicit ? {prompt_cache_options: {mode: 'explicit'}} : {};
	}

	const isLong = cacheRetention === 'long' && model.compat?.supportsLongCacheRetention !== false;
	const lifetime = isExplicit
		? {prompt_cache_options: {ttl: '30m'}}
		: {prompt_cache_retention: '24h'};
	return {
		...(sessionId ? {prompt_cache_key: cacheKey(sessionId)} : {}),
		...(isLong ? lifetime : {}),
	};
}

function systemItems({model, systemPrompt}: ProtocolCall): readonly Json[] {
	if (systemPrompt.trim() === '') return [];
	const isDeveloper = model.reasoning && model.compat?.supportsDeveloperRole !== false;
	return [{role: isDeveloper ? 'developer' : 'system', content: systemPrompt}];
}

/** Body of a Responses request. */
export function toPayload(call: ProtocolCall): Json {
	const {model, tools, toolChoice, temperature, maxTokens} = call;
	const limits = model.compat?.supportsMaxOutputTokens !== false;
	return {
		model: model.id,
		input: [...systemItems(call), ...inputItems(call.messages)],
		stream: true,
		store: false,
		...(limits ? {max_output_tokens: Math.max(leastOutput, maxTokens)} : {}),
		...(temperature === undefined ? {} : {temperature}),
		...(tools.length > 0 ? {tools: tools.map(tool => wireTool(tool, model))} : {}),
		...(tools.length > 0 && toolChoice ? {tool_choice: toolChoice} : {}),
		...reasoningFields(call),
		...cacheFields(call),
		...call.samplingParams,
	};
}

const affinity = {
	openai: ['session-id', 'x-client-request-id'],
	'openai-nosession': ['x-client-request-id'],
	openrouter: ['x-session-id'],
};

/** Here the session is named unless a server is known to mind. */
export function toHeaders(call: ProtocolCall): Readonly<Record<string, string>> {
	const {model} = call;
	const compat = {sendSessionAffinityHeaders: true, ...model.compat};
	return {
		...affinityHeaders({...call, model: {...model, compat}}, affinity),
		...vendorHeaders(call),
	};
}
