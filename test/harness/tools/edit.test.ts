import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {ToolResult} from '../../../source/harness/index.ts';
import {applyEdits} from '../../../source/harness/tools/apply-edits.ts';
import {createEditTool} from '../../../source/harness/tools/edit.ts';
import {createFileMemory} from '../../../source/harness/tools/file-memory.ts';
import {createFileQueue} from '../../../source/harness/tools/file-queue.ts';
import {createReadTool} from '../../../source/harness/tools/read.ts';
import {createWriteTool} from '../../../source/harness/tools/write.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

const environment = (cwd: string) => ({
	cwd,
	userHome: cwd,
	files: createFileMemory(),
	queue: createFileQueue(),
	shell: () => ({timeoutSeconds: 0}),
	env: () => ({}),
	seesImages: () => true,
});

const run = async (tool: {execute: unknown}, input: unknown): Promise<ToolResult> => {
	const execute = tool.execute as (input: unknown, run: unknown) => Promise<ToolResult>;
	return execute(input, {toolCallId: 'c', signal: new AbortController().signal, update() {}});
};

const textOf = ({content}: ToolResult): string =>
	content.map(part => (part.type === 'text' ? part.text : '')).join('');

describe('edits', () => {
	it('change no byte outside of what they replace', () => {
		const line = fc.tuple(
			fc.stringMatching(/^[a-z “”–\u00a0\t]{0,8}$/),
			fc.constantFrom('\n', '\r\n', '\r'),
		);
		fc.assert(
			fc.property(
				fc.array(line, {maxLength: 8}),
				fc.array(line, {maxLength: 8}),
				(before, after) => {
					const head = before.flat().join('');
					const rest = after.flat().join('');
					const changed = applyEdits(
						`${head}«TARGET»${rest}`,
						[{oldText: '«TARGET»', newText: 'new'}],
						'x',
					);
					expect(changed).toBe(`${head}new${rest}`);
				},
			),
		);
	});

	it.each([
		['as it is', 'a\nb\nc\n', 'b', 'X', 'a\nX\nc\n'],
		['with other line ends', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\r\n'],
		['with blanks at the end of lines', 'a  \nb\t\nc', 'a\nb', 'x', 'x\t\nc'],
		['with other quotes', 'say “hi” – now', 'say "hi" - now', 'say it', 'say it'],
		['with special spaces', 'a\u00a0b', 'a b', 'c', 'c'],
		['after a byte order mark', '\ufeffa\nb', 'a', 'x', '\ufeffx\nb'],
	])('find a text %s', (_name, original, oldText, newText, expected) => {
		expect(applyEdits(original, [{oldText, newText}], 'x')).toBe(expected);
	});

	it.each([
		['twice', 'a\nb\na\n', 'a', 'lines 1, 3'],
		[
			'not at all',
			'function one() {\n\treturn 1;\n}',
			'function one() {\n\treturn 2;\n}',
			'nearest text is at line 1',
		],
		['only with another indentation', '\tif (x) {', '    if (x) {', 'nearest text is at line 1'],
		['empty', 'a', '', 'use write'],
		['unchanged', 'a', 'a', 'Nothing would change'],
	])('are refused when the text is there %s', (_name, original, oldText, words) => {
		expect(() => applyEdits(original, [{oldText, newText: oldText}], 'x')).toThrow(words);
	});

	it('are all taken against the original, or none is', () => {
		const edits = [
			{oldText: 'a', newText: 'b'},
			{oldText: 'b', newText: 'a'},
		];
		expect(applyEdits('a b', edits, 'x')).toBe('b a');
		expect(() =>
			applyEdits(
				'abc',
				[
					{oldText: 'ab', newText: 'x'},
					{oldText: 'bc', newText: 'y'},
				],
				'x',
			),
		).toThrow('overlap');
		expect(() =>
			applyEdits(
				'a',
				[edits[0] ?? {oldText: '', newText: ''}, {oldText: 'zzz', newText: 'y'}],
				'x',
			),
		).toThrow('edits[1]');
	});

	it('keep mode, links and bytes of other encodings', async () => {
		const cwd = tempFolder({'real/run.sh': Buffer.from([0x61, 0xe9, 0x0a, 0x62])});
		fs.chmodSync(path.join(cwd, 'real/run.sh'), 0o755);
		fs.symlinkSync('real/run.sh', path.join(cwd, 'link'));
		await run(createEditTool(environment(cwd)), {
			path: 'link',
			edits: [{oldText: 'b', newText: 'c'}],
		});
		expect([...fs.readFileSync(path.join(cwd, 'real/run.sh'))]).toEqual([0x61, 0xe9, 0x0a, 0x63]);
		expect(fs.lstatSync(path.join(cwd, 'link')).isSymbolicLink()).toBe(true);
		expect(fs.statSync(path.join(cwd, 'link')).mode & 0o777).toBe(0o755);
	});

	it('of one file by many spellings of its path all land', async () => {
		const cwd = tempFolder({
			'n.txt': Array.from({length: 20}, (_, index) => `line ${index};\n`).join(''),
			'sub/x': '',
		});
		fs.symlinkSync('n.txt', path.join(cwd, 'm.txt'));
		const tool = createEditTool(environment(cwd));
		const spellings = ['n.txt', './n.txt', path.join(cwd, 'n.txt'), 'sub/../n.txt', 'm.txt'];
		await Promise.all(
			Array.from({length: 20}, (_, index) =>
				run(tool, {
					path: spellings[index % 5],
					edits: [{oldText: `line ${index};`, newText: `LINE ${index};`}],
				}),
			),
		);
		expect(fs.readFileSync(path.join(cwd, 'n.txt'), 'utf8').match(/LINE/g)).toHaveLength(20);
	});

	it('take older shapes of arguments', () => {
		const tool = createEditTool(environment('/'));
		expect(tool.prepareArguments?.({path: 'a', oldText: 'x', newText: 'y'})).toEqual({
			path: 'a',
			edits: [{oldText: 'x', newText: 'y'}],
		});
		expect(tool.prepareArguments?.({path: 'a', edits: '[{"oldText":"x","newText":"y"}]'})).toEqual({
			path: 'a',
			edits: [{oldText: 'x', newText: 'y'}],
		});
	});
});

describe('write', () => {
	it('refuses a file it has not seen as it is, and takes it after a read', async () => {
		const cwd = tempFolder({'todo.md': 'A'});
		const shared = environment(cwd);
		const write = createWriteTool(shared);
		await expect(run(write, {path: 'todo.md', content: 'A2'})).rejects.toThrow('Read it first');
		await run(createReadTool(shared), {path: 'todo.md'});
		fs.appendFileSync(path.join(cwd, 'todo.md'), 'B');
		await expect(run(write, {path: 'todo.md', content: 'A2'})).rejects.toThrow('has changed');
		await run(createReadTool(shared), {path: 'todo.md'});
		await run(write, {path: 'todo.md', content: 'A2'});
		await run(write, {path: 'todo.md', content: 'A3'});
		expect(fs.readFileSync(path.join(cwd, 'todo.md'), 'utf8')).toBe('A3');
	});

	it('makes folders, leaves nothing half-written, and does not follow a link out of the project', async () => {
		const cwd = tempFolder();
		const outside = tempFolder({secret: 'x'});
		fs.symlinkSync(path.join(outside, 'secret'), path.join(cwd, 'link'));
		const write = createWriteTool(environment(cwd));
		await run(write, {path: 'deep/er/a.txt', content: 'a'});
		expect(fs.readdirSync(path.join(cwd, 'deep/er'))).toEqual(['a.txt']);
		await expect(run(write, {path: 'link', content: 'y'})).rejects.toThrow('outside');
		expect(fs.readFileSync(path.join(outside, 'secret'), 'utf8')).toBe('x');
	});
});

describe('read', () => {
	it('says how to go on when it stops, and where the end is', async () => {
		const cwd = tempFolder({
			'long.txt': Array.from({length: 3000}, (_, index) => `line ${index + 1}`).join('\n'),
		});
		const read = createReadTool(environment(cwd));
		expect(textOf(await run(read, {path: 'long.txt'}))).toMatch(
			/line 2000\n\n\[Lines 1-2000 of 3000\. Go on with offset=2001\.\]$/,
		);
		expect(textOf(await run(read, {path: 'long.txt', offset: 2999}))).toBe('line 2999\nline 3000');
		expect(textOf(await run(read, {path: '@long.txt', offset: 2, limit: 1}))).toBe(
			'line 2\n\n[2998 more lines in the file. Go on with offset=3.]',
		);
		await expect(run(read, {path: 'long.txt', offset: 4000})).rejects.toThrow('3000 lines');
	});

	it('explains what it cannot show', async () => {
		const cwd = tempFolder({bin: Buffer.from([1, 0, 2]), 'wide.txt': 'x'.repeat(60_000)});
		const read = createReadTool(environment(cwd));
		expect(textOf(await run(read, {path: 'bin'}))).toContain('binary');
		expect(textOf(await run(read, {path: 'wide.txt'}))).toContain('58.6KB');
		await expect(run(read, {path: 'none'})).rejects.toThrow('no such file');
		await expect(run(read, {path: '.'})).rejects.toThrow('list it with ls');
	});
});
