import {list, record, text} from '../../../source/ai/protocols/wire-json.ts';
import {isRecord} from '../../../source/lib/is-record.ts';
import {
	type Answer,
	firstOf,
	firstProblem,
	isBlank,
	type Json,
	type Memory,
	partsOf,
	pieces,
	type StrictProtocol,
	spentOf,
	type WireEvent,
} from './strict-protocol.ts';

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

const messagesOf = (body: Json): readonly Json[] => list(body.messages).map(record);

const ofType = (message: Json | undefined, type: string): readonly Json[] =>
	partsOf(message?.content).filter(part => part.type === type);

function textProblem(part: Json, at: string): string | undefined {
	if (part.type !== 'text') return undefined;
	if (part.text === '') return `${at}: text content blocks must be non-empty`;
	return isBlank(part.text)
		? `${at}: text content blocks must contain non-whitespace text`
		: undefined;
}

function imageProblem(part: Json, at: string): string | undefined {
	if (part.type !== 'image') return undefined;
	const {media_type: type, data} = record(part.source);
	if (!imageTypes.includes(text(type)))
		return `${at}.image.source.base64.media_type: Input should be an image`;
	return text(data) === '' ? `${at}.image.source.base64.data: Field required` : undefined;
}

function thinkingProblem(part: Json, at: string, {issued}: Memory): string | undefined {
	if (part.type === 'redacted_thinking') {
		return issued.has(text(part.data))
			? undefined
			: `${at}: Invalid \`data\` in \`redacted_thinking\` block`;
	}

	if (part.type !== 'thinking') return undefined;
	if (text(part.signature) === '') return `${at}.thinking.signature: Field required`;
	// A signature covers its text.
	return issued.has(`${part.signature} ${part.thinking}`)
		? undefined
		: `${at}: Invalid \`signature\` in \`thinking\` block`;
}

function callProblem(part: Json, at: string): string | undefined {
	if (part.type !== 'tool_use') return undefined;
	if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(part.id))) {
		return `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
	}

	if (!/^[a-zA-Z0-9_-]{1,128}$/.test(text(part.name))) return `${at}.tool_use.name: Invalid name`;
	return isRecord(part.input)
		? undefined
		: `${at}.tool_use.input: Input should be a valid dictionary`;
}

function resultProblem(part: Json, at: string): string | undefined {
	if (part.type !== 'tool_result') return undefined;
	return firstProblem(partsOf(part.content), (inner, index) => {
		const where = `${at}.content.${index}`;
		if (part.is_error === true && inner.type !== 'text') {
			return `${at}: all content must be type 'text' if 'is_error' is true`;
		}

		return textProblem(inner, where) ?? imageProblem(inner, where);
	});
}

/** Which parts a role may say. */
const spoken: Readonly<Record<string, readonly string[]>> = {
	user: ['text', 'image', 'tool_result', 'document'],
	assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
};

function partProblem(part: Json, {role}: Json, at: string): string | undefined {
	const allowed = spoken[text(role)];
	if (!allowed) return `${at}: role should be 'user' or 'assistant'`;
	if (!allowed.includes(text(part.type)))
		return `${at}: \`${part.type}\` blocks cannot be in ${role} messages`;
	if (part.cache_control && /thinking/.test(text(part.type))) {
		return `${at}.cache_control: Extra inputs are not permitted`;
	}

	return textProblem(part, at) ?? imageProblem(part, at) ?? callProblem(part, at);
}

function contentProblem(message: Json, index: number, memory: Memory): string | undefined {
	const at = `messages.${index}`;
	const parts = partsOf(message.content);
	if (parts.length === 0) return `${at}: all messages must have non-empty content`;
	const found = firstProblem(parts, (part, place) => {
		const where = `${at}.content.${place}`;
		return (
			partProblem(part, message, where) ??
			resultProblem(part, where) ??
			thinkingProblem(part, where, memory)
		);
	});
	if (found !== undefined) return found;
	const isThinking = /thinking/.test(text(parts.at(-1)?.type));
	return isThinking
		? `${at}: The final block in an assistant message cannot be \`thinking\`.`
		: undefined;
}

/** Results stand first in the message behind their calls: one for each call, none for others. */
function pairingProblem(messages: readonly Json[], index: number): string | undefined {
	const at = `messages.${index}`;
	const message = messages[index];
	const calls = ofType(message, 'tool_use').map(({id}) => id);
	const answered = ofType(messages[index + 1], 'tool_result').map(({tool_use_id: id}) => id);
	const asked = ofType(messages[index - 1], 'tool_use').map(({id}) => id);
	const results = ofType(message, 'tool_result').map(({tool_use_id: id}) => id);
	if (new Set(calls).size < calls.length) return `${at}: \`tool_use\` ids must be unique`;
	if (new Set(results).size < results.length)
		return `${at}: each tool_use must have a single result`;
	const open = calls.filter(id => !answered.includes(id));
	if (open.length > 0) {
		return `${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}`;
	}

	const stray = results.filter(id => !asked.includes(id));
	if (stray.length > 0)
		return `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}`;
	const kinds = partsOf(message?.content).map(({type}) => type);
	const lastResult = kinds.lastIndexOf('tool_result');
	return kinds.slice(0, Math.max(0, lastResult)).some(kind => kind !== 'tool_result')
		? `${at}: tool_result blocks must come first in the content`
		: undefined;
}

