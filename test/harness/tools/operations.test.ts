import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {rootedOperations} from '../../helpers/rooted-operations.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

it('lets every tool work on another machine, through nothing but its operations', async () => {
	const root = tempFolder({
		'project/.gitignore': 'out/\n',
		'project/a.txt': 'one\ntwo\n',
		'project/out/x.txt': 'two\n',
		'project/sub/b.txt': 'two\n',
	});
	const {text} = toolsIn('/project', {operations: rootedOperations(root)});
	expect(await text('read', {path: 'a.txt'})).toBe('one\ntwo\n');
	expect(await text('ls', {})).toBe('.gitignore\na.txt\nout/\nsub/');
	expect(await text('find', {pattern: '*.txt'})).toBe('a.txt\nsub/b.txt');
	expect(await text('find', {pattern: 'sub/b.txt'})).toBe('sub/b.txt');
	expect(await text('grep', {pattern: 'two'})).toBe('a.txt:2: two\nsub/b.txt:1: two');
	expect(
		await text('edit', {path: '/project/a.txt', edits: [{oldText: 'one', newText: '1'}]}),
	).toBe('Replaced 1 block in /project/a.txt.');
	expect(await text('write', {path: 'new/c.txt', content: 'c'})).toBe('Wrote 1B to new/c.txt.');
	expect(await text('bash', {command: 'cat a.txt new/c.txt'})).toBe('1\ntwo\nc');
	expect(fs.readFileSync(path.join(root, 'project/new/c.txt'), 'utf8')).toBe('c');
});
