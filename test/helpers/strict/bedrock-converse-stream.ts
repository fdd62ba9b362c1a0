import {crc32} from 'node:zlib';
import {list, record, text} from '../../../source/ai/protocols/wire-json.ts';
import {isRecord} from '../../../source/lib/is-record.ts';
import {
	type Answer,
	firstOf,
	firstProblem,
	isBlank,
	type Json,
	type Memory,
	pieces,
	type StrictProtocol,
	spentOf,
	type WireEvent,
} from './strict-protocol.ts';

const blocksOf = (message: Json | undefined): readonly Json[] => list(message?.content).map(record);
const inner = (message: Json | undefined, name: string): readonly Json[] =>
	blocksOf(message)
		.map(block => block[name])
		.filter(isRecord);

const kinds: Readonly<Record<string, readonly string[]>> = {
	user: ['text', 'image', 'toolResult', 'cachePoint'],
	assistant: ['text', 'toolUse', 'reasoningContent', 'cachePoint'],
};

const hasEmptyKey = (value: unknown): boolean =>
	Array.isArray(value)
		? value.some(hasEmptyKey)
		: isRecord(value) && Object.entries(value).some(([key, one]) => key === '' || hasEmptyKey(one));

function imageProblem(image: Json, at: string): string | undefined {
	if (!['png', 'jpeg', 'gif', 'webp'].includes(text(image.format))) {
		return `Value '${image.format}' at '${at}.image.format' failed to satisfy constraint`;
	}

	return isBlank(record(image.source).bytes) ? `${at}.image.source.bytes is missing` : undefined;
}

function reasoningProblem({reasoningText, redactedContent}: Json, {issued}: Memory) {
	if (redactedContent !== undefined) {
		return issued.has(text(redactedContent)) ? undefined : 'Invalid redacted reasoning content';
	}

	const {signature} = record(reasoningText);
	if (signature === undefined) return '***.thinking.signature: Field required';
	return issued.has(text(signature)) ? undefined : 'Invalid `signature` in `thinking` block';
}

function resultProblem(result: Json, at: string): string | undefined {
	const parts = list(result.content).map(record);
	if (parts.length === 0) return `The content field at ${at} is empty.`;
	if (parts.some(part => part.text !== undefined && isBlank(part.text))) {
		return `The text field in the ContentBlock object at ${at} is blank.`;
	}

	const hasImage = parts.some(part => part.image !== undefined);
	if (hasImage && result.status === 'error') {
		return `${at}: all content must be type "text" if "is_error" is true`;
	}

	return firstProblem(parts, part =>
		isRecord(part.image) ? imageProblem(part.image, at) : undefined,
	);
}

function blockProblem(block: Json, role: string, memory: Memory): string | undefined {
	const [kind = ''] = Object.keys(block);
	const {toolUse, toolResult, image, reasoningContent} = block;
	if (!kinds[role]?.includes(kind)) return `Unexpected ${kind} for role ${role}`;
	if (kind === 'text' && isBlank(block.text)) {
		return 'The text field in the ContentBlock object is blank. Add text and try again.';
	}

	if (isRecord(image)) return imageProblem(image, role);
	if (isRecord(reasoningContent)) return reasoningProblem(reasoningContent, memory);
	if (isRecord(toolResult)) return resultProblem(toolResult, 'toolResult');
	if (!isRecord(toolUse)) return undefined;
	if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(toolUse.toolUseId))) return 'Invalid toolUseId';
	if (!/^[a-zA-Z0-9_-]{1,64}$/.test(text(toolUse.name))) return 'Invalid tool name';
	return isRecord(toolUse.input) && !hasEmptyKey(toolUse.input)
		? undefined
		: 'The format of the value at toolUse.input is invalid.';
}

function pairingProblem(messages: readonly Json[], index: number): string | undefined {
	const idOf = (one: Json) => text(one.toolUseId);
	const calls = inner(messages[index], 'toolUse').map(idOf);
	const results = inner(messages[index + 1], 'toolResult').map(idOf);
	const asked = inner(messages[index - 1], 'toolUse').map(idOf);
	const own = inner(messages[index], 'toolResult').map(idOf);
	if (new Set(calls).size < calls.length) return 'messages contain duplicate toolUse ids';
	if (!calls.every(id => results.includes(id))) {
		return `Expected toolResult blocks at messages.${index + 1}.content for the following Ids: ${calls.join(', ')}`;
	}

	return own.every(id => asked.includes(id)) && own.length === asked.length
		? undefined
		: `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`;
}

function orderProblem(messages: readonly Json[]): string | undefined {
	if (messages[0]?.role !== 'user') return 'A conversation must start with a user message.';
	if (messages.at(-1)?.role !== 'user') return 'A conversation must end with a user message.';
	return firstProblem(messages, (message, index) => {
		if (index > 0 && messages[index - 1]?.role === message.role) {
			return 'A conversation must alternate between user and assistant roles.';
		}

		return blocksOf(message).length === 0
			? `The content field in the Message object at messages.${index} is empty.`
			: pairingProblem(messages, index);
	});
}

