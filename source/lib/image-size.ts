export type ImageSize = {readonly width: number; readonly height: number};

/** Far enough for the size of a JPEG behind its thumbnails and colour profiles. */
const headBytes = 256 * 1024;

/** Pixels of a PNG, GIF, JPEG or WebP in base64, from its head. undefined: none of these, or damaged. */
export function imageSize(base64: string): ImageSize | undefined {
	const bytes = Buffer.from(base64.slice(0, Math.ceil(headBytes / 3) * 4), 'base64');
	const size = readers.map(read => read(bytes)).find(found => found !== undefined);
	return size && size.width > 0 && size.height > 0 ? size : undefined;
}

type Read = (bytes: Buffer) => ImageSize | undefined;

const text = (bytes: Buffer, start: number, end: number): string =>
	bytes.toString('latin1', start, end);

const png: Read = bytes =>
	text(bytes, 1, 4) === 'PNG' && bytes.length >= 24
		? {width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20)}
		: undefined;

const gif: Read = bytes =>
	text(bytes, 0, 3) === 'GIF' && bytes.length >= 10
		? {width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8)}
		: undefined;

/** Segment after segment up to the one that begins a frame. */
const jpeg: Read = bytes => {
	if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
	for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
		const marker = bytes.readUInt8(at + 1);
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return {height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7)};
	}

	return undefined;
};

const webp: Read = bytes => {
	if (text(bytes, 8, 12) !== 'WEBP' || bytes.length < 30) return undefined;
	switch (text(bytes, 12, 16)) {
		case 'VP8X':
			return {width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1};
		case 'VP8L': {
			const bits = bytes.readUInt32LE(21);
			return {width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1};
		}

		default:
			return {width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff};
	}
};

const readers: readonly Read[] = [png, gif, jpeg, webp];
