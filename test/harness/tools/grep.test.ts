import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {elsewhere, project} from '../../helpers/search-project.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

describe.each([
	['ripgrep', {}],
	['our own search', elsewhere],
])('grep with %s', (engine, changes) => {
	const grep = (cwd: string, input: unknown) => toolsIn(cwd, changes).text('grep', input);

	it('finds lines in hidden files too, and respects ignore files of every folder, without git', async () => {
		expect((await grep(project(), {pattern: 'TODO'})).split('\n')).toEqual([
			'-dash.ts:1: TODO nine',
			'.hidden/c.ts:1: TODO five',
			'keep.log:1: TODO eight',
			'src/a.ts:2: TODO two',
			'src/deep/b.test.ts:1: TODO four',
			'src/src.log:1: TODO eleven',
			'src/top-only:1: TODO twelve',
		]);
	});

	it.each([
		['*.ts', 'a.ts:2: TODO two\ndeep/b.test.ts:1: TODO four'],
		['deep/*.ts', 'deep/b.test.ts:1: TODO four'],
		['./*.ts', 'a.ts:2: TODO two\ndeep/b.test.ts:1: TODO four'],
		['**/*.{js,test.ts}', 'deep/b.test.ts:1: TODO four'],
	])('limits the files to %s, seen from the folder that is searched', async (glob, found) => {
		expect(await grep(project(), {pattern: 'TODO', path: 'src', glob})).toBe(found);
	});

	it('shows lines around matches once, and of a file its name alone', async () => {
		const cwd = tempFolder({'d/f.txt': '1\nx\n3\nx\n5\n6\n7\nx\n'});
		expect(await grep(cwd, {pattern: 'x', path: 'd/f.txt', context: 1})).toBe(
			'f.txt-1- 1\nf.txt:2: x\nf.txt-3- 3\nf.txt:4: x\nf.txt-5- 5\nf.txt-7- 7\nf.txt:8: x',
		);
	});

	it('speaks of a limit only when there is more, and keeps what follows the last match', async () => {
		const cwd = tempFolder({'a.txt': 'x\nlast\n', 'b.txt': 'before\nx\n'});
		expect(await grep(cwd, {pattern: 'x', limit: 2})).toBe('a.txt:1: x\nb.txt:2: x');
		expect(await grep(cwd, {pattern: 'x', limit: 1, context: 1})).toBe(
			'a.txt:1: x\na.txt-2- last\n\n[1 matches shown, there are more; use limit=2 or a narrower pattern.]',
		);
	});

	it.each([
		['any case', {pattern: 'HELLO', ignoreCase: true}, 'f.txt:1: hello'],
		['plain text', {pattern: 'a.c(', literal: true}, 'f.txt:2: a.c('],
		['a pattern like an option', {pattern: '-e'}, 'f.txt:3: -e x'],
		['the end of a line of DOS', {pattern: 'dos$'}, 'f.txt:4: dos'],
		['what looks around', {pattern: '(?<=a\\.)c'}, 'f.txt:2: a.c('],
		['what is escaped without need', {pattern: '\\-e\\ x'}, 'f.txt:3: -e x'],
		['nothing', {pattern: 'nowhere'}, 'No matches found'],
	])('finds %s', async (_what, query, found) => {
		expect(await grep(tempFolder({'f.txt': 'hello\na.c(\n-e x\ndos\r\n'}), query)).toBe(found);
	});

	it('cuts long lines around the match', async () => {
		const cwd = tempFolder({'min.js': `${'a'.repeat(3000)}MATCH${'b'.repeat(3000)}\n`});
		expect(await grep(cwd, {pattern: 'MATCH'})).toBe(
			`min.js:1: …${'a'.repeat(100)}MATCH${'b'.repeat(395)}…\n\n[Long lines are cut to 500 characters (1 of them); read shows them whole.]`,
		);
	});

	it('says that it reached the byte limit', async () => {
		const cwd = tempFolder({'f.txt': `${'x'.repeat(490)}\n`.repeat(200)});
		expect(await grep(cwd, {pattern: 'x', limit: 1000})).toMatch(
			/\[50\.0KB limit reached after 102 of 200 lines\.\]$/,
		);
	});

	it('quotes odd names, and finds in them', async () => {
		const cwd = tempFolder({'new\nline.txt': 'x\n', "it's \u001b.txt": 'x\n'});
		expect(await grep(cwd, {pattern: 'x'})).toBe(
			`$'it\\'s \\x1b.txt':1: x\n$'new\\nline.txt':1: x`,
		);
	});

	it('leaves out binary files and what cannot be read', async () => {
		const cwd = tempFolder({'a.txt': 'x\n', b: Buffer.from([0, 0x78, 10])});
		fs.symlinkSync('nowhere', path.join(cwd, 'broken'));
		expect((await grep(cwd, {pattern: 'x'})).split('\n')[0]).toBe('a.txt:1: x');
	});

	it('searches an ignored folder that is named', async () => {
		expect(await grep(project(), {pattern: 'TODO', path: 'build'})).toBe('out.ts:1: TODO six');
	});

	it('says what is wrong with a pattern or a path', async () => {
		const cwd = project();
		expect(await grep(cwd, {pattern: 'two('})).toMatch(/^Error: grep cannot search for two\(: /);
		expect(await grep(cwd, {pattern: 'x', path: 'nowhere'})).toBe(
			'Error: Cannot search nowhere: it does not exist.',
		);
	});

	it(`stops when it is aborted (${engine})`, async () => {
		const {run} = toolsIn(project(), changes);
		await expect(run('grep', {pattern: 'x'}, {signal: AbortSignal.abort()})).rejects.toThrow(
			'aborted',
		);
	});
});

describe('grep', () => {
	it('shows names that are not UTF-8 as bash reads them', async () => {
		const cwd = tempFolder();
		fs.writeFileSync(Buffer.concat([Buffer.from(`${cwd}/caf`), Buffer.from([0xe9])]), 'x\n');
		expect(await toolsIn(cwd).text('grep', {pattern: 'x'})).toBe(`$'caf\\xe9':1: x`);
	});
});