function toolsProblem(body: Json, messages: readonly Json[]): string | undefined {
	const tools = list(record(body.toolConfig).tools).map(tool => record(record(tool).toolSpec));
	const usesTools = messages.some(message => inner(message, 'toolUse').length > 0);
	if (usesTools && tools.length === 0) {
		return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
	}

	if (body.toolConfig !== undefined && tools.length === 0) return 'toolConfig.tools is empty';
	return firstProblem(tools, ({name, description, inputSchema}) => {
		if (description === '') return `The description of ${name} has a length of 0`;
		const {type, anyOf, oneOf, allOf} = record(record(inputSchema).json);
		const isPlain = [anyOf, oneOf, allOf].every(word => word === undefined);
		return type === 'object' && isPlain ? undefined : `input_schema of ${name} is invalid`;
	});
}

function thinkingProblem(body: Json): string | undefined {
	const {budget_tokens: budget} = record(record(body.additionalModelRequestFields).thinking);
	const {maxTokens, temperature} = record(body.inferenceConfig);
	if (typeof maxTokens === 'number' && maxTokens < 1) return 'maxTokens must be at least 1';
	if (typeof budget !== 'number') return undefined;
	if (typeof maxTokens !== 'number' || maxTokens <= budget) {
		return '`max_tokens` must be greater than `thinking.budget_tokens`.';
	}

	if (temperature !== undefined) return '`temperature` may only be set to 1 when thinking';
	return budget < 1024 ? 'thinking.budget_tokens: at least 1024' : undefined;
}

/** Numbers of bytes of a length, and the checksums, as AWS frames its events. */
function frame(headers: Readonly<Record<string, string>>, payload: unknown): Uint8Array {
	const head = Buffer.concat(
		Object.entries(headers).flatMap(([name, value]) => {
			const size = Buffer.alloc(2);
			size.writeUInt16BE(Buffer.byteLength(value));
			return [
				Buffer.from([name.length]),
				Buffer.from(name),
				Buffer.from([7]),
				size,
				Buffer.from(value),
			];
		}),
	);
	const body = Buffer.from(JSON.stringify(payload));
	const prelude = Buffer.alloc(12);
	prelude.writeUInt32BE(12 + head.length + body.length + 4, 0);
	prelude.writeUInt32BE(head.length, 4);
	prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
	const all = Buffer.concat([prelude, head, body, Buffer.alloc(4)]);
	all.writeUInt32BE(crc32(all.subarray(0, -4)), all.length - 4);
	return all;
}

function usage(answer: Answer): Json {
	const {input, cacheRead, cacheWrite, output} = spentOf(answer);
	return {
		inputTokens: input,
		outputTokens: output,
		cacheReadInputTokens: cacheRead,
		cacheWriteInputTokens: cacheWrite,
		totalTokens: input + cacheRead + cacheWrite + output,
	};
}

const delta = (contentBlockIndex: number, one: Json): WireEvent => ({
	event: 'contentBlockDelta',
	data: {contentBlockIndex, delta: one, p: 'abcdef'},
});

function events(answer: Answer, turn: number, {issued}: Memory): readonly WireEvent[] {
	const {thinking, signature, redacted, text: said, calls = [], stop} = answer;
	const own = signature ?? `c2lnbmVk${turn}`;
	issued.add(own);
	if (redacted) issued.add(redacted);
	const out: WireEvent[] = [{event: 'messageStart', data: {role: 'assistant', p: 'ab'}}];
	let index = 0;
	const close = () => out.push({event: 'contentBlockStop', data: {contentBlockIndex: index++}});
	if (thinking !== undefined) {
		for (const piece of pieces(thinking)) out.push(delta(index, {reasoningContent: {text: piece}}));
		out.push(delta(index, {reasoningContent: {signature: own}}));
		close();
	}

	if (redacted !== undefined) {
		out.push(delta(index, {reasoningContent: {redactedContent: redacted}}));
		close();
	}

	if (said !== undefined) {
		for (const piece of pieces(said)) out.push(delta(index, {text: piece}));
		close();
	}

	for (const [at, {id, name, args}] of calls.entries()) {
		const toolUse = {toolUseId: id ?? `tooluse_${turn}_${at}`, name};
		out.push({event: 'contentBlockStart', data: {contentBlockIndex: index, start: {toolUse}}});
		for (const piece of pieces(JSON.stringify(args))) {
			out.push(delta(index, {toolUse: {input: piece}}));
		}

		close();
	}

	const stopReason = stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
	return [
		...out,
		{event: 'messageStop', data: {stopReason}},
		{event: 'metadata', data: {usage: usage(answer), metrics: {latencyMs: 1}}},
	];
}

export const bedrockConverseStream: StrictProtocol = {
	path: /^\/model\/[^/]+\/converse-stream$/,
	headers: turn => ({
		'content-type': 'application/vnd.amazon.eventstream',
		'x-amzn-requestid': `req-${turn}`,
	}),
	encode({event = '', data}) {
		if (event.endsWith('Exception')) {
			return frame({':exception-type': event, ':message-type': 'exception'}, data);
		}

		const names = {':event-type': event, ':content-type': 'application/json'};
		return frame({...names, ':message-type': 'event'}, data);
	},
	problem(body, memory) {
		const messages = list(body.messages).map(record);
		return firstOf(
			() => orderProblem(messages),
			() =>
				firstProblem(messages, message =>
					firstProblem(blocksOf(message), block => blockProblem(block, text(message.role), memory)),
				),
			() => toolsProblem(body, messages),
			() => thinkingProblem(body),
		);
	},
	refusal: message => ({message}),
	events,
};
