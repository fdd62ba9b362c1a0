import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {limitTail, maxBytes, maxLines, sizeInWords} from '../../lib/limit-text.ts';
import {looksBinary, readable} from './output-text.ts';

const tailBytes = 256 * 1024;
const sliceBytes = 1024 * 1024;
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

/**
 * Where a command writes: a private file, not a pipe. Order is exact, memory is bounded whatever comes, and a process
 * that stays in the background holds nothing of ours.
 */
export type OutputFile = {
	/** For the child, output and errors alike; it gets the open file itself, nothing passes through us. */
	readonly sink: fs.WriteStream;
	/** Takes in what was written since; calls back with the new bytes, which are valid only during the call. */
	follow(onBytes?: (bytes: Uint8Array) => void): void;
	/** What was taken in so far. */
	kept(): KeptOutput;
	/** Deletes the file unless it is needed: by a reader of long output, or by processes that still write. */
	close(keep: boolean): void;
};

export function createOutputFile(): OutputFile {
	const file = path.join(os.tmpdir(), `bough-bash-${randomBytes(8).toString('hex')}.log`);
	const handle = fs.openSync(file, 'ax+', 0o600);
	const slice = Buffer.allocUnsafe(sliceBytes);
	let bytes = 0;
	let newlines = 0;
	let binary = false;
	let cut = false;

	function take(part: Uint8Array): void {
		binary ||= bytes < 4 * sliceBytes && looksBinary(part);
		bytes += part.length;
		for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, at + 1)) newlines += 1;
	}

	function tail(): string {
		const length = Math.min(bytes, tailBytes);
		const end = Buffer.allocUnsafe(length);
		const read = fs.readSync(handle, end, 0, length, bytes - length);
		return end.toString('utf8', 0, read);
	}

	function kept(): KeptOutput {
		if (binary) {
			cut = true;
			const text = `[binary output of ${sizeInWords(bytes)}, not shown. Full output: ${file}]`;
			return {text, truncated: true, bytes, fullOutputPath: file};
		}

		const whole = bytes <= tailBytes;
		const limited = limitTail(readable(tail()).replace(/\n$/, ''), {
			lines: maxLines,
			bytes: maxBytes,
		});
		if (whole && limited.cutBy === undefined) {
			return {text: limited.text, truncated: false, bytes, fullOutputPath: undefined};
		}

		cut = true;
		const total = Math.max(whole ? limited.totalLines : newlines, limited.lines);
		const notice = `[Showing lines ${total - limited.lines + 1}-${total} of ${total} (${sizeInWords(bytes)}). Full output: ${file}]`;
		return {text: `${limited.text}\n\n${notice}`, truncated: true, bytes, fullOutputPath: file};
	}

	return {
		sink: fs.createWriteStream(file, {fd: handle, autoClose: false}),
		follow(onBytes) {
			for (;;) {
				const read = fs.readSync(handle, slice, 0, slice.length, bytes);
				if (read === 0) return;
				const part = slice.subarray(0, read);
				take(part);
				onBytes?.(part);
			}
		},
		kept,
		close(keep) {
			fs.closeSync(handle);
			if (!keep && !cut) fs.rmSync(file, {force: true});
		},
	};
}
