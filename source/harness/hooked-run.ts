import type {AgentHooks, AgentMessage, CustomMessage, ToolResult} from '../agent/index.ts';
import {type StreamOptions, systemState, type ToolCall, type UserMessage} from '../ai/index.ts';
import type {CustomBody} from './extensions/payloads.ts';
import type {SessionParts} from './session-parts.ts';
import type {PromptOptions} from './session-state.ts';

type Taken = {readonly text: string; readonly images: NonNullable<PromptOptions['images']>};

/** What of a text is left for the model when extensions had a look at it; undefined: nothing is. */
export async function takeIn(
	{hooks}: SessionParts,
	text: string,
	{images = [], source = 'interactive', whileRunning, expand}: PromptOptions,
): Promise<Taken | undefined> {
	const mayCommand = source !== 'extension' || expand === true;
	if (mayCommand && text.startsWith('/') && (await hooks.command(text))) return undefined;
	if (!hooks.has('input')) return {text, images};
	const taken = await hooks.emit('input', {
		text,
		images,
		source,
		...(whileRunning ? {streamingBehavior: whileRunning} : {}),
	});
	return taken.action === 'handled' ? undefined : {text: taken.text, images: taken.images ?? []};
}

const toCustom = (body: CustomBody, timestamp: number): CustomMessage => ({
	role: 'custom',
	...body,
	timestamp,
});

const textOf = ({content}: UserMessage): string =>
	typeof content === 'string'
		? content
		: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');

/** What extensions want the model to read with the message that begins a run. */
export async function addedMessages(
	parts: SessionParts,
	message: AgentMessage,
): Promise<readonly CustomMessage[]> {
	const {hooks, options} = parts;
	const facts = options.promptFacts?.();
	if (!hooks.has('before_agent_start') || !facts) return [];
	const {added} = await hooks.emit('before_agent_start', {
		...(message.role === 'user'
			? {
					messageType: 'user' as const,
					prompt: textOf(message),
					images: Array.isArray(message.content)
						? message.content.filter(part => part.type === 'image')
						: [],
				}
			: {messageType: 'custom' as const, message}),
		systemPrompt: facts.text,
		systemPromptOptions: facts.options,
		added: [],
		isForced: false,
	});
	return added.map(body => toCustom(body, parts.now()));
}

/** A message as extensions want it kept. */
export async function keptMessage(
	{hooks}: SessionParts,
	message: AgentMessage,
): Promise<AgentMessage> {
	if (message.role === 'system' || !hooks.has('message_end')) return message;
	return (await hooks.emit('message_end', {message: structuredClone(message)})).message;
}

const isSystem = ({role}: AgentMessage): boolean => role === 'system';

/** One head that says what all system messages so far add up to. */
function headOf(messages: readonly AgentMessage[], forced: string | undefined): AgentMessage {
	const {content, sections, tools} = systemState(messages);
	const text =
		forced === undefined ? {content, sections: Object.fromEntries(sections)} : {content: forced};
	return {role: 'system', ...text, toolsAdded: tools, timestamp: messages[0]?.timestamp ?? 0};
}

/** What a request shows the model, as extensions want it; nothing of it is stored. */
async function shownMessages(
	{hooks}: SessionParts,
	messages: readonly AgentMessage[],
): Promise<readonly AgentMessage[]> {
	const forced = hooks.forcedPrompt();
	const isWatched = hooks.has('context') || hooks.has('context_with_system');
	if (forced === undefined && !isWatched) return messages;
	const spoken = structuredClone(messages.filter(message => !isSystem(message)));
	const told = hooks.has('context')
		? (await hooks.emit('context', {messages: spoken})).messages
		: spoken;
	const all = [headOf(messages, forced), ...told.filter(message => !isSystem(message))];
	if (!hooks.has('context_with_system')) return all;
	return (await hooks.emit('context_with_system', {messages: all})).messages;
}

/** The id of a call that a tool makes is that of its parent and a number. */
const parentOf = (id: string) => {
	const [, parentToolCallId] = /^(.+)\/\d+$/.exec(id) ?? [];
	return parentToolCallId === undefined ? {} : {parentToolCallId};
};

async function verdictOf({options, hooks}: SessionParts, call: ToolCall) {
	const tool = options.tools.find(({name}) => name === call.name);
	const reason = tool && (await options.gate?.(tool, call.arguments));
	if (reason !== undefined) return {block: true, reason};
	if (!hooks.has('tool_call')) return undefined;
	const input = structuredClone(call.arguments);
	const answer = await hooks.emit('tool_call', {
		toolCallId: call.id,
		toolName: call.name,
		input,
		...parentOf(call.id),
	});
	return answer?.block ? answer : {input};
}

type Finished = {readonly result: ToolResult; readonly isError: boolean};

async function finishedCall({hooks}: SessionParts, call: ToolCall, {result, isError}: Finished) {
	if (!hooks.has('tool_result')) return undefined;
	const {content, details, usage} = result;
	const changed = await hooks.emit('tool_result', {
		toolCallId: call.id,
		toolName: call.name,
		input: call.arguments,
		content,
		details,
		isError,
		...(usage ? {usage} : {}),
		...parentOf(call.id),
	});
	return {
		result: {
			...result,
			content: changed.content,
			...(changed.details === undefined ? {} : {details: changed.details}),
			...(changed.usage ? {usage: changed.usage} : {}),
		},
		isError: changed.isError,
	};
}

/** The places of a run where extensions are asked. */
export const hooksOf = (parts: SessionParts) =>
	({
		beforeToolCall: call => verdictOf(parts, call),
		afterToolCall: (call, finished) => finishedCall(parts, call, finished),
		transformContext: messages => shownMessages(parts, messages),
	}) satisfies Partial<AgentHooks>;

/** What extensions see and change of the request itself. */
export async function requestTaps(
	{hooks}: SessionParts,
	headers: StreamOptions['headers'],
): Promise<Pick<StreamOptions, 'headers' | 'onPayload' | 'onResponse'>> {
	const changed: Record<string, string | null> = {...headers};
	if (hooks.has('before_provider_headers'))
		await hooks.emit('before_provider_headers', {headers: changed});
	return {
		...(Object.keys(changed).length > 0 ? {headers: changed} : {}),
		...(hooks.has('before_provider_request')
			? {
					onPayload: async (payload: unknown) =>
						(await hooks.emit('before_provider_request', {payload})).payload,
				}
			: {}),
		...(hooks.has('after_provider_response')
			? {onResponse: response => hooks.emit('after_provider_response', response)}
			: {}),
	};
}
