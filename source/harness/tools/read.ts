import path from 'node:path';
import {type Static, Type} from 'typebox';
import text from '../../../prompts/model/tools/read.md';
import type {ToolResult} from '../../agent/index.ts';
import {limitHead, maxBytes, maxLines, sizeInWords} from '../../lib/limit-text.ts';
import {nearestWord} from '../../lib/nearest.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {failureWords} from './failure-words.ts';
import {digestOf, startDigest} from './file-memory.ts';
import {imageTypeOf} from './image-header.ts';
import type {FileStat, Operations} from './operations.ts';
import {readImage} from './read-image.ts';
import {type LinesRead, readLines} from './read-lines.ts';
import {existingPath, operationsOf, realTarget} from './resolve-path.ts';
import {toToolText} from './tool-text.ts';

const headBytes = 4100;
const largestImage = 100 * 1024 * 1024;

const parameters = Type.Object({
	path: Type.String({description: 'File, relative to the working directory or absolute'}),
	offset: Type.Optional(Type.Integer({minimum: 1, description: 'First line, from 1'})),
	limit: Type.Optional(Type.Integer({minimum: 1, description: 'Number of lines'})),
});

type Input = Static<typeof parameters>;
type Source = {readonly file: string; readonly given: string; readonly stat: FileStat};

async function missing(file: string, {given, operations}: {given: string; operations: Operations}) {
	const entries = await operations.readFolder(path.dirname(file)).catch(() => []);
	const near = nearestWord(
		path.basename(file),
		entries.map(({name}) => name.toString()),
	);
	const hint = near === undefined ? '' : ` Is it ${path.join(path.dirname(given), near)}?`;
	return new ToolError(`Cannot read ${given}: there is no such file.${hint}`);
}

async function statOf(file: string, given: string, operations: Operations): Promise<FileStat> {
	const stat = await operations.stat(file);
	if (!stat) throw await missing(file, {given, operations});
	if (stat.isDirectory()) throw new ToolError(`${given} is a folder. List it with ls.`);
	if (!stat.isFile()) throw new ToolError(`${given} is a device or a pipe, not a file.`);
	return stat;
}

/** To its size at the start, so that a file that grows comes to an end; files of /proc say that they have none. */
const endOf = ({size}: FileStat): {readonly end?: number} => (size > 0 ? {end: size} : {});

async function headOf({file, stat}: Source, operations: Operations): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	const end = Math.min(headBytes, stat.size || headBytes);
	for await (const piece of operations.readPieces(file, {end})) pieces.push(Buffer.from(piece));
	return Buffer.concat(pieces);
}

/** What cannot be shown as text, and what to do about it. */
function foreignKind(head: Buffer, {given, stat}: Source): string | undefined {
	const mark = head.toString('hex', 0, 2);
	const shell = JSON.stringify(given);
	if (mark === 'fffe' || mark === 'feff') {
		return `[${given} is text in UTF-16, which is not shown. Convert it with bash: iconv -f UTF-16 -t UTF-8 ${shell}]`;
	}

	if (!head.includes(0)) return undefined;
	return `[${given} is a binary file of ${sizeInWords(stat.size)}; its bytes are not shown. Look into it with bash: file, xxd or strings.]`;
}

function goOn(
	{from, shown, total, isAsked}: {from: number; shown: number; total: number; isAsked: boolean},
	why: string,
): string {
	const last = from + shown - 1;
	if (last >= total) return '';
	return isAsked
		? `[${total - last} more lines in the file. Go on with offset=${last + 1}.]`
		: `[Lines ${from}-${last} of ${total}${why}. Go on with offset=${last + 1}.]`;
}

const tooLong = ({path: given, offset = 1}: Input, bytes: number): string =>
	`[Line ${offset} is ${sizeInWords(bytes)} long, more than the ${sizeInWords(maxBytes)} that can be shown. See a part of it with bash: sed -n '${offset}p' ${JSON.stringify(given)} | head -c 2000]`;

function textOf({bytes, total, firstLineBytes}: LinesRead, input: Input): string {
	const {path: given, offset = 1, limit = maxLines} = input;
	if (total === 0) return `[${given} is empty.]`;
	if (offset > total) {
		throw new ToolError(`There is no line ${offset} in ${given}: it has ${total} lines.`);
	}

	if (firstLineBytes > maxBytes + 1) return tooLong(input, firstLineBytes);
	const shown = new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes);
	const limited = limitHead(shown, {lines: Math.min(limit, maxLines) + 1});
	const isCut = limited.cutBy === 'bytes' && offset + limited.lines - 1 < total;
	if (isCut && limited.lines === 0) return tooLong(input, firstLineBytes);
	const whole = isCut ? limited.text : shown;
	const count = isCut ? limited.lines : Math.min(limit, maxLines, total - offset + 1);
	const why = isCut ? ` (${sizeInWords(maxBytes)} limit)` : '';
	const isAsked = !isCut && input.limit !== undefined && input.limit <= maxLines;
	const foreign =
		whole.includes('\ufffd') && !bytes.includes('\ufffd')
			? `[Bytes that are not UTF-8 are shown as \ufffd; edit leaves them as they are.]`
			: '';
	const notices = [goOn({from: offset, shown: count, total, isAsked}, why), foreign].filter(
		notice => notice !== '',
	);
	if (notices.length === 0) return whole;
	return `${whole.replace(/\n$/, '')}\n\n${notices.join('\n')}`;
}

async function readText(
	source: Source,
	{input, environment, signal}: {input: Input; environment: ToolEnvironment; signal: AbortSignal},
): Promise<ToolResult> {
	const operations = operationsOf(environment);
	const {file, given, stat} = source;
	const digest = startDigest();
	const pieces = operations.readPieces(file, {...endOf(stat), signal});
	const {offset = 1, limit = maxLines} = input;
	const wanted = {offset, limit: Math.min(limit, maxLines), mostBytes: maxBytes + 1, digest};
	const head = await headOf(source, operations);
	const lines = await readLines(pieces, wanted);
	environment.files.saw(await realTarget(file, operations), digest.digest('base64'));
	return textResult(foreignKind(head, source) ?? textOf(lines, {...input, path: given}));
}

async function readAny(
	input: Input,
	environment: ToolEnvironment,
	signal: AbortSignal,
): Promise<ToolResult> {
	const operations = operationsOf(environment);
	const file = await existingPath(input.path, environment);
	const source = {file, given: input.path, stat: await statOf(file, input.path, operations)};
	const type = imageTypeOf(await headOf(source, operations));
	if (!type) return readText(source, {input, environment, signal});
	if (source.stat.size > largestImage) {
		const size = sizeInWords(source.stat.size);
		return textResult(`[The image ${input.path} (${size}) is too large to be shown.]`);
	}

	const bytes = await operations.readFile(file);
	environment.files.saw(await realTarget(file, operations), digestOf(bytes));
	return readImage({file, bytes, type}, environment);
}

export function createReadTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'read',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute(input, {signal}): Promise<ToolResult> {
			try {
				return await readAny(input, environment, signal);
			} catch (error) {
				if (error instanceof ToolError) throw error;
				throw new ToolError(`Cannot read ${input.path}: ${failureWords(error)}`, {cause: error});
			}
		},
	});
}
