import {isRecord} from '../lib/is-record.ts';
import type {Message, SystemMessage} from './messages.ts';
import type {Model} from './model.ts';
import {list, text} from './protocols/wire-json.ts';

const charactersPerToken = 3.5;
const imageCharacters = 4800;

/** Servers count by tokenizers of their own, up to an eighth higher; refused is worse than a little shorter. */
const smallMargin = 4096;
const marginShare = 0.15;
/** With less room than this left for the answer, caution would cost too much of it. */
const plenty = 32_768;

/** A request for less is not worth sending, but a server says better why it fails. */
const leastAnswer = 1024;

function partCharacters(part: unknown): number {
	if (!isRecord(part)) return 0;
	if (part.type === 'image') return imageCharacters;
	const args = part.type === 'toolCall' ? JSON.stringify(part.arguments ?? {}).length + 20 : 0;
	return text(part.text).length + text(part.thinking).length + args;
}

function systemCharacters({sections, toolsAdded}: SystemMessage): number {
	const texts = Object.values(sections ?? {}).reduce(
		(sum, section) => sum + text(section).length,
		0,
	);
	return texts + (toolsAdded ? JSON.stringify(toolsAdded).length : 0);
}

function charactersOf(message: Message): number {
	const {content} = message;
	const own =
		typeof content === 'string'
			? content.length
			: list(content).reduce<number>((sum, part) => sum + partCharacters(part), 0);
	return message.role === 'system' ? own + systemCharacters(message) : own;
}

const isComplete = ({stopReason}: {readonly stopReason: string}): boolean =>
	stopReason === 'stop' || stopReason === 'toolUse' || stopReason === 'length';

/**
 * The last answer whose count still holds. One that was given before something that now stands in front of it
 * (a summary of what was left out) has counted other things.
 */
function lastCounted(messages: readonly Message[]): {readonly at: number; readonly tokens: number} {
	let newest = Number.NEGATIVE_INFINITY;
	let found = {at: -1, tokens: 0};
	for (const [at, message] of messages.entries()) {
		if (message.role === 'assistant' && isComplete(message) && message.timestamp >= newest) {
			const tokens = message.usage?.totalTokens ?? 0;
			if (tokens > 0) found = {at, tokens};
		}

		if (message.timestamp > newest) newest = message.timestamp;
	}

	return found;
}

/** Tokens of the prompt: what the provider last counted, plus a guess for what came after. */
export function estimateInput(messages: readonly Message[]): number {
	const {at, tokens} = lastCounted(messages);
	const characters = messages
		.slice(at + 1)
		.reduce((sum, message) => sum + charactersOf(message), 0);
	return tokens + characters / charactersPerToken;
}

/** How long the answer may get: prompt and answer share the window. */
export function outputLimit(model: Model, messages: readonly Message[], asked?: number): number {
	const wanted = Math.min(asked ?? model.maxTokens, model.maxTokens);
	const input = estimateInput(messages);
	const left = model.contextWindow - input;
	const caution = Math.max(smallMargin, input * marginShare);
	const margin = left - caution >= plenty ? caution : smallMargin;
	return Math.max(1, Math.floor(Math.min(wanted, Math.max(left - margin, leastAnswer))));
}
