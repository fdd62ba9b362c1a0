import {closeSync, openSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {parseJson, toJsonLine} from '../../lib/json-lines.ts';
import {privateFile} from '../paths.ts';
import type {SessionEntry} from './entries.ts';
import {newEntryId} from './ids.ts';
import {keepUnreadable, type Unreadable} from './keep-unreadable.ts';
import {rawLines} from './raw-lines.ts';
import {isObject, toEntry} from './raw-record.ts';
import {salvage} from './salvage.ts';
import {reasonOf, SessionError} from './session-error.ts';

export const currentVersion = 3;

type JsonObject = Readonly<Record<string, unknown>>;

/** Brings all records of a session, the header first, to the version of today. Newer ones stay as they are. */
export function migrateRecords(records: readonly JsonObject[]): readonly JsonObject[] {
	const version = versionOf(records[0]);
	const asTree = version < 2 ? toTree(records) : records;
	return version < currentVersion ? asTree.map(renameHookMessage) : asTree;
}

export function versionOf(header: JsonObject | undefined): number {
	const version = header?.version;
	return typeof version === 'number' ? version : 1;
}

/** Version 1 was a list: every record becomes the child of the one before it. */
function toTree(records: readonly JsonObject[]): readonly JsonObject[] {
	const ids = new Set<string>();
	const idOf = records.map(() => {
		const id = newEntryId(taken => ids.has(taken));
		ids.add(id);
		return id;
	});
	const header = records[0];
	return records.map((record, index) => {
		if (record === header) return record;
		const {type, timestamp, firstKeptEntryIndex, ...rest} = record;
		const kept = typeof firstKeptEntryIndex === 'number' ? firstKeptEntryIndex : 0;
		const firstKeptEntryId = kept > 0 ? idOf[kept] : undefined;
		return {
			type,
			id: idOf[index],
			parentId: index > 1 ? idOf[index - 1] : null,
			timestamp: timestamp ?? header?.timestamp,
			...rest,
			...(firstKeptEntryId === undefined ? {} : {firstKeptEntryId}),
		};
	});
}

function renameHookMessage(record: JsonObject, index: number): JsonObject {
	if (index === 0) return {...record, version: currentVersion};
	const {message} = record;
	if (!isObject(message) || message.role !== 'hookMessage') return record;
	return {...record, message: {...message, role: 'custom'}};
}

/** The entries of an old session as they are today; the file stays as it is. */
export function readMigrated(file: string): readonly SessionEntry[] {
	const [, ...entries] = migrateRecords(readRecords(file).records);
	return entries.flatMap(record => toEntry(record) ?? []);
}

/** Rewrites an old session in place, all or nothing. What cannot be read of it is kept beside it. */
export function migrateFile(file: string): void {
	const temporary = `${file}.migrating-${process.pid}`;
	try {
		const {records, unreadable} = readRecords(file);
		keepUnreadable(file, unreadable);
		const text = migrateRecords(records).map(toJsonLine).join('');
		writeFileSync(temporary, text, {mode: privateFile, flag: 'wx', flush: true});
		renameSync(temporary, file);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw new SessionError(
			'write_failed',
			`${file} is of an older version and could not be rewritten: ${reasonOf(error)}.`,
			error,
		);
	}
}

function readRecords(file: string) {
	const records: JsonObject[] = [];
	const unreadable: Unreadable[] = [];
	const fd = openSync(file, 'r');
	try {
		for (const {bytes, number, offset, length} of rawLines(fd, {offset: 0, number: 1})) {
			const text = bytes?.toString().trim() ?? '';
			if (text === '') continue;
			const record = parseJson(text);
			if (isObject(record)) records.push(record);
			else if (bytes) records.push(...salvage(bytes).map(piece => piece.record));
			if (!isObject(record)) unreadable.push({line: number, place: {offset, length}});
		}
	} finally {
		closeSync(fd);
	}

	return {records, unreadable};
}
