import type {Message} from './messages.ts';
import type {Model} from './model.ts';

const charactersPerToken = 3.5;
const imageCharacters = 4800;

function charactersOf(message: Message): number {
	let count = 0;
	const content: unknown = message.content;
	if (typeof content === 'string') return content.length;
	for (const part of Array.isArray(content) ? content : []) {
		if (part?.type === 'image') count += imageCharacters;
		else if (typeof part?.text === 'string') count += part.text.length;
		else if (typeof part?.thinking === 'string') count += part.thinking.length;
		else if (part?.type === 'toolCall') count += JSON.stringify(part.arguments ?? {}).length + 20;
	}

	return count;
}

/** Tokens: what the provider last counted, plus a guess for what came after. */
function estimateInput(messages: readonly Message[]): number {
	const at = messages.findLastIndex(
		message => message.role === 'assistant' && message.usage?.totalTokens > 0,
	);
	const counted = messages[at];
	const known = counted?.role === 'assistant' ? counted.usage.totalTokens : 0;
	const rest = messages.slice(at + 1).reduce((sum, message) => sum + charactersOf(message), 0);
	return known + rest / charactersPerToken;
}

/** Prompt and answer share the window, and servers count by tokenizers of their own: leave a margin. */
export function outputLimit(model: Model, messages: readonly Message[], asked?: number): number {
	const wanted = Math.min(asked ?? model.maxTokens, model.maxTokens);
	const input = estimateInput(messages);
	const careful = Math.max(4096, input * 0.15);
	const left = model.contextWindow - input;
	const margin = left - careful >= 32_768 ? careful : 4096;
	return Math.max(1, Math.floor(Math.min(wanted, Math.max(left - margin, 1024))));
}
