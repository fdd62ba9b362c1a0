const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Splits bytes at LF and nothing else: U+2028 and its like are legal inside JSON strings. */
export type LineReader = {
	/** Whole lines of what came so far; a CR before the LF is dropped. */
	push(chunk: Uint8Array): readonly string[];
	/** The last line, if it had no end. */
	end(): readonly string[];
};

export function createLineReader(): LineReader {
	let pieces: Uint8Array[] = [];

	const take = (tail: Uint8Array): string => {
		const bytes = pieces.length === 0 ? tail : Buffer.concat([...pieces, tail]);
		pieces = [];
		const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
		return Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('utf8');
	};

	return {
		push(chunk) {
			const lines: string[] = [];
			let start = 0;
			for (
				let end = chunk.indexOf(lineFeed);
				end !== -1;
				start = end + 1, end = chunk.indexOf(lineFeed, start)
			) {
				lines.push(take(chunk.subarray(start, end)));
			}

			// A copy, because whoever reads a socket or a file may use the chunk again.
			if (start < chunk.length) pieces.push(new Uint8Array(chunk.subarray(start)));
			return lines;
		},
		end: () => (pieces.length === 0 ? [] : [take(new Uint8Array(0))]),
	};
}

/** One record with its LF; line separators are escaped for readers that split at them. */
export function toJsonLine(value: unknown): string {
	const json = JSON.stringify(value);
	if (!(json.includes('\u2028') || json.includes('\u2029'))) return `${json}\n`;
	return `${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
}

/** undefined when the text is not JSON. A record is never `undefined`, so nothing is confused by that. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Whoever reads lines decides what a bad one means; the words of the parser help nobody.
		return undefined;
	}
}
