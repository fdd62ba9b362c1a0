import fs from 'node:fs';
import {toJsonLine} from '../../lib/json-lines.ts';
import {newEntryId} from './ids.ts';

type Raw = Record<string, unknown>;

const isRaw = (value: unknown): value is Raw =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function parseLines(text: string): Raw[] {
	return text.split('\n').flatMap(line => {
		try {
			const value: unknown = JSON.parse(line);
			return isRaw(value) ? [value] : [];
		} catch {
			// Blank and broken lines do not survive a migration; the original is kept beside the file.
			return [];
		}
	});
}

/** Version 1 was a list: every record becomes the child of the one before. */
function toTree(records: readonly Raw[]): void {
	const taken = new Set<string>();
	let before: string | null = null;
	for (const record of records) {
		if (record.type === 'session') continue;
		const id = newEntryId(other => taken.has(other));
		taken.add(id);
		Object.assign(record, {id, parentId: before});
		before = id;
	}

	for (const record of records) {
		if (record.type !== 'compaction' || typeof record.firstKeptEntryIndex !== 'number') continue;
		const kept = records[record.firstKeptEntryIndex];
		if (kept && kept.type !== 'session') record.firstKeptEntryId = kept.id;
		delete record.firstKeptEntryIndex;
	}
}

/** Records of any version to version 3. */
export function migrate(records: readonly Raw[]): readonly Raw[] {
	const header = records.find(({type}) => type === 'session');
	const version = typeof header?.version === 'number' ? header.version : 1;
	if (version < 2) toTree(records);
	for (const {type, message} of records) {
		if (type === 'message' && isRaw(message) && message.role === 'hookMessage')
			message.role = 'custom';
	}

	if (header) header.version = Math.max(3, version);
	return records;
}

/** Rewrites a file of an older version; the original stays beside it. */
export function migrateFile(file: string): void {
	const records = migrate(parseLines(fs.readFileSync(file, 'utf8')));
	fs.copyFileSync(file, `${file}.v1`);
	const next = `${file}.${process.pid}.tmp`;
	fs.writeFileSync(next, records.map(toJsonLine).join(''), {mode: 0o600});
	fs.renameSync(next, file);
}
