import fs from 'node:fs';
import path from 'node:path';
import {sessionFileName, sessionFolder} from '../paths.ts';
import type {SessionHeader} from './entries.ts';
import {isSessionId, newSessionId} from './ids.ts';
import {indexFile, NotASessionError} from './line-index.ts';
import {migrateFile} from './migrate.ts';
import {createTree, type SessionTree} from './tree.ts';

export type NewSession = {
	readonly cwd: string;
	/** Folder of all sessions; undefined keeps the session in memory. */
	readonly sessions: string | undefined;
	readonly id?: string;
	readonly parentSession?: string;
	readonly now?: () => Date;
};

/** A session without entries. Its file appears with the first message. */
export function createSession({
	cwd,
	sessions,
	id,
	parentSession,
	now = () => new Date(),
}: NewSession): SessionTree {
	const timestamp = now().toISOString();
	const sessionId = id ?? newSessionId(now().getTime());
	if (!isSessionId(sessionId)) {
		throw new NotASessionError(
			`"${sessionId}" cannot be a session id: use letters, digits, dots, dashes and underscores`,
		);
	}

	const header: SessionHeader = {
		type: 'session',
		version: 3,
		id: sessionId,
		timestamp,
		cwd,
		...(parentSession === undefined ? {} : {parentSession}),
	};
	const file =
		sessions === undefined
			? undefined
			: path.join(sessionFolder(sessions, cwd), sessionFileName(sessionId, timestamp));
	return createTree({header, file, now});
}

function toHeader(value: Readonly<Record<string, unknown>>): SessionHeader {
	const {id, version, timestamp, cwd, parentSession} = value;
	return {
		type: 'session',
		id: String(id),
		timestamp: typeof timestamp === 'string' ? timestamp : '',
		...(typeof version === 'number' ? {version} : {}),
		...(typeof cwd === 'string' ? {cwd} : {}),
		...(typeof parentSession === 'string' ? {parentSession} : {}),
	};
}

/** Where a jump without a new message left the person; it stands in an entry, so that nothing else is needed. */
function rememberedLeaf(
	notes: readonly {readonly value: Readonly<Record<string, unknown>>}[],
): string | undefined {
	const last = notes.at(-1)?.value;
	if (last?.type !== 'custom' || last.customType !== 'bough.leaf') return undefined;
	const {data} = last;
	const leaf =
		typeof data === 'object' && data !== null && 'leafId' in data ? data.leafId : undefined;
	return typeof leaf === 'string' ? leaf : undefined;
}

/** Opens a file as it is: older versions are brought up to date first, damage is reported and worked around. */
export function openSession(file: string): SessionTree {
	let index = indexFile(file);
	const version = index.header.version ?? 1;
	if (typeof version === 'number' && version < 3) {
		migrateFile(file);
		index = indexFile(file);
	}

	// The bytes of damaged lines are nowhere else: keep them before the file grows.
	if (index.problems.length > 0) {
		fs.copyFileSync(file, `${file}.damaged`, 0);
		fs.chmodSync(`${file}.damaged`, 0o600);
	}

	const tree = createTree({header: toHeader(index.header), file, index});
	const leaf = rememberedLeaf(index.notes);
	const isLast = index.notes.at(-1)?.record === index.records.at(-1);
	if (isLast && leaf !== undefined && tree.parentOf(leaf) !== undefined) tree.moveTo(leaf);
	return tree;
}
