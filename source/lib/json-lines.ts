import {StringDecoder} from 'node:string_decoder';

/** Splits bytes at LF and nothing else: U+2028 and its like are legal inside JSON strings. */
export type LineReader = {
	/** Whole lines of what came so far; a CR before the LF is dropped. */
	push(chunk: Uint8Array): readonly string[];
	/** The last line, if it had no end. */
	end(): readonly string[];
};

export function createLineReader(): LineReader {
	const decoder = new StringDecoder('utf8');
	let parts: string[] = [];
	const trim = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);
	return {
		push(chunk) {
			const text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
			const [first = '', ...rest] = text.split('\n');
			parts.push(first);
			if (rest.length === 0) return [];
			const lines = [parts.join(''), ...rest.slice(0, -1)];
			parts = [rest.at(-1) ?? ''];
			return lines.map(trim);
		},
		end() {
			const last = parts.join('') + decoder.end();
			parts = [];
			return last === '' ? [] : [trim(last)];
		},
	};
}

/** One record with its LF; line separators are escaped for readers that split at them. */
export const toJsonLine = (value: unknown): string =>
	`${JSON.stringify(value).replace(/[\u2028\u2029]/g, found => (found === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;
