import {expect, it} from 'vitest';
import {imageCommands, readClipboardImage} from '../../source/harness/clipboard-image.ts';

const png = Buffer.concat([
	Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
	Buffer.alloc(40),
]);
const prints = (text: string) => [process.execPath, '-e', text] as const;

it('takes the first program that gives an image, in any of the ways they write it', async () => {
	const raw = `process.stdout.write(Buffer.from('${png.toString('base64')}', 'base64'))`;
	const base64 = `console.log('${png.toString('base64')}')`;
	const hex = `console.log('«data PNGf${png.toString('hex').toUpperCase()}»')`;
	for (const text of [raw, base64, hex]) {
		const found = await readClipboardImage([
			['/no/such/program'],
			prints('console.log("no image")'),
			prints(text),
		]);
		expect(found).toEqual({bytes: png, type: 'image/png'});
	}
});

it('finds nothing where no program has an image', async () => {
	expect(await readClipboardImage([prints('process.exit(1)')])).toBeUndefined();
	expect(imageCommands('linux', {})).toEqual([]);
	expect(
		imageCommands('linux', {WAYLAND_DISPLAY: 'w', DISPLAY: ':0'}).map(([name]) => name),
	).toEqual(['wl-paste', 'xclip']);
});
