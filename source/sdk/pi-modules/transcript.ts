import {
	type Message,
	type Model,
	renderSystemPrompt,
	type SystemMessage,
	systemState,
	type Tool,
	type Usage,
} from '../../ai/index.ts';

type Roles = readonly {readonly role: string}[];
type WithMessages = {readonly messages: readonly Message[]};

export const getCurrentSystemPrompt = (messages: Roles): string =>
	renderSystemPrompt(systemState(messages));

export const getCurrentTools = (messages: Roles): Tool[] => [...systemState(messages).tools];

/** One message that says what all system messages so far add up to. */
export function getCurrentSystemMessage(messages: Roles): SystemMessage | undefined {
	const {content, sections, tools} = systemState(messages);
	if (content === '' && sections.length + tools.length === 0) return undefined;
	return {
		role: 'system',
		content,
		sections: Object.fromEntries(sections),
		toolsAdded: tools,
		timestamp: Date.now(),
	};
}

/** The same conversation with one system message at its head. */
export function collapseSystemMessages<C extends WithMessages>(context: C): C {
	const head = getCurrentSystemMessage(context.messages);
	const spoken = context.messages.filter(({role}) => role !== 'system');
	return {...context, messages: head ? [head, ...spoken] : spoken};
}

export function normalizeContext({
	systemPrompt,
	tools,
	messages,
	...rest
}: WithMessages & {
	readonly systemPrompt?: string;
	readonly tools?: readonly Tool[];
}): WithMessages {
	if (systemPrompt === undefined && !tools?.length) return {...rest, messages};
	const head: SystemMessage = {
		role: 'system',
		content: systemPrompt ?? '',
		...(tools ? {toolsAdded: tools} : {}),
		timestamp: Date.now(),
	};
	return {...rest, messages: [head, ...messages]};
}

/** Text of a message, pieces parted by line ends. */
export const contentText = (
	content: string | readonly {readonly type: string; readonly text?: string}[],
	separator = '\n',
): string =>
	typeof content === 'string'
		? content
		: content
				.filter(({type}) => type === 'text')
				.map(({text}) => text ?? '')
				.join(separator);

const perMillion = 1_000_000;

type Mutable<T> = {-readonly [K in keyof T]: T[K]};

/** Prices the tokens of a usage; writes the cost into it as well. */
export function calculateCost(
	model: Model,
	usage: Mutable<Usage> & {cost: Mutable<Usage['cost']>},
): Usage['cost'] {
	const {cost} = model;
	const parts = {
		input: (usage.input * cost.input) / perMillion,
		output: (usage.output * cost.output) / perMillion,
		cacheRead: (usage.cacheRead * cost.cacheRead) / perMillion,
		cacheWrite: (usage.cacheWrite * cost.cacheWrite) / perMillion,
	};
	const total = parts.input + parts.output + parts.cacheRead + parts.cacheWrite;
	usage.cost = {...parts, total};
	return usage.cost;
}
