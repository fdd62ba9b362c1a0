import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {Readable} from 'node:stream';
import type {ImageContent} from '../ai/index.ts';
import {type ImageType, imageTypeOf, readImage} from '../harness/index.ts';
import {codeOf, reasonOf} from '../lib/errors.ts';
import {UsageError} from './usage-error.ts';

export type Prompt = {readonly text: string; readonly images: readonly ImageContent[]};

const mostBytes = 2 * 1024 * 1024;

function readBytes(name: string, file: string): Buffer {
	try {
		const {size} = fs.statSync(file);
		const bytes = fs.readFileSync(file);
		if (size <= mostBytes || imageTypeOf(bytes) !== undefined) return bytes;
	} catch (error) {
		throw new UsageError(`Cannot attach @${name}: ${reasonOf(error)}.`, {cause: error});
	}

	throw new UsageError(
		`Cannot attach @${name}: it is too large for a prompt. Name it without the @, and it is read in parts.`,
	);
}

async function attachImage(file: string, bytes: Buffer, type: ImageType): Promise<Prompt> {
	const {content} = await readImage({file, bytes, type}, {seesImages: () => true});
	const images = content.filter(part => part.type === 'image');
	const notes = content.flatMap(part => (part.type === 'text' ? [part.text] : []));
	return {text: `<file name="${file}">${notes.join(' ')}</file>\n`, images};
}

async function attach(name: string, cwd: string): Promise<Prompt> {
	const file = path.resolve(cwd, name.replace(/^~(?=\/|$)/, os.homedir()));
	const bytes = readBytes(name, file);
	const type = imageTypeOf(bytes);
	if (type !== undefined) return attachImage(file, bytes, type);
	if (bytes.subarray(0, 8192).includes(0))
		throw new UsageError(
			`Cannot attach @${name}: it is neither text nor an image that models take.`,
		);
	const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
	return {text: text === '' ? '' : `<file name="${file}">\n${text}\n</file>\n`, images: []};
}

const isFile = (argument: string): boolean => argument.startsWith('@') && argument.length > 1;

/** What was piped in and the files go before the first message; further messages are prompts of their own. */
export async function toPrompts(
	input: readonly string[],
	{piped, cwd}: {readonly piped: string; readonly cwd: string},
): Promise<readonly Prompt[]> {
	const files: Prompt[] = [];
	for (const argument of input.filter(isFile)) files.push(await attach(argument.slice(1), cwd));
	const [first = '', ...rest] = input.filter(argument => !isFile(argument) && argument !== '-');
	const opening = {
		text: piped + files.map(({text}) => text).join('') + first,
		images: files.flatMap(({images}) => images),
	};
	const prompts = [opening, ...rest.map(text => ({text, images: []}))];
	return prompts.filter(({text, images}) => text.trim() !== '' || images.length > 0);
}

/** A prompt is there already: an open pipe that says nothing is then not waited for, unless `-` asks for it. */
export const mayGoOnWithoutPipe = (input: readonly string[]): boolean =>
	input.length > 0 && !input.includes('-');

/** Text from a pipe, to its end. `firstByteMs`: without a byte in this time there is none. */
export function readPiped(
	stdin: Readable & {readonly isTTY?: boolean},
	firstByteMs: number | undefined,
): Promise<string> {
	if (stdin.isTTY) return Promise.resolve('');
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		const timer =
			firstByteMs === undefined
				? undefined
				: setTimeout(() => {
						// Left open, the pipe would keep the process alive.
						stdin.destroy();
						resolve('');
					}, firstByteMs);
		stdin.on('data', chunk => {
			clearTimeout(timer);
			chunks.push(Buffer.from(chunk));
		});
		stdin.on('end', () => {
			clearTimeout(timer);
			resolve(
				Buffer.concat(chunks)
					.toString('utf8')
					.replace(/^\uFEFF/, ''),
			);
		});
		stdin.on('error', error => {
			clearTimeout(timer);
			// Started without an input at all, as some services do.
			if (['EAGAIN', 'EISDIR', 'EBADF', 'ENXIO'].includes(codeOf(error) ?? '')) resolve('');
			else reject(error);
		});
	});
}
