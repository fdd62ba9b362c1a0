import {closeSync, openSync, readSync, writeSync} from 'node:fs';
import {privateFile} from '../paths.ts';
import type {Place} from './records.ts';

export type Unreadable = {readonly line: number; readonly place: Place};

const chunkSize = 1 << 20;

/**
 * Copies the bytes that nobody can read to a file beside the session, for a person to look at. They stay
 * in the session too, so a second copy for the same damage is never made and a failed one loses nothing.
 */
export function keepUnreadable(file: string, unreadable: readonly Unreadable[]): void {
	const last = unreadable.at(-1);
	if (last === undefined) return;
	let target: number;
	try {
		target = openSync(`${file}.unreadable-${last.line}`, 'wx', privateFile);
	} catch {
		// It is there already, or the folder cannot be written.
		return;
	}

	const source = openSync(file, 'r');
	try {
		for (const {place} of unreadable) copyPlace(source, target, place);
	} finally {
		closeSync(source);
		closeSync(target);
	}
}

function copyPlace(source: number, target: number, {offset, length}: Place): void {
	const buffer = Buffer.allocUnsafe(Math.min(chunkSize, length));
	for (let done = 0; done < length; ) {
		const count = readSync(
			source,
			buffer,
			0,
			Math.min(buffer.length, length - done),
			offset + done,
		);
		if (count === 0) break;
		writeSync(target, buffer, 0, count);
		done += count;
	}

	writeSync(target, '\n');
}
