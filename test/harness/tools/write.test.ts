import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {localOperations} from '../../../source/harness/index.ts';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

const read = (folder: string, name: string): string =>
	fs.readFileSync(path.join(folder, name), 'utf8');

describe('write', () => {
	it('makes the folders and the file, byte for byte, and leaves nothing else', async () => {
		const cwd = tempFolder();
		const content = 'a\r\nb\u2028c\n\ufeff';
		expect(await toolsIn(cwd).text('write', {path: 'deep/er/a.txt', content})).toBe(
			'Wrote 12B to deep/er/a.txt.',
		);
		expect(read(cwd, 'deep/er/a.txt')).toBe(content);
		expect(fs.readdirSync(path.join(cwd, 'deep/er'))).toEqual(['a.txt']);
	});

	it('refuses a file it has not seen as it is, and takes it after a read', async () => {
		const cwd = tempFolder({'todo.md': 'A'});
		const {text} = toolsIn(cwd);
		const write = (content: string) => text('write', {path: 'todo.md', content});
		expect(await write('A2')).toBe(
			'Error: todo.md exists and was not read yet. Read it, then write or edit it. Nothing was written.',
		);
		await text('read', {path: 'todo.md'});
		fs.appendFileSync(path.join(cwd, 'todo.md'), 'B');
		expect(await write('A2')).toBe(
			'Error: todo.md has changed since you saw it. Read it, then write or edit it. Nothing was written.',
		);
		expect(read(cwd, 'todo.md')).toBe('AB');
		await text('read', {path: './todo.md', limit: 1});
		expect(await write('A2')).toBe('Wrote 2B to todo.md.');
		expect(await write('A3')).toBe('Wrote 2B to todo.md.');
		await text('edit', {path: 'todo.md', edits: [{oldText: 'A3', newText: 'A4'}]});
		expect(await write('A5')).toBe('Wrote 2B to todo.md.');
	});

	it('counts what cannot be shown as seen once the model was told what it is', async () => {
		const cwd = tempFolder({
			bin: Buffer.from([0, 1]),
			'image.png': Buffer.from('89504e470d0a1a0a00', 'hex'),
		});
		const {text} = toolsIn(cwd);
		for (const name of ['bin', 'image.png']) {
			await text('read', {path: name});
			expect(await text('write', {path: name, content: 'x'})).toBe(`Wrote 1B to ${name}.`);
		}
	});

	it('goes through links and keeps the mode', async () => {
		const cwd = tempFolder({'real/run.sh': 'one', 'cfg/x': ''});
		fs.chmodSync(path.join(cwd, 'real/run.sh'), 0o755);
		fs.symlinkSync('../real/run.sh', path.join(cwd, 'cfg/run.sh'));
		fs.symlinkSync('new.txt', path.join(cwd, 'dangling'));
		const {text} = toolsIn(cwd);
		await text('read', {path: 'real/run.sh'});
		expect(await text('write', {path: 'cfg/run.sh', content: 'two'})).toBe(
			'Wrote 3B to cfg/run.sh.',
		);
		expect(await text('write', {path: 'dangling', content: 'x'})).toBe('Wrote 1B to dangling.');
		expect(read(cwd, 'real/run.sh')).toBe('two');
		expect(read(cwd, 'new.txt')).toBe('x');
		expect(fs.statSync(path.join(cwd, 'real/run.sh')).mode & 0o777).toBe(0o755);
		expect(fs.readlinkSync(path.join(cwd, 'cfg/run.sh'))).toBe('../real/run.sh');
		expect(fs.readlinkSync(path.join(cwd, 'dangling'))).toBe('new.txt');
	});

	it('does not follow a link out of the project unless a person agrees', async () => {
		const outside = tempFolder({secret: 'x'});
		const cwd = tempFolder();
		fs.symlinkSync(path.join(outside, 'secret'), path.join(cwd, 'link'));
		fs.symlinkSync(outside, path.join(cwd, 'folder'));
		const asked: unknown[] = [];
		const answers = [false, true];
		const asking = toolsIn(cwd, {
			askBeforeLeaving: async question => {
				asked.push(question);
				return answers.shift() ?? false;
			},
		});
		const silent = toolsIn(cwd);
		for (const name of ['link', 'folder/secret', 'folder/new']) {
			expect(await silent.text('write', {path: name, content: 'y'})).toMatch(
				/^Error: Refused: .* outside of the project/,
			);
		}

		await asking.text('read', {path: 'link'});
		expect(await asking.text('write', {path: 'link', content: 'y'})).toContain('Refused');
		expect(read(outside, 'secret')).toBe('x');
		expect(await asking.text('write', {path: 'link', content: 'y'})).toBe('Wrote 1B to link.');
		expect(asked[0]).toEqual({given: 'link', target: path.join(outside, 'secret')});
		expect(fs.readdirSync(outside)).toEqual(['secret']);
	});

	it('lets the later of two calls win', async () => {
		const cwd = tempFolder();
		fs.symlinkSync('a.txt', path.join(cwd, 'b.txt'));
		const {run} = toolsIn(cwd);
		await Promise.all(
			['a.txt', './b.txt', 'a.txt'].map((name, index) =>
				run('write', {path: name, content: String(index)}),
			),
		);
		expect(read(cwd, 'a.txt')).toBe('2');
	});

	it('leaves the old file and no other when the disk is full', async () => {
		const cwd = tempFolder({'a.txt': 'old'});
		const full = Object.assign(new Error('ENOSPC: no space left on device'), {code: 'ENOSPC'});
		const {text} = toolsIn(cwd, {
			operations: {...localOperations, replaceFile: () => Promise.reject(full)},
		});
		await text('read', {path: 'a.txt'});
		expect(await text('write', {path: 'a.txt', content: 'new'})).toBe(
			'Error: Cannot change a.txt: the disk is full.',
		);
		expect(read(cwd, 'a.txt')).toBe('old');
	});

	it('leaves the old file and no half of a new one when writing fails midway', () => {
		const cwd = tempFolder({'a.txt': 'old'});
		const operations = new URL('../../../source/harness/tools/operations.ts', import.meta.url);
		const script = `const {localOperations} = await import(${JSON.stringify(operations.href)});
			await localOperations.replaceFile('a.txt', Buffer.alloc(1_000_000)).catch(error => console.log(error.code));`;
		// No file may grow beyond 8 blocks: the closest to a full disk that needs no disk of its own.
		const limited = `ulimit -f 8; trap '' XFSZ; exec "$0" --input-type=module -e "$1"`;
		const told = execFileSync('sh', ['-c', limited, process.execPath, script], {
			cwd,
			encoding: 'utf8',
		});
		expect(told).toBe('EFBIG\n');
		expect(read(cwd, 'a.txt')).toBe('old');
		expect(fs.readdirSync(cwd)).toEqual(['a.txt']);
	});

	it('leaves alone what is no regular file, and says so', async () => {
		const cwd = tempFolder({'folder/x': '', file: ''});
		fs.symlinkSync('loop-b', path.join(cwd, 'loop-a'));
		fs.symlinkSync('loop-a', path.join(cwd, 'loop-b'));
		const {text} = toolsIn(cwd);
		expect(await text('write', {path: 'folder', content: ''})).toBe('Error: folder is a folder.');
		expect(await text('write', {path: '/dev/null', content: ''})).toBe(
			'Error: /dev/null is a device or a pipe, not a file.',
		);
		expect(await text('write', {path: 'loop-a', content: ''})).toBe(
			'Error: Cannot change loop-a: its links lead in a circle.',
		);
		expect(await text('write', {path: 'file/below', content: ''})).toMatch(
			/^Error: Cannot change file\/below: /,
		);
	});
});
