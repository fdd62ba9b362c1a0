import fs from 'node:fs';
import path from 'node:path';

/** A write that failed: memory and file are as they were before it. */
export class SessionWriteError extends Error {
	override readonly name = 'SessionWriteError';
}

const failed = (file: string, error: unknown): SessionWriteError =>
	new SessionWriteError(
		`Cannot write the session file ${file}: ${error instanceof Error ? error.message : String(error)}`,
		{cause: error},
	);

/** Creates the file with its first lines; fails if there is one already. */
export function createEntryFile(file: string, lines: string): void {
	try {
		fs.mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
		fs.writeFileSync(file, lines, {flag: 'wx', mode: 0o600});
	} catch (error) {
		throw failed(file, error);
	}
}

/** Appends in one write. A short write is taken back, so that no half record stays. */
export function appendLine(file: string, line: string): void {
	let handle: number | undefined;
	try {
		handle = fs.openSync(file, fs.constants.O_WRONLY | fs.constants.O_APPEND);
		const before = fs.fstatSync(handle).size;
		const bytes = Buffer.from(line);
		try {
			const written = fs.writeSync(handle, bytes);
			if (written < bytes.length)
				throw new Error(`only ${written} of ${bytes.length} bytes were taken`);
		} catch (error) {
			fs.ftruncateSync(handle, before);
			throw error;
		}
	} catch (error) {
		throw failed(file, error);
	} finally {
		if (handle !== undefined) fs.closeSync(handle);
	}
}

const blockBytes = 1024 * 1024;

/** Reads records by their place. A path is read mostly in order, so a block serves many of them. */
export function createRecordReader(file: string): (offset: number, length: number) => string {
	let block = Buffer.alloc(0);
	let start = 0;
	return (offset, length) => {
		if (offset < start || offset + length > start + block.length) {
			const handle = fs.openSync(file, 'r');
			try {
				const bytes = Buffer.allocUnsafe(Math.max(blockBytes, length));
				block = bytes.subarray(0, fs.readSync(handle, bytes, 0, bytes.length, offset));
				start = offset;
			} finally {
				fs.closeSync(handle);
			}
		}

		return block.toString('utf8', offset - start, offset - start + length);
	};
}
