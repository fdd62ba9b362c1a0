import toolGone from '../../../../prompts/model/notes/tool-gone.md';
import type {Tool} from '../../messages.ts';
import type {Model} from '../../model.ts';
import type {ProtocolCall} from '../protocol.ts';
import {toStrictSchema} from '../strict-schema.ts';
import {toObjectSchema} from '../to-object-schema.ts';
import type {Json} from '../wire-json.ts';
import {isClaude, takesCachePoints, thinksAdaptively} from './family.ts';
import {type Turn, toMessages} from './messages.ts';
import {toThinking} from './thinking.ts';

function toolSpec({name, description, parameters, constrainedSampling}: Tool, model: Model): Json {
	const mayBeStrict = model.compat?.supportsStrictMode === true && constrainedSampling;
	const strict = mayBeStrict ? toStrictSchema(parameters) : undefined;
	return {
		toolSpec: {
			name,
			...(description === '' ? {} : {description}),
			inputSchema: {json: strict ?? toObjectSchema(parameters)},
			...(strict ? {strict: true} : {}),
		},
	};
}

const calledNames = ({messages}: ProtocolCall): readonly string[] => [
	...new Set(
		messages.flatMap(message =>
			message.role === 'assistant'
				? message.content.flatMap(block => (block.type === 'toolCall' ? [block.name] : []))
				: [],
		),
	),
];

/** Old calls are refused where no tool is declared, so those that are gone are declared as gone. */
function toolConfig(call: ProtocolCall): Json {
	const {tools, toolChoice, model} = call;
	const called = calledNames(call);
	const gone = called.map(name => ({
		name,
		description: toolGone.trim(),
		parameters: {type: 'object', properties: {}},
	}));
	// "No tool" cannot be said; it is said by declaring none.
	const offered = tools.length > 0 && (toolChoice !== 'none' || called.length > 0) ? tools : gone;
	if (offered.length === 0) return {};
	return {toolConfig: {tools: offered.map(tool => toolSpec(tool, model))}};
}

function cachePoint({model, cacheRetention}: ProtocolCall): readonly Json[] {
	if (cacheRetention === 'none' || !takesCachePoints(model)) return [];
	const isLong = cacheRetention === 'long' && model.compat?.supportsLongCacheRetention !== false;
	return [{cachePoint: {type: 'default', ...(isLong ? {ttl: '1h'} : {})}}];
}

/** The end of the talk is the end of what the next request begins with. */
const withPoint = (turns: readonly Turn[], point: readonly Json[]): readonly Turn[] =>
	turns.map((turn, index) =>
		index === turns.length - 1 ? {...turn, content: [...turn.content, ...point]} : turn,
	);

const takesTemperature = ({model, level}: ProtocolCall): boolean =>
	!isClaude(model) || (!thinksAdaptively(model) && (level === 'off' || !model.reasoning));

/** Input of a ConverseStream command; bytes are base64 until they are sent. */
export function toPayload(call: ProtocolCall): Json {
	const {model, systemPrompt, temperature} = call;
	const {fields, maxTokens} = toThinking(call);
	const point = cachePoint(call);
	const extra = {...fields, ...call.samplingParams};
	const isTempered = temperature !== undefined && takesTemperature(call);
	return {
		modelId: model.id,
		messages: withPoint(toMessages(call.messages, model), point),
		...(systemPrompt.trim() === '' ? {} : {system: [{text: systemPrompt}, ...point]}),
		inferenceConfig: {maxTokens, ...(isTempered ? {temperature} : {})},
		...toolConfig(call),
		...(Object.keys(extra).length > 0 ? {additionalModelRequestFields: extra} : {}),
	};
}
