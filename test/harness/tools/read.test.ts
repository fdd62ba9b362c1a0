import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import {describe, expect, it} from 'vitest';
import {tempFolder} from '../../helpers/temp-folder.ts';
import {toolsIn} from '../../helpers/tools.ts';

const lines = (count: number): string =>
	Array.from({length: count}, (_, index) => `line ${index + 1}\n`).join('');

describe('read', () => {
	it.each([
		['a whole file with its last line end', 'a\r\nb\n', {}, 'a\r\nb\n'],
		['a byte order mark', '\ufeffa', {}, '\ufeffa'],
		['the rest from a line on', lines(5), {offset: 4}, 'line 4\nline 5\n'],
		[
			'some lines, and how many are left',
			lines(5),
			{offset: 2, limit: 2},
			'line 2\nline 3\n\n[2 more lines in the file. Go on with offset=4.]',
		],
		['just the last lines', lines(5), {offset: 4, limit: 2}, 'line 4\nline 5\n'],
		['that it is empty', '', {}, '[f.txt is empty.]'],
		[
			'that it ends before',
			lines(3),
			{offset: 9},
			'Error: There is no line 9 in f.txt: it has 3 lines.',
		],
		[
			'that a line is too long',
			`a\n${'x'.repeat(60_000)}\nb`,
			{offset: 2},
			`[Line 2 is 58.6KB long, more than the 50.0KB that can be shown. See a part of it with bash: sed -n '2p' "f.txt" | head -c 2000]`,
		],
		[
			'what stands before a line that is too long',
			`a\n${'x'.repeat(60_000)}\nb`,
			{},
			'a\n\n[Lines 1-1 of 3 (50.0KB limit). Go on with offset=2.]',
		],
		['a line of exactly the limit', `${'x'.repeat(51_200)}\n`, {}, `${'x'.repeat(51_200)}\n`],
	])('shows %s', async (...[, content, part, shown]) => {
		expect(
			await toolsIn(tempFolder({'f.txt': content})).text('read', {path: 'f.txt', ...part}),
		).toBe(shown);
	});

	it('stops at its limits, and says how to go on until the end', async () => {
		const {text} = toolsIn(tempFolder({'long.txt': lines(4500)}));
		expect(await text('read', {path: 'long.txt'})).toMatch(
			/^line 1\n[\s\S]*line 2000\n\n\[Lines 1-2000 of 4500\. Go on with offset=2001\.\]$/,
		);
		expect(await text('read', {path: 'long.txt', limit: 4000})).toContain(
			'[Lines 1-2000 of 4500. Go on with offset=2001.]',
		);
		expect(await text('read', {path: 'long.txt', offset: 4001})).toMatch(
			/^line 4001\n[\s\S]*line 4500\n$/,
		);
		const wide = toolsIn(tempFolder({'f.txt': `${'é'.repeat(999)}\n`.repeat(100)}));
		expect(await wide.text('read', {path: 'f.txt'})).toMatch(
			/é\n\n\[Lines 1-25 of 100 \(50\.0KB limit\)\. Go on with offset=26\.\]$/,
		);
	});

	it('reads the end of a very large file with little memory', async () => {
		const cwd = tempFolder();
		const file = path.join(cwd, 'huge.log');
		const block = Buffer.from(`${'x'.repeat(99)}\n`.repeat(10_486));
		const handle = fs.openSync(file, 'w');
		for (let index = 0; index < 256; index += 1) fs.writeSync(handle, block);
		fs.writeSync(handle, 'the end\n');
		fs.closeSync(handle);
		const before = process.memoryUsage().rss;
		const shown = await toolsIn(cwd).text('read', {path: 'huge.log', offset: 256 * 10_486});
		expect(shown).toBe(`${'x'.repeat(99)}\nthe end\n`);
		expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
	});

	it('finds a file by the spellings of macOS and of models', async () => {
		const cwd = tempFolder({
			'Shot 10.00\u202fAM.txt': 'am',
			[`${'é'.normalize('NFD')}.txt`]: 'nfd',
			'it\u2019s.txt': 'quote',
			'a b.txt': 'space',
			'~x/f.txt': 'tilde',
		});
		const {text} = toolsIn(cwd);
		const read = (name: string) => text('read', {path: name});
		expect(await read('Shot 10.00 AM.txt')).toBe('am');
		expect(await read('é.txt')).toBe('nfd');
		expect(await read("it's.txt")).toBe('quote');
		expect(await read('a\u00a0b.txt')).toBe('space');
		expect(await read('@a b.txt')).toBe('space');
		expect(await read('~/a b.txt')).toBe('space');
		expect(await read(path.join(cwd, './~x/../a b.txt'))).toBe('space');
	});

	it('says what it cannot show, and what would', async () => {
		const cwd = tempFolder({
			bin: Buffer.from([1, 0, 2]),
			'utf16.txt': Buffer.from('\ufeffhello', 'utf16le'),
			'latin.txt': Buffer.from('caf\xe9\n', 'latin1'),
			'folder/x': '',
			'settings.json': '{}',
		});
		const {text} = toolsIn(cwd);
		expect(await text('read', {path: 'bin'})).toBe(
			'[bin is a binary file of 3B; its bytes are not shown. Look into it with bash: file, xxd or strings.]',
		);
		expect(await text('read', {path: 'utf16.txt'})).toBe(
			'[utf16.txt is text in UTF-16, which is not shown. Convert it with bash: iconv -f UTF-16 -t UTF-8 "utf16.txt"]',
		);
		expect(await text('read', {path: 'latin.txt'})).toBe(
			'caf\ufffd\n\n[Bytes that are not UTF-8 are shown as \ufffd; edit leaves them as they are.]',
		);
		expect(await text('read', {path: 'folder'})).toBe(
			'Error: folder is a folder. List it with ls.',
		);
		expect(await text('read', {path: 'setings.json'})).toBe(
			'Error: Cannot read setings.json: there is no such file. Is it settings.json?',
		);
		expect(await text('read', {path: '/dev/zero'})).toBe(
			'Error: /dev/zero is a device or a pipe, not a file.',
		);
		expect(await text('read', {path: 'settings.json/x'})).toBe(
			'Error: Cannot read settings.json/x: there is no such file.',
		);
		expect(await text('read', {path: 'a\0b'})).toMatch(/^Error: Cannot read a\0b: /);
	});

	it('reads files that do not tell their size', async () => {
		expect(await toolsIn('/').text('read', {path: '/proc/self/status', limit: 1})).toMatch(
			/^Name:\t/,
		);
	});

	it('stops when it is aborted', async () => {
		await expect(
			toolsIn(tempFolder({'f.txt': 'x'})).run(
				'read',
				{path: 'f.txt'},
				{signal: AbortSignal.abort()},
			),
		).rejects.toThrow('aborted');
	});
});

