import olderImage from '../../prompts/model/notes/older-image.md';
import type {ImageContent, Message, SystemMessage, UserContent} from './messages.ts';
import type {Model} from './model.ts';
import {count, record} from './protocols/wire-json.ts';

type Spoken = Exclude<Message, SystemMessage>;

/** The rest of a request is for words. */
const imageShare = 0.75;

const limit = (value: unknown): number => count(value) || Number.POSITIVE_INFINITY;

/**
 * The images to leave out: the oldest ones, as soon as there are too many or they are too large together. Then
 * half of the room is made free at once, so that not every further image changes the beginning of the request.
 */
function surplus(images: readonly ImageContent[], most: number, bytes: number): Set<ImageContent> {
	const left = new Set<ImageContent>();
	const kept: ImageContent[] = [];
	let size = 0;
	for (const image of images) {
		kept.push(image);
		size += image.data.length;
		if (kept.length <= most && size <= bytes) continue;
		while (kept.length > 1 && (kept.length > most / 2 || size > bytes / 2)) {
			const oldest = kept.shift();
			if (!oldest) break;
			left.add(oldest);
			size -= oldest.data.length;
		}
	}

	return left;
}

function imagesOf({content}: Spoken): readonly ImageContent[] {
	if (typeof content === 'string') return [];
	return content.flatMap(part => (part.type === 'image' ? [part] : []));
}

const isNote = (part: UserContent | undefined): boolean =>
	part?.type === 'text' && part.text === olderImage.trim();

function without(content: readonly UserContent[], left: ReadonlySet<unknown>): UserContent[] {
	const parts = content.map(
		(part): UserContent => (left.has(part) ? {type: 'text', text: olderImage.trim()} : part),
	);
	return parts.filter((part, index) => !(isNote(part) && isNote(parts[index - 1])));
}

/** Keeps a request acceptable that has collected images for long: each is small in tokens but not in bytes. */
export function withinImageLimits(
	messages: readonly Spoken[],
	inputLimits: Model['inputLimits'],
): readonly Spoken[] {
	const {requestBytes, imagesPerRequest, imagesPerMessage} = record(inputLimits);
	const perMessage = limit(imagesPerMessage);
	const images = messages.map(imagesOf);
	const left = surplus(images.flat(), limit(imagesPerRequest), limit(requestBytes) * imageShare);
	for (const own of images)
		for (const image of own.slice(0, -perMessage || undefined)) left.add(image);
	if (left.size === 0) return messages;
	return messages.map(message =>
		message.role === 'assistant' || typeof message.content === 'string'
			? message
			: {...message, content: without(message.content, left)},
	);
}
