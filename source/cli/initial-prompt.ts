import fs from 'node:fs';
import path from 'node:path';
import type {ImageContent} from '../ai/index.ts';
import {UsageError} from './usage-error.ts';

export type Prompt = {readonly text: string; readonly images: readonly ImageContent[]};

const imageTypes: Readonly<Record<string, string>> = {
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.gif': 'image/gif',
	'.webp': 'image/webp',
};

function readArgument(name: string, cwd: string): Prompt {
	const file = path.resolve(cwd, name);
	let bytes: Buffer;
	try {
		bytes = fs.readFileSync(file);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
		const why = code === 'ENOENT' ? 'there is no such file' : code;
		throw new UsageError(`Cannot read @${name}: ${why}.`, {cause: error});
	}

	const mimeType = imageTypes[path.extname(file).toLowerCase()];
	if (mimeType) {
		return {
			text: `<file name="${file}"></file>\n`,
			images: [{type: 'image', data: bytes.toString('base64'), mimeType}],
		};
	}

	const text = bytes.toString('utf8');
	return {text: text === '' ? '' : `<file name="${file}">\n${text}\n</file>\n`, images: []};
}

/** What was piped in and the files go before the first message; further messages are prompts of their own. */
export function toPrompts(
	input: readonly string[],
	{stdin, cwd}: {readonly stdin: string; readonly cwd: string},
): readonly Prompt[] {
	const files = input
		.filter(argument => argument.startsWith('@'))
		.map(argument => readArgument(argument.slice(1), cwd));
	const [first = '', ...rest] = input.filter(argument => !argument.startsWith('@'));
	const text = stdin + files.map(file => file.text).join('') + first;
	const opening = {text, images: files.flatMap(({images}) => images)};
	const prompts = [opening, ...rest.map(message => ({text: message, images: []}))];
	return prompts.filter(prompt => prompt.text.trim() !== '' || prompt.images.length > 0);
}

/**
 * Text from a pipe. With a prompt on the command line an open pipe that says nothing is not waited for:
 * `firstByteMs` for the first byte, then to the end.
 */
export function readPiped(
	stdin: NodeJS.ReadStream,
	firstByteMs: number | undefined,
): Promise<string> {
	if (stdin.isTTY) return Promise.resolve('');
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		const timer =
			firstByteMs === undefined
				? undefined
				: setTimeout(() => {
						stdin.removeAllListeners().destroy();
						resolve('');
					}, firstByteMs);
		stdin.on('data', chunk => {
			clearTimeout(timer);
			chunks.push(Buffer.from(chunk));
		});
		stdin.on('end', () => {
			clearTimeout(timer);
			resolve(Buffer.concat(chunks).toString('utf8'));
		});
		stdin.on('error', error => {
			clearTimeout(timer);
			const code = 'code' in error ? error.code : undefined;
			// Started without an input at all, as some services do.
			if (code === 'EAGAIN' || code === 'EISDIR') resolve('');
			else reject(error);
		});
	});
}
