import {expect, test} from 'vitest';
import {imageSize} from '../../source/lib/image-size.ts';

const base64 = (...parts: readonly (string | readonly number[])[]): string =>
	Buffer.concat(
		parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
	).toString('base64');

const zeros = (length: number): readonly number[] => Array.from({length}, () => 0);

test('the size of an image is read from its head, whatever its kind', () => {
	const thumbnail = [0xff, 0xe1, 0x01, 0x00, ...zeros(254)];
	expect({
		png: imageSize(base64('\x89PNG\r\n\x1a\n', zeros(4), 'IHDR', [0, 0, 3, 32, 0, 0, 2, 88])),
		gif: imageSize(base64('GIF89a', [32, 3, 88, 2])),
		jpeg: imageSize(base64([0xff, 0xd8], thumbnail, [0xff, 0xc2, 0, 17, 8, 2, 88, 3, 32, 3])),
		lossy: imageSize(base64('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [32, 3, 88, 2])),
		lossless: imageSize(
			base64('RIFF', zeros(4), 'WEBPVP8L', zeros(5), [0x1f, 0xc3, 0x95, 0x00], zeros(9)),
		),
		extended: imageSize(base64('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [31, 3, 0, 87, 2, 0])),
	}).toEqual(
		Object.fromEntries(
			['png', 'gif', 'jpeg', 'lossy', 'lossless', 'extended'].map(name => [
				name,
				{width: 800, height: 600},
			]),
		),
	);
});

test('what is no image or cut short has no size', () => {
	const broken = ['', 'AAAA', base64('\x89PNG'), base64('GIF'), base64([0xff, 0xd8, 0xff])];
	expect(broken.map(imageSize)).toEqual(broken.map(() => undefined));
});
