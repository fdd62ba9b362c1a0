import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import {toContents} from './contents.ts';
import {thinkingConfig} from './thinking.ts';
import {toGeminiSchema} from './to-gemini-schema.ts';

const modes = {auto: 'AUTO', none: 'NONE'} as const;

function toolConfig({tools, toolChoice}: ProtocolCall): Json {
	if (tools.length === 0) return {};
	const functionDeclarations = tools.map(({name, description, parameters}) => ({
		name,
		description,
		parametersJsonSchema: toGeminiSchema(parameters),
	}));
	const choice = toolChoice ? {functionCallingConfig: {mode: modes[toolChoice]}} : undefined;
	return {tools: [{functionDeclarations}], ...(choice ? {toolConfig: choice} : {})};
}

/** Model, contents and config of a generateContent request, as the SDK takes them. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, maxTokens, temperature} = call;
	const thinking = thinkingConfig(call);
	return {
		model: model.id,
		contents: toContents(call),
		config: {
			maxOutputTokens: maxTokens,
			// Calls are run by us, and answers that broke off are ours to continue.
			automaticFunctionCalling: {disable: true},
			automaticContinuation: false,
			...(systemPrompt.trim() === '' ? {} : {systemInstruction: {parts: [{text: systemPrompt}]}}),
			...(temperature === undefined ? {} : {temperature}),
			...toolConfig(call),
			...(thinking ? {thinkingConfig: thinking} : {}),
		},
	};
}
