import {parseJson} from '../../lib/json-lines.ts';
import {isRecord, type RawRecord} from './raw-record.ts';

export type Salvaged = {
	/** Bytes of the line. */
	readonly offset: number;
	readonly length: number;
	readonly record: RawRecord;
};

/** Where a record may begin inside a damaged line. Quotes within strings are escaped, so text never looks like this. */
const beginning = /\{"type":"\w+","(?:id|customType|timestamp|version|parentId)"/g;

/**
 * The whole records in a line that is not JSON as a whole: after a crash the next record is glued to a
 * half-written one, and file systems leave runs of NULs.
 */
export function salvage(line: Buffer): readonly Salvaged[] {
	// One character per byte, so that positions are positions in the file.
	const text = line.toString('latin1');
	const found: Salvaged[] = [];
	let from = 0;
	for (const {index} of text.matchAll(beginning)) {
		if (index < from) continue;
		const end = endOfValue(text, index);
		if (end === undefined) continue;
		const record = parseJson(line.toString('utf8', index, end));
		if (!isRecord(record)) continue;
		found.push({offset: index, length: end - index, record});
		from = end;
	}

	return found;
}

/** Just behind the bracket that closes the one at `start`. */
function endOfValue(text: string, start: number): number | undefined {
	let depth = 0;
	for (let at = start; at < text.length; at += 1) {
		const character = text[at];
		if (character === '{') depth += 1;
		if (character === '}') depth -= 1;
		if (depth === 0) return at + 1;
		if (character !== '"') continue;
		const end = endOfString(text, at + 1);
		if (end === undefined) return undefined;
		at = end;
	}

	return undefined;
}

/** Where the closing quote of a string is. A regular expression would run out of stack on a large one. */
function endOfString(text: string, start: number): number | undefined {
	for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
		let slashes = 0;
		while (text[quote - 1 - slashes] === '\\') slashes += 1;
		if (slashes % 2 === 0) return quote;
	}

	return undefined;
}
