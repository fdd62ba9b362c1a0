import {closeSync, openSync, statSync} from 'node:fs';
import path from 'node:path';
import {toJsonLine} from '../../lib/json-lines.ts';
import {sessionFileName} from '../paths.ts';
import type {SessionEntry, SessionHeader} from './entries.ts';
import {createSessionFile, initialiseEmptyFile, type Write} from './file.ts';
import {checkSessionId, newSessionId} from './ids.ts';
import {keepUnreadable} from './keep-unreadable.ts';
import {currentVersion, migrateFile, versionOf} from './migrate.ts';
import {rawLines} from './raw-lines.ts';
import {type Found, type FoundEntry, type LostRecord, recordsOf} from './records.ts';
import {SessionError} from './session-error.ts';
import {
	createFileStore,
	createLazyStore,
	createMemoryStore,
	type EntryStore,
	isConversation,
	type LazyFile,
} from './store.ts';
import {type Clock, createTree, type SessionTree} from './tree.ts';

export type NewSession = {
	readonly cwd: string;
	/** The folder of the file, which appears with the first message; undefined keeps the session in memory. */
	readonly sessions: string | undefined;
	/** Default: a new UUID. */
	readonly id?: string;
	/** Absolute path of the session that this one comes from. */
	readonly parentSession?: string;
	readonly now?: Clock;
	readonly write?: Write;
};

/** A session without entries. */
export const createSession = (options: NewSession): SessionTree => seedSession(options, []);

/** A new session that begins with entries of another one; they keep their names and times. */
export function seedSession(options: NewSession, seed: readonly SessionEntry[]): SessionTree {
	const {sessions, now = Date.now, write} = options;
	const header = newHeader(options);
	if (sessions === undefined) {
		return createTree({store: createMemoryStore(seed), header, seed, now});
	}

	const file = path.join(sessions, sessionFileName(header.id, header.timestamp));
	if (!seed.some(isConversation)) return createLazyTree({file, header, seed, write}, now);
	createSessionFile(file, [[header, ...seed].map(toJsonLine).join('')], write);
	return openSession(file, options);
}

export type OpenOptions = Pick<NewSession, 'now' | 'write'> & {
	/** Of the new session that a path becomes where nothing is yet. Default: that of the process. */
	readonly cwd?: string;
};

/** Older versions are brought up to date first; damage is worked around and told by `problems`. */
export function openSession(file: string, options: OpenOptions = {}): SessionTree {
	const {cwd = process.cwd(), now = Date.now, write} = options;
	const stat = statSync(file, {throwIfNoEntry: false});
	if (stat === undefined) {
		return createLazyTree({file, header: newHeader({cwd, now}), seed: [], write}, now);
	}
	if (!stat.isFile()) throw new SessionError('not_a_session', `${file} is not a file.`);
	if (stat.size === 0) {
		initialiseEmptyFile(file, toJsonLine(newHeader({cwd, now})));
	}

	let opened = openFound(file, write);
	if (versionOf(opened.header) < currentVersion) {
		opened.store.close();
		migrateFile(file);
		opened = openFound(file, write);
	}

	const lost: LostRecord[] = [];
	const tree = createTree({...opened, found: watch(opened.found, lost), now});
	keepUnreadable(
		file,
		lost.filter(record => record.isEnded),
	);
	return tree;
}

export function newHeader({
	cwd,
	id,
	parentSession,
	now = Date.now,
}: Omit<NewSession, 'sessions'>): SessionHeader {
	const time = now();
	return {
		type: 'session',
		version: currentVersion,
		id: id === undefined ? newSessionId(time) : checkSessionId(id),
		timestamp: new Date(time).toISOString(),
		cwd,
		...(parentSession === undefined ? {} : {parentSession}),
	};
}

const createLazyTree = (lazy: LazyFile, now: Clock): SessionTree =>
	createTree({store: createLazyStore(lazy), header: lazy.header, seed: lazy.seed, now});

/** Only the beginning of the file is read. undefined: it is no session, or cannot be read. */
export function readHeader(file: string): SessionHeader | undefined {
	let fd: number;
	try {
		fd = openSync(file, 'r');
	} catch {
		// Whoever opens it by name hears why.
		return undefined;
	}

	try {
		for (const line of rawLines(fd, {offset: 0, number: 1}, 4096)) {
			if (line.offset > longestPreamble) return undefined;
			const [first] = recordsOf(line);
			if (first?.kind === 'header') return first.header;
			if (first?.kind === 'entry') return undefined;
		}

		return undefined;
	} finally {
		closeSync(fd);
	}
}

/** Bytes of damage in front of a header after which nobody looks for it any more. */
const longestPreamble = 1 << 20;

type Opened = {
	readonly store: EntryStore;
	readonly header: SessionHeader;
	readonly found: Iterable<Found>;
};

/** Reads up to the header; the rest is read as the tree grows. */
function openFound(file: string, write?: Write): Opened {
	const store = createFileStore(file, write);
	const found = store.readNew();
	const passed: Found[] = [];
	for (let next = found.next(); !next.done; next = found.next()) {
		const item = next.value;
		if (item.kind === 'header') return {store, header: item.header, found: chain(passed, found)};
		passed.push(item);
		if (item.kind !== 'entry') continue;
		// Only damage may stand before the header, and then it has taken the header with it.
		if (passed.length === 1) break;
		return {store, header: makeshiftHeader(file, item), found: chain(passed, found)};
	}

	store.close();
	throw new SessionError('not_a_session', `${file} is not a session: it has no header.`);
}

function makeshiftHeader(file: string, {head}: FoundEntry): SessionHeader {
	const id = /_([A-Za-z0-9.-]+)\.jsonl$/.exec(path.basename(file))?.[1] ?? newSessionId();
	return {type: 'session', version: currentVersion, id, timestamp: head.timestamp};
}

function* chain(first: Iterable<Found>, rest: Iterable<Found>): Generator<Found> {
	yield* first;
	yield* rest;
}

function* watch(found: Iterable<Found>, lost: LostRecord[]): Generator<Found> {
	for (const item of found) {
		if (item.kind === 'lost') lost.push(item);
		yield item;
	}
}
