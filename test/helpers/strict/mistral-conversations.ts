import {list, record, text} from '../../../source/ai/protocols/wire-json.ts';
import {isRecord} from '../../../source/lib/is-record.ts';
import {
	type Answer,
	firstOf,
	firstProblem,
	isBlank,
	isJson,
	type Json,
	partsOf,
	pieces,
	type StrictProtocol,
	spentOf,
} from './strict-protocol.ts';

const roles = ['system', 'user', 'assistant', 'tool'];
const callsOf = (message: Json): readonly Json[] => list(message.tool_calls).map(record);

const partKinds: Readonly<Record<string, readonly string[]>> = {
	system: ['text'],
	user: ['text', 'image_url'],
	assistant: ['text', 'thinking'],
	tool: ['text', 'image_url'],
};

function contentProblem(message: Json, at: string): string | undefined {
	const {content, role} = message;
	if (!Array.isArray(content)) return undefined;
	if (content.length === 0) return `${at}.content: List should have at least 1 item`;
	const parts = partsOf(content);
	const kinds = partKinds[text(role)] ?? [];
	const found = firstProblem(parts, part => {
		if (!kinds.includes(text(part.type))) return `${at}: ${part.type} is not allowed for ${role}`;
		if (part.type === 'text' && isBlank(part.text)) return `${at}: text must not be empty`;
		if (part.type !== 'thinking') return undefined;
		const thoughts = list(part.thinking).filter(isRecord);
		return thoughts.length > 0 && thoughts.every(one => one.type === 'text' && !isBlank(one.text))
			? undefined
			: `${at}: thinking must be a list of texts`;
	});
	const thinking = parts.filter(({type}) => type === 'thinking').length;
	return found ?? (thinking > 1 ? `${at}: several thinking chunks in one message` : undefined);
}

function assistantProblem(message: Json, at: string): string | undefined {
	const calls = callsOf(message);
	const said = Array.isArray(message.content)
		? message.content.length > 0
		: !isBlank(message.content);
	if (!said && calls.length === 0) {
		return 'Assistant message must have either content or tool_calls, but not none.';
	}

	return firstProblem(calls, ({id, function: called}) => {
		if (!/^[a-zA-Z0-9]{9}$/.test(text(id))) {
			return `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
		}

		return isJson(record(called).arguments) ? undefined : `${at}: arguments are not JSON`;
	});
}

function toolMessageProblem(message: Json, open: readonly string[], at: string) {
	if (!open.includes(text(message.tool_call_id))) return 'Unexpected tool call id in tool results';
	return isBlank(message.name) ? `${at}.name: Field required` : undefined;
}

/** As many results as calls, behind the message that made them. */
function orderProblem(messages: readonly Json[]): string | undefined {
	let open: string[] = [];
	const missing = () =>
		open.length > 0 ? 'Not the same number of function calls and responses' : undefined;
	const found = firstProblem(messages, (message, index) => {
		if (message.role === 'tool') {
			const problem = toolMessageProblem(message, open, `messages[${index}]`);
			open = open.filter(id => id !== message.tool_call_id);
			return problem;
		}

		const problem = missing();
		open = callsOf(message).map(({id}) => text(id));
		return new Set(open).size < open.length ? 'Duplicate tool call id' : problem;
	});
	return found ?? missing();
}

const fields = new Set([
	...['model', 'messages', 'stream', 'max_tokens', 'temperature', 'top_p', 'tools', 'tool_choice'],
	...['prompt_mode', 'reasoning_effort', 'prompt_cache_key', 'parallel_tool_calls', 'random_seed'],
]);

function problem(body: Json): string | undefined {
	const messages = list(body.messages).map(record);
	const unknown = Object.keys(body).find(name => !fields.has(name));
	if (messages.length === 0) return 'Conversation must have at least one message';
	if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
	return firstOf(
		() =>
			firstProblem(messages, (message, index) => {
				const at = `messages[${index}]`;
				if (!roles.includes(text(message.role))) return `${at}: unknown role ${message.role}`;
				if (message.role === 'user' && isBlank(message.content) && !Array.isArray(message.content))
					return `${at}: content must not be empty`;
				const content = contentProblem(message, at);
				if (content !== undefined) return content;
				return message.role === 'assistant' ? assistantProblem(message, at) : undefined;
			}),
		() => orderProblem(messages),
		() =>
			messages.at(-1)?.role === 'assistant'
				? 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant'
				: undefined,
		() =>
			firstProblem(list(body.tools).map(record), tool =>
				record(record(tool.function).parameters).type === 'object'
					? undefined
					: `Invalid schema for function '${record(tool.function).name}'`,
			),
	);
}

function usage(answer: Answer): Json {
	const {input, cacheRead, cacheWrite, output} = spentOf(answer);
	const prompt = input + cacheRead + cacheWrite;
	return {
		prompt_tokens: prompt,
		completion_tokens: output,
		total_tokens: prompt + output,
		num_cached_tokens: cacheRead,
	};
}

export const mistralConversations: StrictProtocol = {
	path: /^\/v1\/chat\/completions$/,
	problem,
	refusal: message => ({object: 'error', message, type: 'invalid_request_error', code: 3230}),
	events(answer, turn) {
		const {thinking = '', text: said = '', calls = []} = answer;
		const base = {id: `cmpl-${turn}`, object: 'chat.completion.chunk', created: 1, model: 'm-1'};
		const chunk = (delta: Json, finish_reason: string | null = null, more: Json = {}) => ({
			data: {...base, choices: [{index: 0, delta, finish_reason}], ...more},
		});
		return [
			chunk({role: 'assistant', content: ''}),
			...pieces(thinking).map(piece =>
				chunk({content: [{type: 'thinking', thinking: [{type: 'text', text: piece}]}]}),
			),
			...pieces(said).map((piece, index) =>
				chunk({content: index % 2 === 0 ? [{type: 'text', text: piece}] : piece}),
			),
			...calls.map(({id, name, args}, index) =>
				chunk({
					content: '',
					tool_calls: [
						{
							index,
							id: id ?? `call${turn}000${index}`,
							function: {name, arguments: JSON.stringify(args)},
						},
					],
				}),
			),
			chunk({content: ''}, answer.stop ?? (calls.length > 0 ? 'tool_calls' : 'stop'), {
				usage: usage(answer),
			}),
			{data: '[DONE]'},
		];
	},
};
