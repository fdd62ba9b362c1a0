import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {elsewhere, project} from '../../helpers/search-project.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

describe.each([
	['of this machine', {}],
	['of another', elsewhere],
])('find in folders %s', (_where, changes) => {
	const find = (cwd: string, input: unknown) => toolsIn(cwd, changes).text('find', input);

	it.each([
		['*.ts', '.', '-dash.ts\n.hidden/c.ts\nsrc/a.ts\nsrc/deep/b.test.ts'],
		['src/**/*.test.ts', '.', 'src/deep/b.test.ts'],
		['src/*.ts', '.', 'src/a.ts'],
		['/src/*.ts', '.', 'src/a.ts'],
		['deep', '.', 'src/deep/'],
		['deep/**', 'src', 'deep/b.test.ts'],
		['A.TS', '.', 'No files found'],
		['B.*', '.', 'No files found'],
		['b.*', '.', 'src/deep/b.test.ts'],
		['*.log', '.', 'keep.log\nsrc/src.log'],
		['*.log', 'src', 'src.log'],
		['*', 'src/deep', 'b.test.ts'],
		['out.ts', '.', 'No files found'],
		['out.ts', 'build', 'out.ts'],
		['-*', '.', '-dash.ts'],
		['*', '.git', 'No files found'],
	])('finds %s below %s', async (pattern, folder, found) => {
		expect(await find(project(), {pattern, path: folder})).toBe(found);
	});

	it('ignores the case of a pattern that has no capital letters', async () => {
		const cwd = tempFolder({'README.md': '', 'readme.txt': ''});
		expect(await find(cwd, {pattern: 'readme*'})).toBe('README.md\nreadme.txt');
		expect(await find(cwd, {pattern: 'README*'})).toBe('README.md');
	});

	it('asks the ignore files above, and those of git outside of it too', async () => {
		const cwd = tempFolder({
			'.gitignore': '*.tmp\n',
			'a/b/x.tmp': '',
			'a/b/y': '',
			'a/b/.ignore': 'z\n',
			'a/b/z': '',
		});
		expect(await find(cwd, {pattern: '*', path: 'a/b'})).toBe('.ignore\ny');
	});

	it('says that there is more', async () => {
		const cwd = tempFolder({a: '', b: '', c: ''});
		expect(await find(cwd, {pattern: '*', limit: 2})).toBe(
			'a\nb\n\n[2 of 3 shown; use limit=4 or a narrower pattern.]',
		);
	});

	it('copes with odd names and with links in a circle', async () => {
		const cwd = tempFolder({'new\nline': '', '[x] (1)/{a}': ''});
		fs.symlinkSync('..', path.join(cwd, '[x] (1)/up'));
		expect(await find(cwd, {pattern: '*'})).toBe(
			"[x] (1)/\n[x] (1)/up\n[x] (1)/{a}\n$'new\\nline'",
		);
		expect(await find(cwd, {pattern: '*', path: '[x] (1)'})).toBe('up\n{a}');
	});

	it('says what is no folder, and stops when it is aborted', async () => {
		const cwd = project();
		expect(await find(cwd, {pattern: '*', path: 'src/a.ts'})).toBe(
			'Error: Cannot search src/a.ts: there is no such folder.',
		);
		await expect(
			toolsIn(cwd, changes).run('find', {pattern: '*'}, {signal: AbortSignal.abort()}),
		).rejects.toThrow('aborted');
	});
});
