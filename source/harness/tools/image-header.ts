export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp';
export type Size = {readonly width: number; readonly height: number};

const hasBytes = (head: Buffer, bytes: readonly number[], at = 0): boolean =>
	bytes.every((byte, index) => head[at + index] === byte);

const hasText = (head: Buffer, text: string, at = 0): boolean =>
	head.toString('latin1', at, at + text.length) === text;

/** By its first bytes, never by its name; an animated PNG counts as no image. */
export function imageTypeOf(head: Buffer): ImageType | undefined {
	if (hasBytes(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
		return head.includes('acTL') ? undefined : 'image/png';
	}

	if (hasBytes(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
	if (hasText(head, 'GIF87a') || hasText(head, 'GIF89a')) return 'image/gif';
	if (hasText(head, 'RIFF') && hasText(head, 'WEBP', 8)) return 'image/webp';
	const isBitmap = hasText(head, 'BM') && head.length > 30 && head.readUInt32LE(6) === 0;
	return isBitmap && [12, 40, 52, 56, 108, 124].includes(head.readUInt32LE(14))
		? 'image/bmp'
		: undefined;
}

function jpegSize(bytes: Buffer): Size | undefined {
	for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
		const marker = bytes[at + 1] ?? 0;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return {height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7)};
		at += 2 + bytes.readUInt16BE(at + 2);
	}

	return undefined;
}

/** For machines where nothing can decode the image. */
export function imageSizeOf(bytes: Buffer, type: ImageType): Size | undefined {
	if (bytes.length < 30) return undefined;
	if (type === 'image/png') return {width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20)};
	if (type === 'image/gif') return {width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8)};
	return type === 'image/jpeg' ? jpegSize(bytes) : undefined;
}
