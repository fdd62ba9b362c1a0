import fs from 'node:fs';
import path from 'node:path';
import {sessionFolder} from '../paths.ts';

export type SessionFile = {readonly path: string; readonly modifiedMs: number};

function filesIn(folder: string): readonly SessionFile[] {
	let names: readonly string[];
	try {
		names = fs.readdirSync(folder);
	} catch {
		// No session was kept there yet.
		return [];
	}

	return names
		.filter(name => name.endsWith('.jsonl'))
		.flatMap(name => {
			const file = path.join(folder, name);
			const stat = fs.statSync(file, {throwIfNoEntry: false});
			return stat ? [{path: file, modifiedMs: stat.mtimeMs}] : [];
		})
		.sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** The newest session of a working directory. */
export const newestSession = (sessions: string, cwd: string): string | undefined =>
	filesIn(sessionFolder(sessions, cwd))[0]?.path;

function allFolders(sessions: string): readonly string[] {
	try {
		return fs.readdirSync(sessions).map(name => path.join(sessions, name));
	} catch {
		// No session was kept there yet.
		return [];
	}
}

const idOf = (file: string): string => /_([^_/\\]+)\.jsonl$/.exec(file)?.[1] ?? '';

/** By id or the beginning of one: first in this working directory, then everywhere. */
export async function findSession(
	sessions: string,
	cwd: string,
	id: string,
): Promise<string | undefined> {
	const own = sessionFolder(sessions, cwd);
	for (const folder of [own, ...allFolders(sessions).filter(other => other !== own)]) {
		const files = filesIn(folder);
		const found =
			files.find(file => idOf(file.path) === id) ??
			files.find(file => idOf(file.path).startsWith(id));
		if (found) return found.path;
	}

	return undefined;
}

export type SessionSummary = SessionFile & {
	/** What a person would know it by: its first prompt. */
	readonly title: string;
};

const headBytes = 64 * 1024;

function headOf(file: string): string {
	const handle = fs.openSync(file, 'r');
	try {
		const bytes = Buffer.alloc(headBytes);
		return bytes.toString('utf8', 0, fs.readSync(handle, bytes, 0, headBytes, 0));
	} finally {
		fs.closeSync(handle);
	}
}

/** The first prompt, from the head of the file alone; a session may hold gigabytes. */
function titleOf(file: string): string {
	const found = /"role":"user","content":\[\{"type":"text","text":"((?:[^"\\]|\\.)*)/.exec(
		headOf(file),
	);
	if (!found) return '(no messages)';
	const text: unknown = JSON.parse(`"${found[1] ?? ''}"`);
	return String(text).replace(/\s+/g, ' ').trim();
}

/** Sessions of a working directory, newest first. */
export const listSessions = (sessions: string, cwd: string): readonly SessionSummary[] =>
	filesIn(sessionFolder(sessions, cwd)).map(file => {
		try {
			return {...file, title: titleOf(file.path)};
		} catch {
			// It is shown all the same: what cannot be read must not look as if it were not there.
			return {...file, title: '(unreadable)'};
		}
	});
