import type {AgentMessage} from '../../agent/index.ts';
import type {AssistantMessage, Model} from '../../ai/index.ts';
import type {SessionTree} from './tree.ts';

const imageTokens = 1200;
const perMessage = 4;

/**
 * Tokens of a text by its script: latin prose and code pack about four characters in a token, other alphabets
 * about two and a half, CJK more than one token a character.
 */
export function estimateTokens(text: string): number {
	let ascii = 0;
	let punctuation = 0;
	let wide = 0;
	let other = 0;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code < 128) {
			if (
				(code > 32 && code < 48) ||
				(code > 57 && code < 65) ||
				(code > 90 && code < 97) ||
				code > 122
			) {
				punctuation += 1;
			} else ascii += 1;
		} else if (code >= 0x2e80 && code < 0xd7a4) wide += 1;
		else other += 1;
	}

	return Math.ceil(ascii / 4.6 + punctuation / 1.9 + wide * 0.85 + other / 2.2);
}

const textTokens = (content: unknown): number => {
	if (typeof content === 'string') return estimateTokens(content);
	let sum = 0;
	for (const part of Array.isArray(content) ? content : []) {
		if (part?.type === 'image') sum += imageTokens;
		else if (part?.type === 'toolCall')
			sum += estimateTokens(`${part.name}${JSON.stringify(part.arguments)}`);
		else sum += estimateTokens(String(part?.text ?? part?.thinking ?? ''));
	}

	return sum;
};

export function messageTokens(message: AgentMessage): number {
	switch (message.role) {
		case 'system': {
			const declared = JSON.stringify([message.sections ?? {}, message.toolsAdded ?? []]);
			return textTokens(message.content) + estimateTokens(declared);
		}

		case 'bashExecution':
			return message.excludeFromContext
				? 0
				: estimateTokens(message.command + message.output) + perMessage;
		case 'compactionSummary':
		case 'branchSummary':
			return estimateTokens(message.summary) + perMessage;
		default:
			return textTokens(message.content) + perMessage;
	}
}

const isValid = (message: AgentMessage, model: Model | undefined): message is AssistantMessage =>
	message.role === 'assistant' &&
	message.stopReason !== 'error' &&
	message.stopReason !== 'aborted' &&
	(message.usage?.totalTokens ?? 0) > 0 &&
	(model === undefined || (message.model === model.id && message.provider === model.provider));

/**
 * Tokens that the next request will hold: the provider's own count of the last good answer, as long as nothing
 * before it was compacted or edited since, plus an estimate of what came after.
 */
export function contextTokens(
	messages: readonly AgentMessage[],
	{model, trustedFrom}: {readonly model: Model | undefined; readonly trustedFrom: number},
): number {
	const at = messages.findLastIndex(
		(message, index) => index >= trustedFrom && isValid(message, model),
	);
	const counted = messages[at];
	const known = counted?.role === 'assistant' ? counted.usage.totalTokens : 0;
	return messages.slice(at + 1).reduce((sum, message) => sum + messageTokens(message), known);
}

/** The first message of a projection whose usage still speaks of the context as it is now. */
export function trustedFrom(tree: SessionTree, ids: readonly string[]): number {
	const path = tree.pathHeads();
	const mark = path.findLastIndex(({type}) => type === 'compaction' || type === 'context_edit');
	if (mark === -1) return 0;
	const after = new Set(path.slice(mark + 1).map(({id}) => id));
	const first = ids.findIndex(id => after.has(id));
	return first === -1 ? ids.length : first;
}
