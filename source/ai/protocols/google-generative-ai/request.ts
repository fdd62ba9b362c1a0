import type {AssistantMessage, ToolResultMessage, UserContent} from '../../messages.ts';
import type {Model} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import type {Json} from '../wire-json.ts';
import {toGeminiSchema} from './to-gemini-schema.ts';

/** Models that take a level and images inside results; older ones take a budget. */
const isRecent = ({id}: Model): boolean => /gemini-([3-9]|\d\d)|gemma-4|-latest/.test(id);

const wirePart = (part: UserContent): Json =>
	part.type === 'text'
		? {text: part.text}
		: {inlineData: {mimeType: part.mimeType, data: part.data}};

/** A signature is base64; anything else was made elsewhere. */
const signed = (signature: string | undefined): Json =>
	signature !== undefined && signature.length % 4 === 0 && /^[A-Za-z0-9+/]+=*$/.test(signature)
		? {thoughtSignature: signature}
		: {};

function assistantParts(message: AssistantMessage, model: Model): readonly Json[] {
	return message.content.flatMap((part): Json[] => {
		if (part.type === 'text') return [{text: part.text, ...signed(part.textSignature)}];
		if (part.type === 'thinking') {
			return [{text: part.thinking, thought: true, ...signed(part.thinkingSignature)}];
		}

		const id = isRecent(model) ? {id: part.id} : {};
		return [
			{
				functionCall: {name: part.name, args: part.arguments, ...id},
				...signed(part.thoughtSignature),
			},
		];
	});
}

function resultParts(results: readonly ToolResultMessage[], model: Model): readonly Json[] {
	const later: Json[] = [];
	const parts = results.map(result => {
		const texts = result.content
			.flatMap(part => (part.type === 'text' ? [part.text] : []))
			.join('\n');
		const images = result.content.filter(part => part.type === 'image').map(wirePart);
		const recent = isRecent(model);
		if (!recent) later.push(...images);
		return {
			functionResponse: {
				name: result.toolName,
				response: result.isError ? {error: texts} : {output: texts || '(see the image)'},
				...(recent ? {id: result.toolCallId} : {}),
				...(recent && images.length > 0 ? {parts: images} : {}),
			},
		};
	});
	return [...parts, ...later];
}

type Content = {readonly role: 'user' | 'model'; readonly parts: readonly Json[]};

function wireContents({messages, model}: ProtocolCall): readonly Content[] {
	const out: Content[] = [];
	let results: ToolResultMessage[] = [];
	const add = (role: Content['role'], parts: readonly Json[]) => {
		if (parts.length === 0) return;
		const last = out.at(-1);
		if (last?.role === role) out[out.length - 1] = {role, parts: [...last.parts, ...parts]};
		else out.push({role, parts});
	};
	const flush = () => {
		add('user', resultParts(results, model));
		results = [];
	};
	for (const message of messages) {
		if (message.role === 'toolResult') {
			results.push(message);
			continue;
		}

		flush();
		if (message.role === 'assistant') add('model', assistantParts(message, model));
		else if (typeof message.content === 'string') add('user', [{text: message.content}]);
		else add('user', message.content.map(wirePart));
	}

	flush();
	return out;
}

const budgets: readonly (readonly [pattern: RegExp, budget: Readonly<Record<string, number>>])[] = [
	[/2\.5-pro/, {minimal: 128, low: 2048, medium: 8192, high: 32_768}],
	[/2\.5-flash-lite/, {minimal: 512, low: 2048, medium: 8192, high: 24_576}],
	[/2\.5-flash/, {minimal: 128, low: 2048, medium: 8192, high: 24_576}],
];

function thinkingConfig({model, level}: ProtocolCall): Json | undefined {
	if (!model.reasoning) return undefined;
	const mapped = model.thinkingLevelMap?.[level];
	if (isRecent(model)) {
		if (level === 'off') return mapped === null ? {thinkingLevel: 'MINIMAL'} : {thinkingBudget: 0};
		const name = mapped ?? (level === 'xhigh' || level === 'max' ? 'high' : level);
		return {includeThoughts: true, thinkingLevel: name.toUpperCase()};
	}

	if (level === 'off') return {thinkingBudget: mapped === null ? 128 : 0};
	const table = budgets.find(([pattern]) => pattern.test(model.id))?.[1];
	return {includeThoughts: true, thinkingBudget: table?.[level] ?? table?.high ?? -1};
}

const modes = {auto: 'AUTO', none: 'NONE'} as const;

/** Model, contents and config of a generateContent request. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, tools, maxTokens, temperature, toolChoice} = call;
	const thinking = thinkingConfig(call);
	return {
		model: model.id,
		contents: wireContents(call),
		config: {
			maxOutputTokens: maxTokens,
			automaticFunctionCalling: {disable: true},
			...(systemPrompt === '' ? {} : {systemInstruction: {parts: [{text: systemPrompt}]}}),
			...(temperature === undefined ? {} : {temperature}),
			...(tools.length === 0
				? {}
				: {
						tools: [
							{
								functionDeclarations: tools.map(({name, description, parameters}) => ({
									name,
									description,
									parametersJsonSchema: toGeminiSchema(parameters),
								})),
							},
						],
						...(toolChoice ? {toolConfig: {functionCallingConfig: {mode: modes[toolChoice]}}} : {}),
					}),
			...(thinking ? {thinkingConfig: thinking} : {}),
		},
	};
}
