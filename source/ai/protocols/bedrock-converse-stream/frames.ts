import {crc32} from 'node:zlib';
import {ModelError} from '../../model-error.ts';
import {wholeAnswer} from '../wire-events.ts';
import {type Json, record} from '../wire-json.ts';

/** Lengths and their checksum; behind the frame there is another checksum. */
const preludeLength = 12;
const checksumLength = 4;

/** A page in the place of the stream is read so far. */
const longestPage = 1_000_000;

/** Sizes of header values by their type; texts and bytes say theirs. */
const sizes: Readonly<Record<number, number>> = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16};
const textType = 7;

/** Only texts matter: what the frame is. */
function readHeaders(bytes: Buffer): Readonly<Record<string, string>> {
	const headers: Record<string, string> = {};
	for (let at = 0; at < bytes.length; ) {
		const nameEnd = at + 1 + bytes.readUInt8(at);
		const name = bytes.toString('utf8', at + 1, nameEnd);
		const type = bytes.readUInt8(nameEnd);
		const fixed = sizes[type];
		const start = nameEnd + (fixed === undefined ? 3 : 1);
		const end = start + (fixed ?? bytes.readUInt16BE(nameEnd + 1));
		if (type === textType) headers[name] = bytes.toString('utf8', start, end);
		at = end;
	}

	return headers;
}

function parsed(payload: Buffer): Json {
	if (payload.length === 0) return {};
	return record(JSON.parse(payload.toString('utf8')));
}

/** One frame as an object with the name of its event, or with what went wrong. */
function toEvent(frame: Buffer): Json {
	const headersEnd = preludeLength + frame.readUInt32BE(4);
	const headers = readHeaders(frame.subarray(preludeLength, headersEnd));
	const content = parsed(frame.subarray(headersEnd, frame.length - checksumLength));
	const fault = headers[':exception-type'] ?? headers[':error-code'];
	if (fault === undefined) return {[headers[':event-type'] ?? '']: content};
	const message = content.message ?? headers[':error-message'];
	return {error: {message, ...content, type: fault}};
}

function checked(frame: Buffer): Json {
	const end = frame.length - checksumLength;
	try {
		if (crc32(frame.subarray(0, end)) === frame.readUInt32BE(end)) return toEvent(frame);
	} catch (error) {
		throw new ModelError('server', 'the stream holds a frame that cannot be read', {cause: error});
	}

	throw new ModelError('network', 'a frame of the stream was damaged on its way');
}

/**
 * The events of an AWS event stream. Half a frame at the end is a cut stream, which the lack of an end tells; a
 * page in its place is an error; `null` is a sign of life without content.
 */
export async function* frameEvents(
	body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<unknown> {
	let rest = Buffer.alloc(0);
	for await (const bytes of body ?? []) {
		rest = Buffer.concat([rest, bytes]);
		// Frames are far smaller than what would make their first byte anything else.
		const isText = rest.length > 0 && rest[0] !== 0;
		if (isText && rest.length < longestPage) continue;
		if (isText) break;
		yield null;
		for (let size = sizeOf(rest); size !== undefined; size = sizeOf(rest)) {
			yield checked(rest.subarray(0, size));
			rest = rest.subarray(size);
		}
	}

	if (rest.length > 0 && rest[0] !== 0) yield* wholeAnswer(rest.toString('utf8'));
}

/** The length of the next frame when it is there as a whole. */
function sizeOf(bytes: Buffer): number | undefined {
	if (bytes.length < preludeLength) return undefined;
	const size = Math.max(bytes.readUInt32BE(0), preludeLength + checksumLength);
	return bytes.length < size ? undefined : size;
}
