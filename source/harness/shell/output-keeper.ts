import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {limitTail, maxBytes, maxLines, sizeInWords} from '../../lib/limit-text.ts';

const tailBytes = 256 * 1024;

export type KeptOutput = {
	/** What a model is shown: the end of the output, made readable. */
	readonly text: string;
	readonly truncated: boolean;
	/** Bytes that came in all. */
	readonly bytes: number;
	/** The whole output, once it is more than is shown. */
	readonly fullOutputPath: string | undefined;
};

/** Takes output of any size in bounded memory: the end is kept, all of it goes to a private file. */
export type OutputKeeper = {
	add(chunk: Uint8Array): void;
	kept(): KeptOutput;
	/** Nothing more will come. */
	close(): void;
};

/** Progress bars redraw a line with `\r`: what stood there last is what a person would see. */
const settled = (text: string): string =>
	text.replace(/[^\n]*\r(?!\n)/g, line => {
		const parts = line.split('\r');
		return parts.at(-1) === '' ? '' : (parts.at(-1) ?? '');
	});

export const readable = (raw: string): string =>
	settled(stripVTControlCharacters(raw).replace(/\r+\n/g, '\n').replace(/\r+(?=\n|$)/g, ''))
		// Whatever else would move a cursor or ring a bell.
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
		.toWellFormed();

/** NUL bytes or a good part of bytes that no text has. */
function looksBinary(chunk: Uint8Array): boolean {
	const sample = chunk.subarray(0, 4096);
	if (sample.includes(0)) return true;
	const odd = sample.filter(byte => byte < 7 || (byte > 13 && byte < 27) || byte === 0x7f).length;
	return sample.length > 32 && odd / sample.length > 0.05;
}

function notice(shown: {lines: number; totalLines: number; bytes: number; file: string | undefined}): string {
	const from = shown.totalLines - shown.lines + 1;
	const where = shown.file === undefined ? '' : ` Full output: ${shown.file}`;
	return `\n\n[Showing lines ${from}-${shown.totalLines} of ${shown.totalLines} (${sizeInWords(shown.bytes)}).${where}]`;
}

type Spill = {readonly file: string; readonly handle: number};

function openSpill(): Spill | undefined {
	const file = path.join(os.tmpdir(), `bough-bash-${randomBytes(8).toString('hex')}.log`);
	try {
		return {file, handle: fs.openSync(file, 'wx', 0o600)};
	} catch {
		// No room for the whole: the end is still shown, without a path.
		return undefined;
	}
}

export function createOutputKeeper(): OutputKeeper {
	let chunks: Uint8Array[] = [];
	let held = 0;
	let bytes = 0;
	let newlines = 0;
	let binary = false;
	let spill: Spill | undefined;
	let mayCollapse = false;

	function shrink(): void {
		if (held <= tailBytes * 2) return;
		const all = Buffer.concat(chunks);
		chunks = [Buffer.from(all.subarray(all.length - tailBytes))];
		held = tailBytes;
	}

	function save(chunk: Uint8Array): void {
		if (spill) fs.writeSync(spill.handle, chunk);
		else if (bytes > maxBytes || newlines > maxLines) {
			spill = openSpill();
			for (const part of spill ? chunks : []) fs.writeSync(spill?.handle ?? 2, part);
		}
	}

	return {
		add(chunk) {
			binary ||= looksBinary(chunk);
			mayCollapse ||= chunk.includes(13);
			chunks.push(chunk);
			held += chunk.length;
			bytes += chunk.length;
			for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) newlines += 1;
			save(chunk);
			shrink();
		},
		kept() {
			const file = spill?.file;
			if (binary) {
				const where = file === undefined ? '' : ` Full output: ${file}`;
				const text = `[binary output of ${sizeInWords(bytes)}, not shown.${where}]`;
				return {text, truncated: true, bytes, fullOutputPath: file};
			}

			const whole = held === bytes;
			const text = readable(Buffer.concat(chunks).toString('utf8')).replace(/\n$/, '');
			const limited = limitTail(text);
			if (whole && limited.cutBy === undefined) return {text, truncated: false, bytes, fullOutputPath: file};
			const totalLines = mayCollapse && whole ? limited.totalLines : Math.max(newlines, limited.lines);
			const shown = {lines: limited.lines, totalLines, bytes, file};
			return {text: limited.text + notice(shown), truncated: true, bytes, fullOutputPath: file};
		},
		close() {
			if (spill) fs.closeSync(spill.handle);
		},
	};
}
