import {chmodSync, constants, copyFileSync, existsSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {toJsonLine} from '../../lib/json-lines.ts';
import {makePrivateFolder, privateFile, sessionFileName} from '../paths.ts';
import type {SessionEntry, SessionHeader} from './entries.ts';
import {createSessionFile} from './file.ts';
import {currentVersion, readMigrated, versionOf} from './migrate.ts';
import {type NewSession, newHeader, openSession, readHeader} from './open.ts';
import {reasonOf, SessionError} from './session-error.ts';
import type {Clock, SessionTree} from './tree.ts';

/** Where a copy goes; it needs a file. */
export type CopyTarget = Omit<NewSession, 'parentSession' | 'sessions' | 'write'> & {
	readonly sessions: string;
};

/** A new session with all entries and branches of another one, which stays as it is. Returns its file. */
export function forkFile(source: string, target: CopyTarget): string {
	const header = newHeader({...target, parentSession: path.resolve(source)});
	const file = path.join(target.sessions, sessionFileName(header.id, header.timestamp));
	copyEntries(source, file, header);
	return file;
}

/** Moves a session to another working directory, as when its folder was renamed. Returns the new file. */
export function rehomeSession(
	source: string,
	{sessions, cwd}: Pick<CopyTarget, 'sessions' | 'cwd'>,
): string {
	const header = headerOf(source);
	const file = freePath(path.join(sessions, path.basename(source)), source);
	copyEntries(source, file, {...header, version: currentVersion, cwd});
	rmSync(source);
	return file;
}

/** Takes a session from elsewhere into a folder of sessions, with its id and working directory. Returns its file. */
export function importSession(source: string, sessions: string): string {
	headerOf(source);
	const file = freePath(path.join(sessions, path.basename(source)), undefined);
	try {
		makePrivateFolder(sessions);
		copyFileSync(source, file, constants.COPYFILE_EXCL);
		chmodSync(file, privateFile);
	} catch (error) {
		throw new SessionError(
			'write_failed',
			`${file} could not be written: ${reasonOf(error)}.`,
			error,
		);
	}

	return file;
}

/** Writes the way to the leaf as a session of its own, in one line. An existing file is refused. */
export function exportPath(tree: SessionTree, file: string, now: Clock = Date.now): void {
	const {parentSession: _source, ...header} = tree.header;
	const timestamp = new Date(now()).toISOString();
	const ids = tree.pathHeads().map(({id}) => id);
	createSessionFile(
		file,
		batches({...header, version: currentVersion, timestamp}, entriesOf(tree, ids)),
	);
}

/** The name of an export that was not given one. */
export const exportName = (now: Clock = Date.now): string =>
	`session-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}.jsonl`;

/** A damaged file is copied without its damage: what hung on lost records is attached to their ancestors. */
function copyEntries(source: string, file: string, header: SessionHeader): void {
	if (versionOf(headerOf(source)) < currentVersion) {
		createSessionFile(file, batches(header, readMigrated(source)));
		return;
	}

	const tree = openSession(source);
	try {
		const ids = tree.heads().map(({id}) => id);
		createSessionFile(file, batches(header, entriesOf(tree, ids)));
	} finally {
		tree.close();
	}
}

function* entriesOf(tree: SessionTree, ids: readonly string[]): Generator<SessionEntry> {
	for (const id of ids) {
		const entry = tree.entry(id);
		if (entry) yield entry;
	}
}

const batchLength = 1 << 20;

/** Lines in pieces that are worth a write each, without all of them in memory. */
function* batches(header: SessionHeader, entries: Iterable<SessionEntry>): Generator<string> {
	let batch = toJsonLine(header);
	for (const entry of entries) {
		if (batch.length > batchLength) {
			yield batch;
			batch = '';
		}

		batch += toJsonLine(entry);
	}

	yield batch;
}

/** Throws what is wrong with a file that is no session; one whose header was destroyed is still one. */
function headerOf(source: string): SessionHeader {
	const header = readHeader(source);
	if (header) return header;
	const size = statSync(source, {throwIfNoEntry: false})?.size;
	if (size === undefined) throw new SessionError('missing', `There is no file ${source}.`);
	if (size === 0) throw new SessionError('not_a_session', `${source} is empty.`);
	const tree = openSession(source);
	tree.close();
	return tree.header;
}

/** The path, with a number behind the name when it is taken. */
function freePath(wanted: string, except: string | undefined): string {
	const {dir, name, ext} = path.parse(wanted);
	let file = wanted;
	for (let number = 1; file === except || existsSync(file); number += 1) {
		file = path.join(dir, `${name}-${number}${ext}`);
	}

	return file;
}
