import type {AgentMessage} from '../../agent/index.ts';
import type {
	AssistantContent,
	AssistantMessage,
	Model,
	SystemMessage,
	UserContent,
} from '../../ai/index.ts';
import {imageSize} from '../../lib/image-size.ts';
import {estimateTokens} from '../../lib/text-tokens.ts';
import type {EntryHead} from './entries.ts';
import {type Projection, projectPath} from './projection.ts';
import {tokensOf} from './totals.ts';
import type {SessionTree} from './tree.ts';

/** What providers add around each message. */
const perMessage = 4;

export function messageTokens(message: AgentMessage): number {
	switch (message.role) {
		case 'system':
			return systemTokens(message) + perMessage;
		case 'bashExecution':
			return message.excludeFromContext
				? 0
				: estimateTokens(message.command) + estimateTokens(message.output) + 2 * perMessage;
		case 'compactionSummary':
		case 'branchSummary':
			return estimateTokens(message.summary) + 6 * perMessage;
		default:
			return contentTokens(message.content) + perMessage;
	}
}

function systemTokens({content, sections = {}, toolsAdded = []}: SystemMessage): number {
	const texts = Object.entries(sections).map(([name, text]) => name + (text ?? ''));
	const tools = toolsAdded.map(tool => JSON.stringify(tool));
	return [...texts, ...tools].reduce(
		(sum, text) => sum + estimateTokens(text),
		contentTokens(content),
	);
}

function contentTokens(content: string | readonly (UserContent | AssistantContent)[]): number {
	if (typeof content === 'string') return estimateTokens(content);
	return content.reduce((sum, part) => sum + partTokens(part), 0);
}

function partTokens(part: UserContent | AssistantContent): number {
	switch (part.type) {
		case 'text':
			return estimateTokens(part.text);
		case 'thinking':
			return estimateTokens(part.thinking);
		case 'toolCall':
			return estimateTokens(part.name) + estimateTokens(JSON.stringify(part.arguments) ?? '');
		case 'image':
			return imageTokens(part.data);
		default:
			return 0;
	}
}

const pixelsPerToken = 750;
/** Providers scale what is larger. */
const longestSide = 1568;
const mostImageTokens = 1600;
const unknownImageTokens = 1200;

/** By pixels, as the providers that say how they count do. */
function imageTokens(base64: string): number {
	const size = imageSize(base64);
	if (!size) return unknownImageTokens;
	const scale = Math.min(1, longestSide / Math.max(size.width, size.height));
	const tokens = Math.ceil((size.width * size.height * scale * scale) / pixelsPerToken);
	return Math.min(mostImageTokens, tokens);
}

export const sumTokens = (messages: readonly AgentMessage[]): number =>
	messages.reduce((sum, message) => sum + messageTokens(message), 0);

/**
 * Tokens that the next request will hold: the provider's own count of the last answer that speaks of the
 * context as it is now, plus an estimate of what came after it. Without such an answer all is estimated.
 */
export function contextTokens(
	tree: SessionTree,
	model: Model | undefined,
	projection: () => Projection,
): number {
	const after: EntryHead[] = [];
	let head = headAt(tree, tree.leafId());
	// What was counted before a compaction or an edit was another context.
	while (head && head.type !== 'compaction' && head.type !== 'context_edit') {
		const answer = head.kind === 'assistant' ? answerOf(tree, head.id) : undefined;
		if (answer && isTrusted(answer, model)) {
			const entries = after.reverse().flatMap(({id}) => tree.entry(id) ?? []);
			return tokensOf(answer.usage) + sumTokens(projectPath(entries).messages);
		}

		after.push(head);
		head = headAt(tree, head.parentId);
	}

	return sumTokens(projection().messages);
}

const headAt = (tree: SessionTree, id: string | null): EntryHead | undefined =>
	id === null ? undefined : tree.head(id);

function answerOf(tree: SessionTree, id: string): AssistantMessage | undefined {
	const entry = tree.entry(id);
	return entry?.type === 'message' && entry.message.role === 'assistant'
		? entry.message
		: undefined;
}

/** Failed and cut-off calls report nothing or too little, and other models count otherwise. */
const isTrusted = (message: AssistantMessage, model: Model | undefined): boolean =>
	(message.stopReason === 'stop' ||
		message.stopReason === 'toolUse' ||
		message.stopReason === 'length') &&
	Boolean(message.usage) &&
	tokensOf(message.usage) > 0 &&
	(model === undefined || (message.model === model.id && message.provider === model.provider));
