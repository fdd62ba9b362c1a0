import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {limitTail, maxBytes, maxLines, sizeInWords} from '../../lib/limit-text.ts';
import {looksBinary, readable} from './output-text.ts';

const sliceBytes = 1024 * 1024;
/** How far back the end is looked for when redraws shrink to little. */
const smallestWindow = 256 * 1024;
const largestWindow = 4 * 1024 * 1024;
/** A flood is not counted line by line: that would cost more than the command itself. */
const mostToCount = 16 * 1024 * 1024;
const newline = 10;

export type KeptOutput = {
	/** What a model is shown: the end of the output, made readable. */
	readonly text: string;
	readonly truncated: boolean;
	/** Bytes that came in all. */
	readonly bytes: number;
	/** The whole output, once it is more than is shown. */
	readonly fullOutputPath: string | undefined;
};

/** Where the output of a command goes. It is read back from here, so memory is bounded whatever comes. */
export type OutputFile = {
	readonly path: string;
	/** The open file as it is given to the process that writes; nothing passes through us. */
	readonly sink: fs.WriteStream;
	size(): number;
	/** Hands on what is new, at most some megabytes a call; true when that was all. Bytes are valid only during the call. */
	follow(onBytes: (bytes: Uint8Array) => void): boolean;
	kept(): KeptOutput;
	/** Deletes the file unless it is needed: by a reader of long output, or by processes that still write. */
	close(keep: boolean): void;
};

export function createOutputFile(): OutputFile {
	const file = path.join(os.tmpdir(), `bough-bash-${randomBytes(8).toString('hex')}.log`);
	const handle = fs.openSync(file, 'ax+', 0o600);
	const slice = Buffer.allocUnsafe(sliceBytes);
	const countLines = createLineCounter(handle);
	let followed = 0;
	let cut = false;
	const size = () => fs.fstatSync(handle).size;

	function kept(): KeptOutput {
		const bytes = size();
		const shown = isBinary(handle, bytes) ? undefined : endOf(handle, bytes);
		if (shown?.isWhole)
			return {text: shown.text, truncated: false, bytes, fullOutputPath: undefined};
		cut = true;
		const rest = {truncated: true, bytes, fullOutputPath: file};
		if (!shown) {
			const text = `[The output is binary, ${sizeInWords(bytes)}, and not shown. Full output: ${file}]`;
			return {text, ...rest};
		}

		const notice = `[${extent(shown, countLines(bytes))} of ${sizeInWords(bytes)}. Full output: ${file}]`;
		return {text: `${shown.text}\n\n${notice}`, ...rest};
	}

	return {
		path: file,
		sink: fs.createWriteStream(file, {fd: handle, autoClose: false}),
		size,
		follow(onBytes) {
			for (let turn = 0; turn < 4; turn += 1) {
				const read = fs.readSync(handle, slice, 0, slice.length, followed);
				if (read === 0) return true;
				followed += read;
				onBytes(slice.subarray(0, read));
			}

			return false;
		},
		kept,
		close(keep) {
			fs.closeSync(handle);
			if (!keep && !cut) fs.rmSync(file, {force: true});
		},
	};
}

/** Counts on from where it stopped; undefined once there was too much to count. */
function createLineCounter(handle: number): (until: number) => number | undefined {
	let counted = 0;
	let lines: number | undefined = 0;
	return until => {
		if (until - counted > mostToCount) lines = undefined;
		if (lines === undefined) return undefined;
		const part = readPart(handle, counted, until);
		for (const byte of part) if (byte === newline) lines += 1;
		counted += part.length;
		return lines;
	};
}

function readPart(handle: number, from: number, to: number): Buffer {
	const part = Buffer.allocUnsafe(Math.max(0, to - from));
	return part.subarray(0, fs.readSync(handle, part, 0, part.length, from));
}

const isBinary = (handle: number, size: number): boolean =>
	looksBinary(readPart(handle, 0, Math.min(size, 8192))) ||
	looksBinary(readPart(handle, Math.max(0, size - 8192), size));

type End = {
	readonly text: string;
	readonly lines: number;
	readonly isWhole: boolean;
	readonly isPartOfLine: boolean;
	/** Known when all of the output was looked at. */
	readonly totalLines: number | undefined;
};

function endOf(handle: number, size: number): End {
	for (let window = smallestWindow; ; window *= 4) {
		const from = Math.max(0, size - window);
		const raw = wholeCharacters(readPart(handle, from, size)).toString('utf8');
		const limited = limitTail(readable(raw).replace(/\n$/, ''), {lines: maxLines, bytes: maxBytes});
		const {text, lines, totalLines, cutBy} = limited;
		if (cutBy === undefined && from > 0 && window < largestWindow) continue;
		const isWhole = from === 0 && cutBy === undefined;
		const isPartOfLine = cutBy === 'bytes' && lines === 1 && Buffer.byteLength(text) > maxBytes - 4;
		return {text, lines, isWhole, isPartOfLine, totalLines: from === 0 ? totalLines : undefined};
	}
}

/** Without the rest of a character whose start is not there. */
function wholeCharacters(bytes: Buffer): Buffer {
	let start = 0;
	while (start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
	return bytes.subarray(start);
}

function extent({lines, isPartOfLine, totalLines}: End, counted: number | undefined): string {
	if (isPartOfLine) return `The last ${sizeInWords(maxBytes)} of a long line, the end`;
	const total = totalLines ?? counted;
	if (total === undefined || total < lines) return `The last ${lines} lines`;
	return `Lines ${total - lines + 1}-${total} of ${total}, the end`;
}
