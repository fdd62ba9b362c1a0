import {
	type AssistantContent,
	type AssistantMessage,
	emptyUsage,
	type ToolResultMessage,
	type UserContent,
	type UserMessage,
} from '../../source/ai/index.ts';

/** Pieces of conversations in few words. */
export const text = (words: string) => ({type: 'text', text: words}) as const;

export const image = {type: 'image', data: 'AAAA', mimeType: 'image/png'} as const;

export const thought = (thinking: string, thinkingSignature?: string) =>
	({type: 'thinking', thinking, ...(thinkingSignature ? {thinkingSignature} : {})}) as const;

export const call = (id: string, args: Readonly<Record<string, unknown>> = {}) =>
	({type: 'toolCall', id, name: 'read', arguments: args}) as const;

export const user = (...content: readonly UserContent[]): UserMessage => ({
	role: 'user',
	content,
	timestamp: 1,
});

export const says = (...content: readonly AssistantContent[]): AssistantMessage => ({
	role: 'assistant',
	content,
	api: 'openai-completions',
	provider: 'acme',
	model: 'm-1',
	usage: emptyUsage,
	stopReason: 'stop',
	timestamp: 2,
});

export const result = (
	toolCallId: string,
	...content: readonly UserContent[]
): ToolResultMessage => ({
	role: 'toolResult',
	toolCallId,
	toolName: 'read',
	content,
	isError: false,
	timestamp: 3,
});

export const failure = (
	toolCallId: string,
	...content: readonly UserContent[]
): ToolResultMessage => ({...result(toolCallId, ...content), isError: true});
