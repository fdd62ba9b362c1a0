type Pixels = {
	readonly data: Buffer;
	readonly width: number;
	readonly height: number;
};

type Header = {
	readonly start: number;
	readonly palette: number;
	readonly width: number;
	/** Negative: the first row is the top one. */
	readonly rows: number;
	readonly bits: number;
};

const mostPixels = 100_000_000;

function readHeader(bytes: Buffer): Header {
	const headerSize = bytes.readUInt32LE(14);
	const compression = headerSize >= 40 ? bytes.readUInt32LE(30) : 1;
	const bits = bytes.readUInt16LE(28);
	// 3: the usual masks, written out; programs do that for 32 bits.
	const isPlain = compression === 0 || (compression === 3 && bits === 32);
	if (!isPlain || ![8, 24, 32].includes(bits)) throw new Error('this kind of bitmap is not known');
	const width = bytes.readInt32LE(18);
	const rows = bytes.readInt32LE(22);
	if (width <= 0 || rows === 0 || width * Math.abs(rows) > mostPixels)
		throw new Error('its size makes no sense');
	return {start: bytes.readUInt32LE(10), palette: 14 + headerSize, width, rows, bits};
}

/** Uncompressed BMP to RGB, for the one image format that the image library does not read. */
export function decodeBitmap(bytes: Buffer): Pixels {
	const {start, palette, width, rows, bits} = readHeader(bytes);
	const height = Math.abs(rows);
	const stride = Math.ceil((width * bits) / 32) * 4;
	if (start + stride * height > bytes.length) throw new Error('the file is cut off');
	const data = Buffer.allocUnsafe(width * height * 3);
	let to = 0;
	for (let y = 0; y < height; y += 1) {
		const row = start + stride * (rows > 0 ? height - 1 - y : y);
		for (let x = 0; x < width; x += 1) {
			const from = bits === 8 ? palette + 4 * (bytes[row + x] ?? 0) : row + x * (bits / 8);
			data[to++] = bytes[from + 2] ?? 0;
			data[to++] = bytes[from + 1] ?? 0;
			data[to++] = bytes[from] ?? 0;
		}
	}

	return {data, width, height};
}
