import fs from 'node:fs';
import path from 'node:path';
import {type Static, Type} from 'typebox';
import text from '../../../prompts/model/tools/grep.md';
import {limitHead, maxBytes, sizeInWords} from '../../lib/limit-text.ts';
import {defineTool, type HarnessTool, ToolError, textResult} from './define-tool.ts';
import type {ToolEnvironment} from './environment.ts';
import {findFiles} from './find-files.ts';
import {shownName} from './ls.ts';
import {existingPath, resolvePath} from './resolve-path.ts';
import {ripgrepPath} from './ripgrep.ts';
import {toToolText} from './tool-text.ts';

const lineLimit = 500;

const parameters = Type.Object({
	pattern: Type.String({description: 'Regular expression, or text with literal'}),
	path: Type.Optional(
		Type.String({description: 'File or folder (default: the working directory)'}),
	),
	glob: Type.Optional(Type.String({description: 'Only files like this, for example *.ts'})),
	ignoreCase: Type.Optional(Type.Boolean()),
	literal: Type.Optional(Type.Boolean({description: 'Take the pattern as plain text'})),
	context: Type.Optional(Type.Integer({minimum: 0, description: 'Lines around each match'})),
	limit: Type.Optional(Type.Integer({minimum: 1, description: 'Matches (default 100)'})),
});

type Query = Static<typeof parameters>;
type Line = {
	readonly file: string;
	readonly number: number;
	readonly text: string;
	readonly match: boolean;
};
type Hits = {readonly lines: readonly Line[]; readonly more: boolean};
type Place = {readonly root: string; readonly target: string};

function ripgrepArguments(query: Query, target: string): readonly string[] {
	return [
		'--json',
		'--no-config',
		'--hidden',
		'--no-require-git',
		'--glob=!.git',
		'--sort=path',
		...(query.ignoreCase ? ['--ignore-case'] : []),
		...(query.literal ? ['--fixed-strings'] : []),
		...(query.context ? [`--context=${query.context}`] : []),
		...(query.glob ? [`--glob=${query.glob.replace(/^\.\//, '')}`] : []),
		'--regexp',
		query.pattern,
		'--',
		target,
	];
}

type Found = {text?: string; bytes?: string};
const wordsOf = (value: Found): string =>
	value.text ?? Buffer.from(value.bytes ?? '', 'base64').toString('latin1');

function toLine(record: string, root: string): Line | undefined {
	const {type, data} = JSON.parse(record);
	if (type !== 'match' && type !== 'context') return undefined;
	const file = path.relative(root, wordsOf(data.path)) || path.basename(wordsOf(data.path));
	const text = wordsOf(data.lines).replace(/\r?\n$/, '');
	return {file, number: data.line_number, text, match: type === 'match'};
}

async function searchWithRipgrep(
	rg: string,
	query: Query,
	place: Place & {signal: AbortSignal},
): Promise<Hits> {
	const {execa} = await import('execa');
	const limit = query.limit ?? 100;
	const child = execa(rg, ripgrepArguments(query, place.target), {
		stdin: 'ignore',
		reject: false,
		buffer: {stdout: false},
		cancelSignal: place.signal,
		cwd: fs.statSync(place.root).isDirectory() ? place.root : path.dirname(place.root),
	});
	const lines: Line[] = [];
	let matches = 0;
	for await (const record of child.iterable({from: 'stdout'})) {
		const line = toLine(String(record), place.root);
		if (!line) continue;
		if (line.match) matches += 1;
		if (matches > limit) {
			child.kill();
			break;
		}

		lines.push(line);
	}

	const end = await child;
	if (end.exitCode === 2 && matches === 0) {
		throw new ToolError(`grep cannot search for ${query.pattern}: ${end.stderr.trim()}`);
	}

	return {lines, more: matches > limit};
}

function toExpression({pattern, literal, ignoreCase}: Query): RegExp {
	const source = literal ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : pattern;
	try {
		return new RegExp(source, ignoreCase ? 'i' : '');
	} catch (error) {
		throw new ToolError(`grep cannot search for ${pattern}: ${String(error)}`, {cause: error});
	}
}

function searchFile(file: string, expression: RegExp, query: Query): readonly Omit<Line, 'file'>[] {
	const bytes = fs.readFileSync(file);
	if (bytes.subarray(0, 4096).includes(0)) return [];
	const all = bytes.toString('utf8').split(/\r?\n/);
	const shown = new Map<number, boolean>();
	const around = query.context ?? 0;
	for (const [index, line] of all.entries()) {
		if (!expression.test(line)) continue;
		for (
			let at = Math.max(0, index - around);
			at <= Math.min(all.length - 1, index + around);
			at += 1
		) {
			shown.set(at, at === index || shown.get(at) === true);
		}
	}

	return [...shown]
		.sort(([a], [b]) => a - b)
		.map(([at, match]) => ({number: at + 1, text: all[at] ?? '', match}));
}

/** Slower, and the same in what it finds; for platforms without the binary. */
async function searchInProcess(query: Query, {root, target}: Place): Promise<Hits> {
	const expression = toExpression(query);
	const limit = query.limit ?? 100;
	const isFolder = fs.statSync(target).isDirectory();
	const files = isFolder ? await findFiles(query.glob ?? '**', target) : [''];
	const lines: Line[] = [];
	let matches = 0;
	for (const name of files) {
		if (name.endsWith('/')) continue;
		const file = path.join(target, name);
		for (const line of searchFile(file, expression, query)) {
			if (line.match) matches += 1;
			if (matches > limit) return {lines, more: true};
			lines.push({file: path.relative(root, file) || path.basename(file), ...line});
		}
	}

	return {lines, more: false};
}

function shown({lines, more}: Hits, limit: number): string {
	let cutLines = 0;
	const rows = lines.map(({file, number, text, match}) => {
		const long = text.length > lineLimit;
		if (long) cutLines += 1;
		const sign = match ? ':' : '-';
		return `${shownName(file)}${sign}${number}${sign} ${long ? `${text.slice(0, lineLimit)}…` : text}`;
	});
	const limited = limitHead(rows.join('\n'), {lines: Number.MAX_SAFE_INTEGER});
	const notes = [
		more
			? `${limit} matches shown, there are more; use limit=${limit * 2} or a narrower pattern`
			: '',
		limited.cutBy ? `${sizeInWords(maxBytes)} limit reached` : '',
		cutLines > 0
			? `${cutLines} long lines cut at ${lineLimit} characters; read shows them whole`
			: '',
	].filter(note => note !== '');
	return limited.text + (notes.length > 0 ? `\n\n[${notes.join('. ')}]` : '');
}

export function createGrepTool(environment: ToolEnvironment): HarnessTool {
	return defineTool({
		name: 'grep',
		...toToolText(text),
		capability: 'read',
		parameters,
		async execute(input, {signal}) {
			const given = input.path ?? '.';
			const target = existingPath(resolvePath(given, environment));
			if (!fs.existsSync(target)) throw new ToolError(`Cannot search ${given}: it does not exist`);
			const place = {root: target, target};
			const rg = ripgrepPath();
			const hits = rg
				? await searchWithRipgrep(rg, input, {...place, signal})
				: await searchInProcess(input, place);
			if (hits.lines.length === 0) return textResult('No matches found');
			return textResult(shown(hits, input.limit ?? 100));
		},
	});
}
