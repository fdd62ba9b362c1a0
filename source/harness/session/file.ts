import {
	closeSync,
	fstatSync,
	ftruncateSync,
	openSync,
	readSync,
	rmSync,
	type Stats,
	statSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import path from 'node:path';
import {makePrivateFolder, privateFile} from '../paths.ts';
import {rawLines} from './raw-lines.ts';
import {type Found, type Place, recordsOf} from './records.ts';
import {hasCode, reasonOf, SessionError} from './session-error.ts';

/** The one call that changes a file; a test passes one that fails. */
export type Write = (fd: number, bytes: Uint8Array) => number;

export type Written = {
	readonly line: number;
	/** undefined: another process wrote at the same moment, so it could be either of two places. */
	readonly place: Place | undefined;
};

export type SessionFile = {
	/** What was added since the last call; at first, all there is. */
	readNew(): IterableIterator<Found>;
	/** Somebody else has added to the file since we looked. */
	hasGrown(): boolean;
	read(place: Place): Buffer;
	/** Adds one record, with its line feed, in one write. When it throws, the file is as before. */
	append(record: string): Written;
	close(): void;
};

/** Makes a new file of texts, each in one write; refuses one that is there, and leaves none behind when it fails. */
export function createSessionFile(
	file: string,
	texts: Iterable<string>,
	write: Write = writeSync,
): void {
	let fd: number;
	try {
		makePrivateFolder(path.dirname(file));
		fd = openSync(file, 'wx', privateFile);
	} catch (error) {
		throw failed('write_failed', `${file} could not be created`, error);
	}

	try {
		for (const text of texts) writeWhole(fd, Buffer.from(text), write);
	} catch (error) {
		rmSync(file, {force: true});
		throw failed('write_failed', `${file} could not be written`, error);
	} finally {
		closeSync(fd);
	}
}

/** Somebody made a file for a session (`touch`, a temporary name) and left it to us to fill. */
export function initialiseEmptyFile(file: string, text: string): void {
	try {
		writeFileSync(file, text, {flag: 'a'});
	} catch (error) {
		throw failed('write_failed', `${file} could not be written`, error);
	}
}

/** Opening writes nothing: an unfinished last line may be one that another process is just writing. */
export function openSessionFile(file: string, write: Write = writeSync): SessionFile {
	let reader: number;
	try {
		reader = openSync(file, 'r');
	} catch (error) {
		throw failed(
			hasCode(error, 'ENOENT') ? 'missing' : 'read_failed',
			`${file} could not be opened`,
			error,
		);
	}

	let writer: number | undefined;
	// Up to where the file was read or written by us, and whether a line feed is still to come there.
	let known = {offset: 0, number: 1};
	let unfinished = 0;

	const currentSize = (): number => {
		const ours = fstatSync(reader);
		requireSame(file, ours);
		if (ours.size >= known.offset + unfinished) return ours.size;
		throw new SessionError('changed', `${file} was shortened by another program. Open it again.`);
	};

	return {
		*readNew() {
			for (const line of rawLines(reader, known)) {
				if (line.isEnded) {
					known = {offset: line.offset + line.length + 1, number: line.number + 1};
				}

				unfinished = line.isEnded ? 0 : line.length;
				yield* recordsOf(line);
			}
		},
		hasGrown: () => currentSize() > known.offset + unfinished,
		read(place) {
			const bytes = Buffer.allocUnsafe(place.length);
			const count = readSync(reader, bytes, 0, place.length, place.offset);
			return bytes.subarray(0, count);
		},
		append(record) {
			const size = currentSize();
			const bytes = Buffer.from(unfinished > 0 ? `\n${record}` : record);
			try {
				writer ??= openSync(file, 'a');
				writeWhole(writer, bytes, write);
			} catch (error) {
				throw failed('write_failed', `${file} could not be written; nothing was added`, error);
			}

			const skipped = unfinished > 0 ? 1 : 0;
			const line = known.number + skipped;
			if (fstatSync(writer).size !== size + bytes.length) return {line, place: undefined};
			const place = {offset: size + skipped, length: bytes.length - skipped - 1};
			known = {offset: size + bytes.length, number: line + 1};
			unfinished = 0;
			return {line, place};
		},
		close() {
			closeSync(reader);
			if (writer !== undefined) closeSync(writer);
		},
	};
}

/** A disk that runs full takes a part of a record first; that part must not stay. */
function writeWhole(fd: number, bytes: Uint8Array, write: Write): void {
	const before = fstatSync(fd).size;
	try {
		const written = write(fd, bytes);
		if (written < bytes.length) throw new Error('the disk is full');
	} catch (error) {
		const {size} = fstatSync(fd);
		if (size > before && size <= before + bytes.length) ftruncateSync(fd, before);
		throw error;
	}
}

/** Deleted or replaced, the file that we hold open is one that nobody will find again. */
function requireSame(file: string, ours: Stats): void {
	const there = statSync(file, {throwIfNoEntry: false});
	if (there === undefined) {
		throw new SessionError('missing', `${file} was deleted. Nothing more can be saved there.`);
	}

	if (there.ino !== ours.ino || there.dev !== ours.dev) {
		throw new SessionError('changed', `${file} was replaced by another program. Open it again.`);
	}
}

const failed = (code: 'missing' | 'read_failed' | 'write_failed', what: string, error: unknown) =>
	new SessionError(code, `${what}: ${reasonOf(error)}.`, error);