const picture = (width: number, height: number) =>
	sharp({create: {width, height, channels: 3, background: '#369'}});

/** What cannot be compressed. */
const noise = (width: number, height: number) => {
	const data = Buffer.alloc(width * height * 3);
	for (let at = 0, value = 1; at < data.length; at += 1) {
		value ^= value << 13;
		value ^= value >>> 17;
		value ^= value << 5;
		data[at] = value;
	}

	return sharp(data, {raw: {width, height, channels: 3}});
};

async function imageOf(bytes: Uint8Array, changes = {}) {
	const {content} = await toolsIn(tempFolder({'i.txt': bytes}), changes).run('read', {
		path: 'i.txt',
	});
	const [note, image] = content;
	const data = image?.type === 'image' ? Buffer.from(image.data, 'base64') : Buffer.alloc(0);
	return {
		note: note?.type === 'text' ? note.text : '',
		mimeType: image?.type === 'image' ? image.mimeType : undefined,
		data,
		base64: Math.ceil(data.length / 3) * 4,
	};
}

describe('read, of an image', () => {
	it.each(['png', 'jpeg', 'gif', 'webp'] as const)(
		'knows %s by its bytes and hands it on as it is',
		async format => {
			const bytes = await picture(30, 20).toFormat(format).toBuffer();
			const {note, mimeType, data} = await imageOf(bytes);
			expect({note, mimeType}).toEqual({
				note: `Image i.txt (image/${format}, 30x20 pixels)`,
				mimeType: `image/${format}`,
			});
			expect(data.equals(bytes)).toBe(true);
		},
	);

	it('scales what has too many pixels, and says by how much', async () => {
		const {note, mimeType, data} = await imageOf(await picture(9000, 20).png().toBuffer());
		expect(note).toBe(
			'Image i.txt (image/png, 9000x20 pixels, shown as 2000x4: multiply coordinates by 4.50 for the original)',
		);
		expect(mimeType).toBe('image/png');
		expect(await sharp(data).metadata()).toMatchObject({width: 2000, height: 4});
	});

	it('makes what has too many bytes smaller', async () => {
		const {note, mimeType, base64} = await imageOf(await noise(1900, 1900).png().toBuffer());
		expect(base64).toBeLessThanOrEqual(4.5 * 1024 * 1024);
		expect({note, mimeType}).toEqual({
			note: 'Image i.txt (image/jpeg, 1900x1900 pixels)',
			mimeType: 'image/jpeg',
		});
		const tiny = await imageOf(await noise(400, 400).png().toBuffer(), {
			imageLimits: () => ({side: 2000, base64: 9000}),
		});
		expect(tiny.base64).toBeLessThanOrEqual(9000);
		expect(tiny.note).toContain('multiply coordinates by');
	});

	it('turns it upright', async () => {
		const bytes = await picture(40, 20).jpeg().withMetadata({orientation: 6}).toBuffer();
		const {note, data} = await imageOf(bytes);
		expect(note).toContain('20x40 pixels');
		expect(await sharp(data).metadata()).toMatchObject({width: 20, height: 40});
	});

	it.each([
		[24, 'bottom up', 2],
		[32, 'top down', -2],
	])('makes a PNG of a bitmap of %i bits, stored %s', async (bits, _order, rows) => {
		const stride = Math.ceil((3 * bits) / 32) * 4;
		const bitmap = Buffer.alloc(54 + stride * 2);
		bitmap.write('BM');
		bitmap.writeUInt32LE(54, 10);
		bitmap.writeUInt32LE(40, 14);
		bitmap.writeInt32LE(3, 18);
		bitmap.writeInt32LE(rows, 22);
		bitmap.writeUInt16LE(bits, 28);
		// One red pixel, at the left of the top row.
		bitmap[54 + (rows > 0 ? stride : 0) + 2] = 255;
		const {mimeType, data} = await imageOf(bitmap);
		expect(mimeType).toBe('image/png');
		expect([...(await sharp(data).removeAlpha().raw().toBuffer())]).toEqual([
			255,
			...Array.from({length: 17}, () => 0),
		]);
	});

	it('says why it cannot be shown', async () => {
		const broken = Buffer.concat([(await picture(9, 9).png().toBuffer()).subarray(0, 40)]);
		expect((await imageOf(broken)).note).toMatch(
			/^\[The image i\.txt \(image\/png, 40B\) cannot be shown: /,
		);
		const cut = Buffer.alloc(60);
		cut.write('BM');
		cut.writeUInt32LE(40, 14);
		expect((await imageOf(cut)).note).toContain('this kind of bitmap is not known');
	});

	it('keeps an image for later when the model sees none, and takes an animated PNG for no image', async () => {
		const {note, mimeType} = await imageOf(await picture(3, 3).png().toBuffer(), {
			seesImages: () => false,
		});
		expect({note, mimeType}).toEqual({
			note: 'Image i.txt (image/png, 3x3 pixels)\n[This model cannot see images.]',
			mimeType: 'image/png',
		});
		const animated = Buffer.concat([await picture(3, 3).png().toBuffer(), Buffer.from('acTL')]);
		expect((await imageOf(animated)).note).toContain('binary');
	});
});