function thinkingFieldProblem(body: Json): string | undefined {
	const {type, budget_tokens: budget} = record(body.thinking);
	const isOn = type === 'enabled' || type === 'adaptive';
	if (isOn && body.temperature !== undefined && body.temperature !== 1) {
		return '`temperature` may only be set to 1 when thinking is enabled.';
	}

	if (type !== 'enabled') return undefined;
	if (Number(budget) < 1024)
		return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024';
	return Number(budget) < Number(body.max_tokens)
		? undefined
		: '`max_tokens` must be greater than `thinking.budget_tokens`';
}

function bodyProblem(body: Json): string | undefined {
	const messages = messagesOf(body);
	if (!(Number(body.max_tokens) >= 1)) return 'max_tokens: Field required';
	if (messages.length === 0) return 'messages: at least one message is required';
	if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
	if (messages.at(-1)?.role !== 'user') {
		return 'This model does not support assistant message prefill. The conversation must end with a user message.';
	}

	const marks = JSON.stringify(body).match(/"cache_control":\{/g)?.length ?? 0;
	return marks > 4
		? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`
		: firstProblem(partsOf(body.system), (part, index) => textProblem(part, `system.${index}`));
}

function toolsProblem(tools: readonly Json[]): string | undefined {
	const names = tools.map(({name}) => text(name));
	if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
	return firstProblem(tools, (tool, index) => {
		const at = `tools.${index}.custom`;
		const schema = record(tool.input_schema);
		if (!/^[a-zA-Z0-9_-]{1,128}$/.test(text(tool.name)))
			return `${at}.name: String should match pattern`;
		if (schema.type !== 'object') return `${at}.input_schema.type: Input should be 'object'`;
		return ['oneOf', 'anyOf', 'allOf'].some(word => schema[word] !== undefined)
			? `${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
			: undefined;
	});
}

type Block = {readonly start: Json; readonly deltas: readonly Json[]};

function blocksOf(answer: Answer, turn: number, {issued}: Memory): readonly Block[] {
	const {thinking, signature = `c2lnbmVk${turn}`, redacted, text: said, calls = []} = answer;
	const blocks: Block[] = [];
	if (thinking !== undefined) {
		issued.add(`${signature} ${thinking}`);
		blocks.push({
			start: {type: 'thinking', thinking: '', signature: ''},
			deltas: [
				...pieces(thinking).map(piece => ({type: 'thinking_delta', thinking: piece})),
				...pieces(signature).map(piece => ({type: 'signature_delta', signature: piece})),
			],
		});
	}

	if (redacted !== undefined) {
		issued.add(redacted);
		blocks.push({start: {type: 'redacted_thinking', data: redacted}, deltas: []});
	}

	if (said !== undefined) {
		blocks.push({
			start: {type: 'text', text: ''},
			deltas: pieces(said).map(piece => ({type: 'text_delta', text: piece})),
		});
	}

	const tools = calls.map(({id, name, args}, index) => ({
		start: {type: 'tool_use', id: id ?? `toolu_${turn}_${index}`, name, input: {}},
		deltas: ['', ...pieces(JSON.stringify(args))].map(piece => ({
			type: 'input_json_delta',
			partial_json: piece,
		})),
	}));
	return [...blocks, ...tools];
}

export const anthropicMessages: StrictProtocol = {
	path: /\/v1\/messages$/,
	problem(body, memory) {
		const messages = messagesOf(body);
		return firstOf(
			() => bodyProblem(body),
			() => thinkingFieldProblem(body),
			() => firstProblem(messages, (message, index) => contentProblem(message, index, memory)),
			() => firstProblem(messages, (_message, index) => pairingProblem(messages, index)),
			() => toolsProblem(list(body.tools).map(record)),
		);
	},
	refusal: message => ({type: 'error', error: {type: 'invalid_request_error', message}}),
	events(answer, turn, memory) {
		const emit = (type: string, rest: Json = {}): WireEvent => ({
			event: type,
			data: {type, ...rest},
		});
		const {input, cacheRead, cacheWrite, output, reasoning} = spentOf(answer);
		const prompt = {
			input_tokens: input,
			cache_read_input_tokens: cacheRead,
			cache_creation_input_tokens: cacheWrite,
		};
		const message = {
			id: `msg_${turn}`,
			type: 'message',
			role: 'assistant',
			model: 'm-1',
			content: [],
		};
		const hasCalls = (answer.calls ?? []).length > 0;
		return [
			emit('message_start', {message: {...message, usage: {...prompt, output_tokens: 1}}}),
			emit('ping'),
			...blocksOf(answer, turn, memory).flatMap(({start, deltas}, index) => [
				emit('content_block_start', {index, content_block: start}),
				...deltas.map(delta => emit('content_block_delta', {index, delta})),
				emit('content_block_stop', {index}),
			]),
			emit('message_delta', {
				delta: {stop_reason: answer.stop ?? (hasCalls ? 'tool_use' : 'end_turn')},
				usage: {output_tokens: output, output_tokens_details: {thinking_tokens: reasoning}},
			}),
			emit('message_stop'),
		];
	},
};
