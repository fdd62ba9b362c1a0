import {list, record, text} from '../../../source/ai/protocols/wire-json.ts';
import {
	type Answer,
	firstOf,
	firstProblem,
	isJson,
	type Json,
	type Memory,
	partsOf,
	pieces,
	type StrictProtocol,
	spentOf,
	type WireEvent,
} from './strict-protocol.ts';

const longestId = 64;

const inputOf = (body: Json): readonly Json[] =>
	typeof body.input === 'string'
		? [{role: 'user', content: body.input}]
		: list(body.input).map(record);

const prefixes: Readonly<Record<string, string>> = {
	function_call: 'fc',
	message: 'msg',
	reasoning: 'rs',
};

function idProblem(item: Json, at: string): string | undefined {
	for (const name of ['id', 'call_id']) {
		const id = item[name];
		if (id === undefined) continue;
		if (typeof id !== 'string' || id === '') return `Invalid '${at}.${name}': empty string.`;
		if (id.length > longestId) {
			return `Invalid '${at}.${name}': string too long. Expected a string with maximum length ${longestId}.`;
		}

		if (!/^[\w-]+$/.test(id))
			return `Invalid '${at}.${name}': contains other than letters, numbers, _ or -.`;
	}

	const kind = text(item.type) || (item.role === 'assistant' ? 'message' : '');
	const prefix = prefixes[kind] ?? '';
	return item.id === undefined || text(item.id).startsWith(prefix)
		? undefined
		: `Invalid '${at}.id': '${item.id}'. Expected an ID that begins with '${prefix}'.`;
}

const spoken: Readonly<Record<string, readonly string[]>> = {
	assistant: ['output_text', 'refusal'],
	user: ['input_text', 'input_image', 'input_file'],
	system: ['input_text', 'text'],
	developer: ['input_text', 'text'],
};

function messageProblem(item: Json, at: string): string | undefined {
	const allowed = spoken[text(item.role)];
	if (!allowed) return `Invalid value: '${item.role ?? item.type}' at '${at}'.`;
	if (typeof item.content === 'string') return undefined;
	const parts = partsOf(item.content);
	if (parts.length === 0) return `Invalid '${at}.content': empty array.`;
	return firstProblem(parts, part =>
		allowed.includes(text(part.type))
			? undefined
			: `Invalid value: '${part.type}'. Supported values are: '${allowed.join("', '")}'.`,
	);
}

function callProblem(items: readonly Json[], index: number): string | undefined {
	const {call_id: id, arguments: args} = items[index] ?? {};
	if (!isJson(args)) return `Invalid type for 'input[${index}].arguments': expected a JSON string.`;
	const outputs = items.filter(
		other => other.type === 'function_call_output' && other.call_id === id,
	);
	if (outputs.length === 0) return `No tool output found for function call ${id}.`;
	if (outputs.length > 1) return `Duplicate tool output for function call ${id}.`;
	const calls = items.filter(other => other.type === 'function_call' && other.call_id === id);
	return calls.length > 1 ? `Duplicate function call ${id}.` : undefined;
}

function outputProblem(items: readonly Json[], index: number): string | undefined {
	const item = items[index] ?? {};
	const isAsked = items
		.slice(0, index)
		.some(other => other.type === 'function_call' && other.call_id === item.call_id);
	if (!isAsked) return `No tool call found for function call output with call_id ${item.call_id}.`;
	const {output} = item;
	if (typeof output === 'string') return undefined;
	if (!Array.isArray(output)) return `Missing required parameter: 'input[${index}].output'.`;
	return firstProblem(partsOf(output), part =>
		text(part.type).startsWith('input_') ? undefined : `Invalid value: '${part.type}'.`,
	);
}

function reasoningProblem(items: readonly Json[], index: number, memory: Memory) {
	const item = items[index] ?? {};
	if (!memory.issued.has(JSON.stringify(item))) {
		return `The encrypted content of item '${item.id}' could not be verified.`;
	}

	const next = items[index + 1];
	const isFollowed =
		next?.type === 'function_call' || next?.type === 'reasoning' || next?.role === 'assistant';
	return isFollowed
		? undefined
		: `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
}

/** An item that was made with reasoning comes back with it, or without its id. */
function companyProblem(items: readonly Json[], {madeWith}: Memory): string | undefined {
	const ids = new Set(items.map(({id}) => id));
	const doubles = items.filter(
		({id}, index) => id && items.findIndex(one => one.id === id) < index,
	);
	if (doubles[0]) return `Duplicate item found with id ${doubles[0].id}.`;
	return firstProblem(items, ({id, type}) => {
		const reasoning = madeWith.get(text(id));
		if (reasoning === undefined || ids.has(reasoning)) return undefined;
		return `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${reasoning}'.`;
	});
}

function itemProblem(items: readonly Json[], index: number, memory: Memory): string | undefined {
	const item = items[index] ?? {};
	const at = `input[${index}]`;
	const id = idProblem(item, at);
	if (id !== undefined) return id;
	switch (item.type) {
		case 'function_call':
			return callProblem(items, index);
		case 'function_call_output':
			return outputProblem(items, index);
		case 'reasoning':
			return reasoningProblem(items, index, memory);
		default:
			return messageProblem(item, at);
	}
}

