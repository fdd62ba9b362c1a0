import fs from 'node:fs';
import {open} from 'node:fs/promises';
import path from 'node:path';
import {Type} from 'typebox';
import text from '../../../prompts/model/tools/read.md';
import type {ToolResult} from '../../agent/index.ts';
import {limitHead, maxBytes, maxLines, sizeInWords} from '../../lib/limit-text.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {imageType, readImage} from './read-image.ts';
import {existingPath, realTarget, resolvePath} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';

const wholeFileBytes = 8 * 1024 * 1024;

type Part = {readonly offset: number; readonly limit: number};
type Lines = {readonly lines: readonly string[]; readonly total: number; readonly bytes: number};

/** The wanted lines of a file of any size, without holding the rest. */
async function readLines(file: string, {offset, limit}: Part, signal: AbortSignal): Promise<Lines> {
	const lines: string[] = [];
	let number = 0;
	let kept = 0;
	const keep = (line: string) => {
		number += 1;
		if (number < offset || lines.length >= limit || kept > maxBytes) return;
		// One byte over the cap is enough to know that the line is too long.
		lines.push(line);
		kept += Buffer.byteLength(line) + 1;
	};
	const stream = fs.createReadStream(file, {encoding: 'utf8', signal, highWaterMark: 1024 * 1024});
	let rest = '';
	let bytes = 0;
	for await (const chunk of stream) {
		const piece = String(chunk);
		bytes += piece.length;
		const parts = piece.split('\n');
		parts[0] = rest + (parts[0] ?? '');
		rest = parts.pop() ?? '';
		for (const line of parts) keep(line);
		// A line without end is not kept whole: only its length matters from here on.
		if (rest.length > wholeFileBytes) rest = rest.slice(0, maxBytes + 1);
	}

	keep(rest);
	return {lines, total: number, bytes};
}

function notice(shown: {
	from: number;
	count: number;
	total: number;
	cut: string | undefined;
	asked: boolean;
}): string {
	const last = shown.from + shown.count - 1;
	const left = shown.total - last;
	if (left <= 0) return '';
	if (shown.cut === undefined)
		return `\n\n[${left} more lines in the file. Go on with offset=${last + 1}.]`;
	const why = shown.cut === 'bytes' ? ` (${sizeInWords(maxBytes)} limit)` : '';
	return `\n\n[Lines ${shown.from}-${last} of ${shown.total}${why}. Go on with offset=${last + 1}.]`;
}

function textPart({lines, total}: Lines, {offset, limit}: Part, name: string): string {
	if (offset > total)
		throw new ToolError(`Offset ${offset} is beyond the end of ${name} (${total} lines)`);
	const [first = ''] = lines;
	if (Buffer.byteLength(first) > maxBytes) {
		return `[Line ${offset} is ${sizeInWords(Buffer.byteLength(first))} long, over the ${sizeInWords(maxBytes)} limit. Read a part of it with bash: sed -n '${offset}p' ${JSON.stringify(name)} | head -c ${maxBytes}]`;
	}

	const asked = limit < maxLines;
	const limited = limitHead(lines.join('\n'), {lines: Math.min(limit, maxLines)});
	const cut = limited.cutBy ?? (asked ? undefined : 'lines');
	return limited.text + notice({from: offset, count: limited.lines, total, cut, asked});
}

const looksBinary = (head: Uint8Array): boolean => head.includes(0);

async function headOf(file: string): Promise<Uint8Array> {
	const handle = await open(file, 'r');
	try {
		const {buffer, bytesRead} = await handle.read(Buffer.alloc(4100), 0, 4100, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}

function statOf(file: string, given: string): fs.Stats {
	try {
		const stat = fs.statSync(file);
		if (stat.isDirectory()) throw new ToolError(`${given} is a folder; list it with ls`);
		return stat;
	} catch (error) {
		if (error instanceof ToolError) throw error;
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		const why = code === 'ENOENT' ? 'There is no such file' : String(error);
		throw new ToolError(`Cannot read ${given}: ${why}`, {cause: error});
	}
}

const parameters = Type.Object({
	path: Type.String({description: 'File, relative to the working directory or absolute'}),
	offset: Type.Optional(Type.Integer({minimum: 1, description: 'First line, from 1'})),
	limit: Type.Optional(Type.Integer({minimum: 1, description: 'Number of lines'})),
});

export function createReadTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'read',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute(input, {signal}): Promise<ToolResult> {
			const file = existingPath(resolvePath(input.path, environment));
			const stat = statOf(file, input.path);
			const head = stat.isFile() ? await headOf(file) : new Uint8Array();
			const type = imageType(head);
			if (type) return readImage(file, type, environment.seesImages());
			if (looksBinary(head)) {
				const size = sizeInWords(stat.size);
				return textResult(
					`[${path.basename(file)} is a binary file of ${size}; its bytes are not shown. Look at it with bash, for example: file, xxd or strings.]`,
				);
			}

			const part = {offset: input.offset ?? 1, limit: input.limit ?? maxLines};
			const lines = await readLines(file, part, signal);
			if (stat.isFile() && stat.size <= wholeFileBytes) {
				environment.files.saw(realTarget(file), fs.readFileSync(file));
			}

			return textResult(textPart(lines, part, input.path));
		},
	});
}
