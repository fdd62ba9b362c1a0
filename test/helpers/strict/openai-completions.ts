import {list, record, text} from '../../../source/ai/protocols/wire-json.ts';
import {
	type Answer,
	firstOf,
	firstProblem,
	isBlank,
	isJson,
	type Json,
	joinedText,
	partsOf,
	pieces,
	type StrictProtocol,
	spentOf,
} from './strict-protocol.ts';

const roles = ['system', 'developer', 'user', 'assistant', 'tool'];
const longestId = 40;

const callsOf = (message: Json): readonly Json[] => list(message.tool_calls).map(record);

function contentProblem(message: Json, at: string): string | undefined {
	const {content, role} = message;
	if (!Array.isArray(content)) return undefined;
	if (content.length === 0) return `Invalid '${at}.content': empty array.`;
	return firstProblem(partsOf(content), part => {
		if (part.type === 'text' && part.text === '') return `text content is empty (${at})`;
		if (part.type !== 'image_url' || role === 'user') return undefined;
		return `Invalid '${at}': Image URLs are only allowed for messages with role 'user'.`;
	});
}

function callProblem(call: Json, at: string): string | undefined {
	const {name, arguments: args} = record(call.function);
	if (typeof call.id !== 'string' || call.id === '') return `Missing '${at}.id'.`;
	if (call.id.length > longestId) {
		return `Invalid '${at}.id': string too long. Expected a string with maximum length ${longestId}.`;
	}

	if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(name))) return `Invalid '${at}.function.name'.`;
	return isJson(args) ? undefined : `Invalid '${at}.function.arguments': not valid JSON.`;
}

function assistantProblem(message: Json, at: string): string | undefined {
	const calls = callsOf(message);
	if (Array.isArray(message.tool_calls) && calls.length === 0) {
		return `Invalid '${at}.tool_calls': empty array.`;
	}

	if (calls.length === 0 && isBlank(joinedText(message.content))) {
		return `the message at ${at} with role 'assistant' must not be empty`;
	}

	return firstProblem(calls, (call, index) => callProblem(call, `${at}.tool_calls[${index}]`));
}

function userProblem({content}: Json, at: string): string | undefined {
	const hasMore = partsOf(content).some(({type}) => type !== 'text');
	return hasMore || !isBlank(joinedText(content)) ? undefined : `${at} must not be empty`;
}

/** Every call is answered once, right behind the message that made it. */
function pairingProblem(messages: readonly Json[]): string | undefined {
	let open: string[] = [];
	const missing = () =>
		open.length === 0
			? undefined
			: `The following tool_call_ids did not have response messages: ${open.join(', ')}`;
	const found = firstProblem(messages, (message, index) => {
		if (message.role !== 'tool') {
			const problem = missing();
			open = callsOf(message).map(({id}) => text(id));
			if (new Set(open).size < open.length) return `Duplicate tool call ids in messages[${index}].`;
			return problem;
		}

		const id = text(message.tool_call_id);
		if (!open.includes(id)) {
			return "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
		}

		open = open.filter(other => other !== id);
		return typeof message.content === 'string' || Array.isArray(message.content)
			? undefined
			: `Invalid value for 'content': expected a string, got null. (messages[${index}])`;
	});
	return found ?? missing();
}

function toolProblem(tool: Json): string | undefined {
	const {name, parameters} = record(tool.function);
	if (record(parameters).type === 'object') return undefined;
	return `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`;
}

function problem(body: Json): string | undefined {
	const messages = list(body.messages).map(record);
	const tools = list(body.tools).map(record);
	if (messages.length === 0) return "Invalid 'messages': empty array.";
	if (Array.isArray(body.tools) && tools.length === 0) return "[] is too short - 'tools'";
	return firstOf(
		() =>
			firstProblem(messages, (message, index) => {
				const at = `messages[${index}]`;
				if (!roles.includes(text(message.role))) return `Invalid value: '${message.role}' (${at})`;
				const content = contentProblem(message, at);
				if (content !== undefined) return content;
				if (message.role === 'assistant') return assistantProblem(message, at);
				return message.role === 'user' ? userProblem(message, at) : undefined;
			}),
		() => pairingProblem(messages),
		() => firstProblem(tools, toolProblem),
	);
}

function usage(answer: Answer): Json {
	const {input, cacheRead, cacheWrite, output, reasoning} = spentOf(answer);
	const prompt = input + cacheRead + cacheWrite;
	return {
		prompt_tokens: prompt,
		completion_tokens: output,
		total_tokens: prompt + output,
		prompt_tokens_details: {cached_tokens: cacheRead, cache_write_tokens: cacheWrite},
		completion_tokens_details: {reasoning_tokens: reasoning},
	};
}

export const openaiCompletions: StrictProtocol = {
	path: /\/chat\/completions$/,
	problem,
	refusal: message => ({
		error: {message, type: 'invalid_request_error', param: null, code: null},
	}),
	events(answer, turn) {
		const {thinking = '', text: said = '', calls = []} = answer;
		const base = {
			id: `chatcmpl-${turn}`,
			object: 'chat.completion.chunk',
			created: 1,
			model: 'm-1',
		};
		const chunk = (delta: Json, finish_reason: string | null = null) => ({
			data: {...base, choices: [{index: 0, delta, finish_reason}]},
		});
		return [
			chunk({role: 'assistant', content: ''}),
			...pieces(thinking).map(piece => chunk({reasoning_content: piece})),
			...pieces(said).map(piece => chunk({content: piece})),
			...calls.flatMap(({id, name, args}, index) => [
				chunk({
					tool_calls: [
						{
							index,
							id: id ?? `call_${turn}_${index}`,
							type: 'function',
							function: {name, arguments: ''},
						},
					],
				}),
				...pieces(JSON.stringify(args)).map(piece =>
					chunk({tool_calls: [{index, function: {arguments: piece}}]}),
				),
			]),
			chunk({}, answer.stop ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
			{data: {...base, choices: [], usage: usage(answer)}},
			{data: '[DONE]'},
		];
	},
};
