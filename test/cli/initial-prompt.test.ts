import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {mayGoOnWithoutPipe, readPiped, toPrompts} from '../../source/cli/initial-prompt.ts';
import {tempFolder} from '../helpers/temp-folder.ts';

const pixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
	'base64',
);

describe('the first prompt', () => {
	it('is what was piped, the files and the first message; the rest are prompts of their own', async () => {
		const cwd = tempFolder({'a.txt': '\uFEFFA', 'i.dat': pixel, 'empty.txt': ''});
		const prompts = await toPrompts(['@a.txt', 'look', '@empty.txt', '-', '@i.dat', 'then'], {
			piped: 'piped\n',
			cwd,
		});
		expect(prompts).toEqual([
			{
				text: expect.stringMatching(
					new RegExp(
						`^piped\\n<file name="${cwd}/a\\.txt">\\nA\\n</file>\\n<file name="${cwd}/i\\.dat">[^<]*</file>\\nlook$`,
					),
				),
				images: [{type: 'image', data: pixel.toString('base64'), mimeType: 'image/png'}],
			},
			{text: 'then', images: []},
		]);
	});

	it('is none when there is nothing in it', async () => {
		const cwd = tempFolder();
		expect(await toPrompts(['', ' '], {piped: '\n', cwd})).toEqual([]);
		expect(await toPrompts(['@'], {piped: '', cwd})).toEqual([{text: '@', images: []}]);
	});

	it.each([
		['@none.txt', 'Cannot attach @none.txt: there is no such file.'],
		['@.', 'Cannot attach @.: it is a folder.'],
		['@bin', 'Cannot attach @bin: it is neither text nor an image that models take.'],
		['@big', 'Cannot attach @big: it is too large for a prompt.'],
	])('cannot hold %s', async (name, words) => {
		const cwd = tempFolder({bin: Buffer.from([1, 0, 2]), big: 'x'.repeat(3 * 1024 * 1024)});
		await expect(toPrompts([name], {piped: '', cwd})).rejects.toThrow(words);
	});
});

describe('a pipe', () => {
	it('that says nothing is not waited for when there is a prompt', async () => {
		const silent = new PassThrough();
		expect(await readPiped(silent, 20)).toBe('');
		expect(silent.destroyed).toBe(true);
		expect([[], ['hi'], ['hi', '-']].map(mayGoOnWithoutPipe)).toEqual([false, true, false]);
	});

	it('that speaks is read to its end, however long that takes', async () => {
		const speaking = new PassThrough();
		const text = readPiped(speaking, 20);
		speaking.write(Buffer.from('hé').subarray(0, 2));
		setTimeout(() => speaking.end(Buffer.from('hé').subarray(2)), 60);
		expect(await text).toBe('hé');
	});

	it('that is none counts as empty', async () => {
		const terminal = Object.assign(new PassThrough(), {isTTY: true});
		expect(await readPiped(terminal, undefined)).toBe('');
		const closed = new PassThrough();
		const text = readPiped(closed, undefined);
		closed.destroy(Object.assign(new Error('closed'), {code: 'EAGAIN'}));
		expect(await text).toBe('');
	});
});