function toolProblem({name, parameters}: Json): string | undefined {
	const schema = record(parameters);
	const isPlain = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].every(
		word => schema[word] === undefined,
	);
	if (schema.type === 'object' && isPlain) return undefined;
	return `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
}

function limitProblem({max_output_tokens: most, prompt_cache_key: key}: Json): string | undefined {
	if (typeof most === 'number' && most < 16) {
		return "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16.";
	}

	return text(key).length > longestId ? "Invalid 'prompt_cache_key': string too long." : undefined;
}

function usage(answer: Answer): Json {
	const {input, cacheRead, cacheWrite, output, reasoning} = spentOf(answer);
	const prompt = input + cacheRead + cacheWrite;
	return {
		input_tokens: prompt,
		input_tokens_details: {cached_tokens: cacheRead, cache_write_tokens: cacheWrite},
		output_tokens: output,
		output_tokens_details: {reasoning_tokens: reasoning},
		total_tokens: prompt + output,
	};
}

type Item = Json & {readonly type: string; readonly id: string};

function itemsOf(answer: Answer, turn: number): readonly Item[] {
	const {thinking, signature, text: said, calls = []} = answer;
	const isThinking = thinking !== undefined || signature !== undefined;
	return [
		...(isThinking
			? [
					{
						type: 'reasoning',
						id: `rs_${turn}`,
						summary: thinking ? [{type: 'summary_text', text: thinking}] : [],
						encrypted_content: signature ?? `gAAA${turn}==`,
					},
				]
			: []),
		...(said === undefined
			? []
			: [
					{
						type: 'message',
						id: `msg_${turn}`,
						status: 'completed',
						role: 'assistant',
						phase: calls.length > 0 ? 'commentary' : 'final_answer',
						content: [{type: 'output_text', text: said, annotations: []}],
					},
				]),
		...calls.map(({id, name, args}, index) => ({
			type: 'function_call',
			id: `fc_${turn}_${index}`,
			status: 'completed',
			call_id: id ?? `call_${turn}_${index}`,
			name,
			arguments: JSON.stringify(args),
		})),
	];
}

/** What of an item is there when it is announced. */
const announced = (item: Item): Json => ({
	...item,
	...(item.type === 'reasoning' ? {summary: []} : {}),
	...(item.type === 'message' ? {content: [], status: 'in_progress'} : {}),
	...(item.type === 'function_call' ? {arguments: '', status: 'in_progress'} : {}),
});

type Emit = (type: string, rest: Json) => WireEvent;

function deltas(item: Item, place: Json, emit: Emit): readonly WireEvent[] {
	if (item.type === 'reasoning') {
		return list(item.summary).flatMap((part, summary_index) =>
			pieces(text(record(part).text)).map(delta =>
				emit('response.reasoning_summary_text.delta', {...place, summary_index, delta}),
			),
		);
	}

	if (item.type === 'function_call') {
		const written = text(item.arguments);
		return [
			...pieces(written).map(delta =>
				emit('response.function_call_arguments.delta', {...place, delta}),
			),
			emit('response.function_call_arguments.done', {...place, arguments: written}),
		];
	}

	const said = text(partsOf(item.content)[0]?.text);
	const inPart = {...place, content_index: 0};
	return [
		emit('response.content_part.added', {...inPart, part: {type: 'output_text', text: ''}}),
		...pieces(said).map(delta => emit('response.output_text.delta', {...inPart, delta})),
		emit('response.output_text.done', {...inPart, text: said}),
	];
}

function terminal(answer: Answer, response: Json): Json {
	const {stop = 'completed'} = answer;
	if (stop === 'completed') return {...response, status: 'completed'};
	if (stop === 'failed') {
		const error = {code: 'server_error', message: 'The model failed.'};
		return {...response, status: 'failed', error};
	}

	return {...response, status: 'incomplete', incomplete_details: {reason: stop}};
}

export const openaiResponses: StrictProtocol = {
	path: /\/responses$/,
	problem(body, memory) {
		const items = inputOf(body);
		if (items.length === 0) return "Missing required parameter: 'input'.";
		return firstOf(
			() => limitProblem(body),
			() => firstProblem(items, (_item, index) => itemProblem(items, index, memory)),
			() => companyProblem(items, memory),
			() => firstProblem(list(body.tools).map(record), toolProblem),
		);
	},
	refusal: message => ({
		error: {message, type: 'invalid_request_error', param: 'input', code: null},
	}),
	events(answer, turn, {issued, madeWith}) {
		let sequence = 0;
		const emit: Emit = (type, rest) => ({
			event: type,
			data: {type, sequence_number: sequence++, ...rest},
		});
		const items = itemsOf(answer, turn);
		const [first] = items;
		for (const item of items) {
			if (item.type === 'reasoning') issued.add(JSON.stringify(item));
			else if (first?.type === 'reasoning') madeWith.set(item.id, first.id);
		}

		const response = {id: `resp_${turn}`, object: 'response', created_at: 1, model: 'm-1'};
		const ended = terminal(answer, {...response, output: items, usage: usage(answer)});
		return [
			emit('response.created', {response: {...response, status: 'in_progress', output: []}}),
			...items.flatMap((item, output_index) => [
				emit('response.output_item.added', {output_index, item: announced(item)}),
				...deltas(item, {output_index, item_id: item.id}, emit),
				emit('response.output_item.done', {output_index, item}),
			]),
			emit(`response.${text(ended.status)}`, {response: ended}),
		];
	},
};
