import fs from 'node:fs';
import path from 'node:path';
import {findSession, leaseHolder, newestSession} from '../harness/index.ts';
import type {Arguments} from './arguments.ts';
import {UsageError} from './usage-error.ts';

export type SessionToOpen = {
	/** The file to go on with; without it a new session begins. */
	readonly open?: string;
	/** For a session that is new. */
	readonly sessionId?: string;
	readonly fork?: boolean;
	/** What the person would not expect. */
	readonly notice?: string;
};

/** The file of a session that was named by its path, its id or the beginning of one. */
export async function sessionFile(wanted: string, sessions: string, cwd: string): Promise<string> {
	const file = path.resolve(cwd, wanted);
	if (fs.statSync(file, {throwIfNoEntry: false})?.isFile()) return file;
	const found = await findSession(sessions, cwd, wanted);
	if (found !== undefined) return found;
	throw new UsageError(
		`There is no session "${wanted}" in ${sessions}. \`bough --resume\` shows the sessions of this folder.`,
	);
}

async function newestFree(sessions: string, cwd: string): Promise<SessionToOpen> {
	const newest = await newestSession(sessions, cwd);
	const isFree = (file: string) => leaseHolder(file) === undefined;
	const open = await newestSession(sessions, cwd, {isFree});
	const busy = `Another process writes the newest session, ${newest};`;
	if (open === undefined)
		return newest === undefined ? {} : {notice: `${busy} a new one begins here.`};
	return open === newest ? {open} : {open, notice: `${busy} the one before it goes on here.`};
}

/** Which session the command line asks for. */
export async function sessionToOpen(
	{flags}: Arguments,
	sessions: string,
	cwd: string,
): Promise<SessionToOpen> {
	const {session, fork, 'session-id': sessionId} = flags;
	const own = sessionId === undefined ? {} : {sessionId};
	if (fork !== undefined) return {open: await sessionFile(fork, sessions, cwd), fork: true, ...own};
	if (session !== undefined) return {open: await sessionFile(session, sessions, cwd)};
	if (flags.continue) return newestFree(sessions, cwd);
	// The whole id and no less: the beginning of another one is a session to be made.
	const found = sessionId === undefined ? undefined : await findSession(sessions, cwd, sessionId);
	return found !== undefined && path.basename(found).endsWith(`_${sessionId}.jsonl`)
		? {open: found}
		: own;
}
