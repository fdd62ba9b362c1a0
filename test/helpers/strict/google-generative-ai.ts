import {list, record, text} from '../../../source/ai/protocols/wire-json.ts';
import {isRecord} from '../../../source/lib/is-record.ts';
import {
	type Answer,
	firstOf,
	firstProblem,
	type Json,
	type Memory,
	pieces,
	type StrictProtocol,
	spentOf,
} from './strict-protocol.ts';

const contentsOf = (body: Json): readonly Json[] => list(body.contents).map(record);
const partsOf = (content: Json | undefined): readonly Json[] => list(content?.parts).map(record);
const withPart = (content: Json | undefined, name: string): readonly Json[] =>
	partsOf(content).filter(part => isRecord(part[name]));

const data = ['text', 'inlineData', 'functionCall', 'functionResponse', 'fileData'];

function signatureProblem(part: Json, at: string, {issued}: Memory): string | undefined {
	const {thoughtSignature: signature} = part;
	if (signature === undefined) return undefined;
	const isBytes =
		/^[A-Za-z0-9+/]+={0,2}$/.test(text(signature)) && text(signature).length % 4 === 0;
	if (!isBytes)
		return `Invalid value at '${at}.thought_signature' (TYPE_BYTES), Base64 decoding failed.`;
	return issued.has(text(signature)) ? undefined : 'Corrupted thought signature.';
}

function partProblem(part: Json, at: string, memory: Memory): string | undefined {
	const isEmpty = data.every(name => part[name] === undefined);
	if (isEmpty || (part.text === '' && part.thoughtSignature === undefined)) {
		return `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`;
	}

	const id = record(part.functionCall ?? part.functionResponse).id;
	if (id !== undefined && !/^[\w-]{1,64}$/.test(text(id))) return `Invalid value at '${at}.id'`;
	return signatureProblem(part, at, memory);
}

/** Where the user spoke last; signatures of calls behind it are checked. */
const lastSpoken = (contents: readonly Json[]): number =>
	contents.findLastIndex(
		content =>
			content.role !== 'model' &&
			withPart(content, 'functionResponse').length === 0 &&
			partsOf(content).some(part => part.text !== undefined),
	);

function callsProblem(contents: readonly Json[], index: number): string | undefined {
	const calls = withPart(contents[index], 'functionCall');
	const [first] = calls;
	if (!first) return undefined;
	if (index === 0 || contents[index - 1]?.role === 'model') {
		return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
	}

	if (withPart(contents[index + 1], 'functionResponse').length !== calls.length) {
		return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
	}

	if (index < lastSpoken(contents) || first.thoughtSignature !== undefined) return undefined;
	return `Function call is missing a thought_signature in functionCall parts: ${record(first.functionCall).name}, position ${index + 1}.`;
}

function contentProblem(contents: readonly Json[], index: number, memory: Memory) {
	const content = contents[index];
	const at = `contents[${index}]`;
	if (content?.role !== 'user' && content?.role !== 'model')
		return 'Please use a valid role: user, model.';
	const parts = partsOf(content);
	if (parts.length === 0)
		return `* GenerateContentRequest.${at}.parts: contents.parts must not be empty.`;
	const found = firstProblem(parts, (part, place) =>
		partProblem(part, `${at}.parts[${place}]`, memory),
	);
	if (found !== undefined) return found;
	const isSilent = parts.every(
		part => part.text !== undefined && text(part.text).trim() === '' && !part.thoughtSignature,
	);
	if (isSilent) return `Unable to submit request because it must have a text parameter (${at}).`;
	const answers = withPart(content, 'functionResponse');
	if (answers.length > 0 && withPart(contents[index - 1], 'functionCall').length === 0) {
		return 'Please ensure that function response turn comes immediately after a function call turn.';
	}

	return callsProblem(contents, index);
}

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/** What both of Gemini's dialects of schemas know. */
const words = new Set([
	'type',
	'format',
	'title',
	'description',
	'nullable',
	'enum',
	'items',
	'minItems',
	'maxItems',
	'properties',
	'required',
	'anyOf',
	'minimum',
	'maximum',
]);

function wordsProblem(schema: Json, at: string): string | undefined {
	const unknown = Object.keys(schema).find(word => !words.has(word));
	if (unknown !== undefined) {
		return `Invalid JSON payload received. Unknown name "${unknown}" at '${at}': Cannot find field.`;
	}

	const {type, anyOf, items} = schema;
	if (type === undefined && anyOf === undefined)
		return `${at}: schema didn't specify the schema type field`;
	if (type !== undefined && !types.includes(text(type))) {
		return `Invalid value at '${at}.type', ${JSON.stringify(type)}`;
	}

	if (Array.isArray(anyOf) && anyOf.length < 2) return `${at}.any_of: too few alternatives`;
	return type === 'array' && !isRecord(items)
		? `* GenerateContentRequest.${at}.items: missing field.`
		: undefined;
}

