import {readSync} from 'node:fs';

const lineFeed = 0x0a;
const chunkSize = 1 << 20;
/** Beyond this a line could not become a string in this engine anyway. */
const longestLine = 1 << 28;

export type RawLine = {
	/** Without its end; valid until the next line is asked for. undefined: too long to be read. */
	readonly bytes: Buffer | undefined;
	/** In the file, in bytes. */
	readonly offset: number;
	readonly length: number;
	/** From 1. */
	readonly number: number;
	/** A line feed follows. */
	readonly isEnded: boolean;
};

export type LinePosition = {readonly offset: number; readonly number: number};

/** The lines of an open file from a position on, with no more in memory than the longest line. */
export function* rawLines(
	fd: number,
	start: LinePosition,
	chunk = chunkSize,
): Generator<RawLine, void> {
	let buffer: Buffer = Buffer.allocUnsafeSlow(chunk);
	let {offset, number} = start;
	let held = 0;
	for (;;) {
		const count = readSync(fd, buffer, held, buffer.length - held, offset + held);
		const data = buffer.subarray(0, held + count);
		let from = 0;
		for (let end = data.indexOf(lineFeed, held); end !== -1; end = data.indexOf(lineFeed, from)) {
			yield toLine(data.subarray(from, end), {offset: offset + from, number}, true);
			number += 1;
			from = end + 1;
		}

		held = data.length - from;
		offset += from;
		if (count === 0) {
			if (held > 0) yield toLine(data.subarray(from), {offset, number}, false);
			return;
		}

		if (held === longestLine) {
			const line = skipLine(fd, {offset, number});
			yield line;
			const next = {offset: line.offset + line.length + 1, number: number + 1};
			if (line.isEnded) yield* rawLines(fd, next);
			return;
		}

		buffer = makeRoom(buffer, data, from);
	}
}

/** Moves the beginning of a line to the front, or gives a line that fills the buffer a larger one. */
function makeRoom(buffer: Buffer, data: Buffer, from: number): Buffer {
	if (data.length - from === buffer.length) return Buffer.concat([data], buffer.length * 2);
	buffer.copyWithin(0, from, data.length);
	return buffer;
}

const toLine = (bytes: Buffer, position: LinePosition, isEnded: boolean): RawLine => ({
	bytes,
	...position,
	length: bytes.length,
	isEnded,
});

function skipLine(fd: number, position: LinePosition): RawLine {
	const buffer = Buffer.allocUnsafeSlow(chunkSize);
	let length = longestLine;
	for (;;) {
		const count = readSync(fd, buffer, 0, buffer.length, position.offset + length);
		const end = buffer.subarray(0, count).indexOf(lineFeed);
		length += end === -1 ? count : end;
		if (end !== -1 || count === 0) {
			return {bytes: undefined, ...position, length, isEnded: end !== -1};
		}
	}
}
