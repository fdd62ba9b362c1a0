import {stripVTControlCharacters} from 'node:util';

/** Progress bars redraw a line with `\r`: what stood there last is what a person would see. */
function settled(text: string): string {
	if (!text.includes('\r')) return text;
	return text
		.split('\n')
		.map(line => line.split('\r').findLast(part => part !== '') ?? '')
		.join('\n');
}

/** Output as a person would read it: no colours, no cursor moves, no bells. */
export const readable = (raw: string): string =>
	settled(/[\u001b\u009b]/.test(raw) ? stripVTControlCharacters(raw) : raw)
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
		.toWellFormed();

/** NUL bytes, or a good part of bytes that no text has. */
export function looksBinary(bytes: Uint8Array): boolean {
	const sample = bytes.subarray(0, 4096);
	if (sample.includes(0)) return true;
	const odd = sample.filter(byte => byte < 7 || (byte > 13 && byte < 27) || byte === 0x7f).length;
	return sample.length > 32 && odd / sample.length > 0.05;
}
