import {isUtf8} from 'node:buffer';
import {parseJson} from '../../lib/json-lines.ts';
import type {EntryHead, SessionEntry, SessionHeader} from './entries.ts';
import {damagedHead, sureHead} from './line-head.ts';
import type {RawLine} from './raw-lines.ts';
import {toEntry, toHead, toHeader} from './raw-record.ts';
import {salvage} from './salvage.ts';

/** Bytes of the file. */
export type Place = {readonly offset: number; readonly length: number};

export type FoundEntry = {
	readonly kind: 'entry';
	readonly line: number;
	readonly place: Place;
	readonly head: EntryHead;
	/** Only when the line had to be parsed anyway. */
	readonly entry?: SessionEntry;
};

/** A stretch of the file that nobody can read. */
export type LostRecord = {
	readonly kind: 'lost';
	readonly line: number;
	readonly place: Place;
	readonly reason: string;
	/** false: the end of the file, and perhaps of a record that is just being written. */
	readonly isEnded: boolean;
	/** As far as they can still be made out. */
	readonly id?: string;
	readonly parentId?: string | null;
};

export type Found =
	| {readonly kind: 'header'; readonly header: SessionHeader}
	| FoundEntry
	| LostRecord
	/** Odd, and nothing was lost by it. */
	| {readonly kind: 'flaw'; readonly line: number; readonly reason: string};

/** What one line of a session file holds: nothing, one record, or after damage any number. */
export function recordsOf(line: RawLine): readonly Found[] {
	const {bytes, number, offset} = line;
	if (bytes === undefined) return [toLost(line, 'too long to be read')];
	// Without its line feed nothing vouches for the end of a line.
	const head = line.isEnded ? sureHead(bytes) : undefined;
	if (head) return [{kind: 'entry', line: number, place: {offset, length: line.length}, head}];

	const text = bytes.toString().trim();
	if (text === '') return [];
	const value = parseJson(text);
	if (value === undefined) return salvaged(line, bytes);
	const record = toFound(value, number, {offset, length: line.length});
	if (record === undefined) return [toLost(line, 'not a record of a session')];
	return isUtf8(bytes)
		? [record]
		: [record, {kind: 'flaw', line: number, reason: 'some bytes are not UTF-8'}];
}

function salvaged(line: RawLine, bytes: Buffer): readonly Found[] {
	const pieces = salvage(bytes);
	const found = pieces.flatMap(({offset, length, record}) => {
		const place = {offset: line.offset + offset, length};
		return toFound(record, line.number, place) ?? [];
	});
	const rest = remains(bytes, pieces);
	if (rest === '' && pieces.length > 0 && found.length === pieces.length) {
		const reason = pieces.length > 1 ? 'records glued together' : 'NUL bytes around a record';
		return [...found, {kind: 'flaw', line: line.number, reason}];
	}

	const reason = rest === '' ? 'NUL bytes' : line.isEnded ? 'not whole' : 'cut off';
	// The lost piece comes first: what was glued to it was written after it.
	return [{...toLost(line, reason), ...damagedHead(bytes)}, ...found];
}

/** What of the line is no record, without the NULs and spaces that lose nothing. */
function remains(bytes: Buffer, pieces: readonly Place[]): string {
	const starts = [0, ...pieces.map(piece => piece.offset + piece.length)];
	const ends = [...pieces.map(piece => piece.offset), bytes.length];
	return starts
		.map((start, at) => bytes.toString('latin1', start, ends[at]).replaceAll(/[\0\s]/g, ''))
		.join('');
}

function toFound(value: unknown, line: number, place: Place): Found | undefined {
	const header = toHeader(value);
	if (header) return {kind: 'header', header};
	const entry = toEntry(value);
	return entry && {kind: 'entry', line, place, head: toHead(entry), entry};
}

const toLost = (line: RawLine, reason: string): LostRecord => ({
	kind: 'lost',
	line: line.number,
	place: {offset: line.offset, length: line.length},
	reason,
	isEnded: line.isEnded,
});
