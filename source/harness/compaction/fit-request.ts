import type {AgentMessage} from '../../agent/index.ts';
import type {UserContent} from '../../ai/index.ts';
import {messageTokens, sumTokens} from '../session/estimate.ts';
import type {Projection} from '../session/projection.ts';

/** A result that is shortened keeps this many characters of its beginning and of its end. */
const keptEnd = 1500;

/**
 * The messages of a request in which long results of tools were shortened, the largest first, until it is no
 * larger than `limit` tokens, or none is left to shorten. Only the request: the session keeps every result
 * whole, and the text says where.
 */
export function shortenResults(
	{messages, ids}: Projection,
	limit: number,
): readonly AgentMessage[] {
	let excess = sumTokens(messages) - limit;
	const shortened = [...messages];
	const bySize = messages
		.map((message, index) => ({message, index, tokens: messageTokens(message)}))
		.filter(({message}) => message.role === 'toolResult')
		.sort((a, b) => b.tokens - a.tokens);
	for (const {message, index, tokens} of bySize) {
		if (excess <= 0) break;
		const shorter = shorten(message, ids[index] ?? '');
		shortened[index] = shorter;
		excess -= tokens - messageTokens(shorter);
	}

	return shortened;
}

function shorten(message: AgentMessage, id: string): AgentMessage {
	if (message.role !== 'toolResult') return message;
	return {...message, content: message.content.map(part => shortenPart(part, id))};
}

function shortenPart(part: UserContent, id: string): UserContent {
	if (part.type !== 'text' || part.text.length <= 2 * keptEnd + 200) return part;
	const {text, ...rest} = part;
	const left = text.length - 2 * keptEnd;
	const note = `[… ${left} characters left out to save room; entry ${id} of the session file has all of it …]`;
	return {...rest, text: `${text.slice(0, keptEnd)}\n${note}\n${text.slice(-keptEnd)}`};
}

/** Characters of the images that messages hold. */
export const imageBytes = (messages: readonly AgentMessage[]): number =>
	messages
		.filter(holdsImages)
		.flatMap(({content}) => (typeof content === 'string' ? [] : content))
		.reduce((sum, part) => sum + (part.type === 'image' ? part.data.length : 0), 0);

/** The messages with their oldest images replaced by a note, so that those left have no more than `budget` characters. */
export function limitImages(
	messages: readonly AgentMessage[],
	budget: number,
): readonly AgentMessage[] {
	let room = budget;
	const fit = (part: UserContent): UserContent => {
		if (part.type !== 'image') return part;
		room -= part.data.length;
		return room >= 0
			? part
			: {type: 'text', text: `[an older image (${part.mimeType}) was left out to save room]`};
	};

	return messages
		.toReversed()
		.map(message => (holdsImages(message) ? withParts(message, fit) : message))
		.reverse();
}

type Holder = Extract<AgentMessage, {readonly role: 'user' | 'custom' | 'toolResult'}>;

const holdsImages = (message: AgentMessage): message is Holder =>
	message.role === 'user' || message.role === 'custom' || message.role === 'toolResult';

/** The newest part comes first; a message without a change stays the same object. */
function withParts(message: Holder, change: (part: UserContent) => UserContent): Holder {
	if (typeof message.content === 'string') return message;
	if (!message.content.some(part => part.type === 'image')) return message;
	return {...message, content: message.content.toReversed().map(change).reverse()};
}
