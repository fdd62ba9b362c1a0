import {readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parseJson} from '../../lib/json-lines.ts';
import {privateFile} from '../paths.ts';
import {isObject} from './raw-record.ts';
import type {SessionScan} from './session-facts.ts';

/** What a folder of sessions held when it was last looked through, by the name of each file. */
export type FolderIndex = ReadonlyMap<string, IndexRow>;

export type IndexRow = {
	readonly mtimeMs: number;
	readonly size: number;
	readonly scan: SessionScan;
};

/** Raised whenever the facts change their shape: an index of another number is made anew. */
const indexVersion = 1;
/** No `.jsonl`, so that nobody takes it for a session. */
const indexName = 'sessions.index.json';

/** Only a help: without it, or with a damaged one, everything is looked through again. */
export function readFolderIndex(folder: string): FolderIndex {
	try {
		const value = parseJson(readFileSync(path.join(folder, indexName), 'utf8'));
		if (!isObject(value) || value.version !== indexVersion || !isObject(value.files))
			return new Map();
		return new Map(Object.entries(value.files).filter(isRow));
	} catch {
		// There is none yet.
		return new Map();
	}
}

export function writeFolderIndex(folder: string, index: FolderIndex): void {
	const file = path.join(folder, indexName);
	const temporary = `${file}.${process.pid}`;
	try {
		const text = JSON.stringify({version: indexVersion, files: Object.fromEntries(index)});
		writeFileSync(temporary, text, {mode: privateFile});
		renameSync(temporary, file);
	} catch {
		// A folder that cannot be written is looked through anew each time, which is slower and no worse.
		rmSync(temporary, {force: true});
	}
}

function isRow(row: [string, unknown]): row is [string, IndexRow] {
	const [, value] = row;
	return (
		isObject(value) &&
		typeof value.mtimeMs === 'number' &&
		typeof value.size === 'number' &&
		isObject(value.scan) &&
		typeof value.scan.scannedTo === 'number'
	);
}