function valuesProblem(schema: Json, at: string): string | undefined {
	const {type, properties = {}} = schema;
	if (schema.enum !== undefined && type !== 'string') {
		return `* GenerateContentRequest.${at}.enum: only allowed for STRING type`;
	}

	if (list(schema.enum).some(value => typeof value !== 'string')) {
		return `Invalid value at '${at}.enum[0]' (TYPE_STRING)`;
	}

	if (list(schema.enum).includes(''))
		return `* GenerateContentRequest.${at}.enum[0]: cannot be empty`;
	const gone = list(schema.required).findIndex(
		name => !Object.hasOwn(record(properties), text(name)),
	);
	return gone < 0
		? undefined
		: `* GenerateContentRequest.${at}.required[${gone}]: property is not defined`;
}

/** What Gemini says against the schema of a tool. */
export function schemaProblem(value: unknown, at = 'parameters'): string | undefined {
	if (!isRecord(value)) return `Invalid value at '${at}'`;
	const inner: readonly (readonly [string, unknown])[] = [
		...Object.entries(record(value.properties)).map(
			([name, schema]) => [`${at}.properties[${name}]`, schema] as const,
		),
		...list(value.anyOf).map((schema, index) => [`${at}.any_of[${index}]`, schema] as const),
		...(value.items === undefined ? [] : [[`${at}.items`, value.items] as const]),
	];
	return firstOf(
		() => wordsProblem(value, at),
		() => valuesProblem(value, at),
		() => firstProblem(inner, ([where, schema]) => schemaProblem(schema, where)),
	);
}

function toolsProblem(body: Json): string | undefined {
	const declared = list(body.tools).flatMap(tool =>
		list(record(tool).functionDeclarations).map(record),
	);
	return firstProblem(declared, (tool, index) => {
		const at = `tools[0].function_declarations[${index}]`;
		if (!/^[a-zA-Z_][\w.:-]{0,63}$/.test(text(tool.name))) {
			return `* GenerateContentRequest.${at}.name: Invalid function name.`;
		}

		const schema = tool.parametersJsonSchema ?? tool.parameters;
		return record(schema).type === 'object'
			? schemaProblem(schema, `${at}.parameters`)
			: `${at}.parameters: schema should be of type OBJECT`;
	});
}

function usage(answer: Answer): Json {
	const {input, cacheRead, cacheWrite, output, reasoning} = spentOf(answer);
	const prompt = input + cacheRead + cacheWrite;
	return {
		promptTokenCount: prompt,
		cachedContentTokenCount: cacheRead,
		candidatesTokenCount: output - reasoning,
		thoughtsTokenCount: reasoning,
		totalTokenCount: prompt + output,
	};
}

/** Signatures come with the first call, else with a part of their own that has no text. */
function answerParts(answer: Answer, turn: number, {issued}: Memory): readonly Json[] {
	const {thinking = '', signature, text: said = '', calls = []} = answer;
	const own = signature ?? Buffer.from(`signed ${turn}.`).toString('base64');
	issued.add(own);
	for (const call of calls) if (call.signature) issued.add(call.signature);
	return [
		...pieces(thinking).map(piece => ({text: piece, thought: true})),
		...pieces(said).map(piece => ({text: piece})),
		...(calls.length === 0 && (thinking !== '' || signature)
			? [{text: '', thoughtSignature: own}]
			: []),
		...calls.map(({id, name, args, signature: given}, index) => ({
			functionCall: {...(id === undefined ? {} : {id}), name, args},
			...(given || index === 0 ? {thoughtSignature: given ?? own} : {}),
		})),
	];
}

export const googleGenerativeAi: StrictProtocol = {
	path: /:streamGenerateContent$/,
	problem(body, memory) {
		const contents = contentsOf(body);
		if (contents.length === 0)
			return '* GenerateContentRequest.contents: contents is not specified';
		if (contents.at(-1)?.role === 'model') {
			return 'Please ensure that single turn requests end with a user role or the role field is empty.';
		}

		return firstOf(
			() => firstProblem(contents, (_content, index) => contentProblem(contents, index, memory)),
			() => toolsProblem(body),
		);
	},
	refusal: message => ({error: {code: 400, message, status: 'INVALID_ARGUMENT'}}),
	events(answer, turn, memory) {
		const base = {usageMetadata: usage(answer), modelVersion: 'm-1', responseId: `r-${turn}`};
		const chunk = (parts: readonly Json[], finishReason?: string) => ({
			data: {
				candidates: [
					{content: {role: 'model', parts}, index: 0, ...(finishReason ? {finishReason} : {})},
				],
				...base,
			},
		});
		return [
			...answerParts(answer, turn, memory).map(part => chunk([part])),
			chunk([{text: ''}], answer.stop ?? 'STOP'),
		];
	},
};
