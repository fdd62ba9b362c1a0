import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {ToolResult} from '../../../source/harness/index.ts';
import {createFileMemory} from '../../../source/harness/tools/file-memory.ts';
import {createFileQueue} from '../../../source/harness/tools/file-queue.ts';
import {toolFactories} from '../../../source/harness/tools/index.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';

async function run(name: string, cwd: string, input: unknown): Promise<string> {
	const tool = toolFactories[name]?.({
		cwd,
		userHome: cwd,
		files: createFileMemory(),
		queue: createFileQueue(),
		shell: () => ({timeoutSeconds: 0}),
		env: () => ({}),
		seesImages: () => true,
	});
	const execute = tool?.execute as (input: unknown, run: unknown) => Promise<ToolResult>;
	const {content} = await execute(input, {
		toolCallId: 'c',
		signal: new AbortController().signal,
		update() {},
	});
	return content.map(part => (part.type === 'text' ? part.text : '')).join('');
}

const project = () =>
	tempFolder({
		'.gitignore': 'build/\n*.log\n!keep.log\n',
		'src/a.ts': 'one\nTODO two\nthree\n',
		'src/deep/b.test.ts': 'TODO four\n',
		'.hidden/c.ts': 'TODO five\n',
		'build/out.ts': 'TODO six\n',
		'x.log': 'TODO seven\n',
		'keep.log': 'TODO eight\n',
		'-dash.ts': 'TODO nine\n',
	});

describe('grep', () => {
	it('finds lines, hidden files too, and respects ignore files outside of git as well', async () => {
		expect((await run('grep', project(), {pattern: 'TODO'})).split('\n').sort()).toEqual([
			'-dash.ts:1: TODO nine',
			'.hidden/c.ts:1: TODO five',
			'keep.log:1: TODO eight',
			'src/a.ts:2: TODO two',
			'src/deep/b.test.ts:1: TODO four',
		]);
	});

	it('narrows by glob, shows context, and says when there is more', async () => {
		const cwd = project();
		expect(await run('grep', cwd, {pattern: 'two', glob: '*.ts', context: 1})).toBe(
			'src/a.ts-1- one\nsrc/a.ts:2: TODO two\nsrc/a.ts-3- three',
		);
		expect(await run('grep', cwd, {pattern: 'TODO', limit: 2})).toContain(
			'[2 matches shown, there are more; use limit=4',
		);
		expect(await run('grep', cwd, {pattern: 'two(', literal: true})).toBe('No matches found');
		await expect(run('grep', cwd, {pattern: 'two('})).rejects.toThrow('two(');
		await expect(run('grep', cwd, {pattern: 'x', path: 'nowhere'})).rejects.toThrow(
			'does not exist',
		);
	});
});

describe('find', () => {
	it('matches names, or paths when the pattern has a slash', async () => {
		const cwd = project();
		expect((await run('find', cwd, {pattern: '*.ts'})).split('\n').sort()).toEqual([
			'-dash.ts',
			'.hidden/c.ts',
			'src/a.ts',
			'src/deep/b.test.ts',
		]);
		expect(await run('find', cwd, {pattern: 'src/**/*.test.ts'})).toBe('src/deep/b.test.ts');
		expect(await run('find', cwd, {pattern: 'deep'})).toBe('src/deep/');
		expect(await run('find', cwd, {pattern: '*.rs'})).toBe('No files found');
	});
});

describe('ls', () => {
	it('lists sorted, with folders marked and odd names quoted', async () => {
		const cwd = tempFolder({'b.txt': '', 'A/x': '', '.dot': '', 'new\nline': ''});
		expect(await run('ls', cwd, {})).toBe('.dot\nA/\nb.txt\n"new\\nline"');
		expect(await run('ls', cwd, {limit: 1})).toBe(
			'.dot\n\n[1 of 4 entries shown; raise limit for more]',
		);
		fs.mkdirSync(path.join(cwd, 'empty'));
		expect(await run('ls', cwd, {path: 'empty'})).toBe('(empty folder)');
		await expect(run('ls', cwd, {path: 'b.txt'})).rejects.toThrow('not a folder');
	});
});
