import fs from 'node:fs';
import path from 'node:path';
import {type SessionInfo as Listed, type ListOptions, readHeader} from '../harness/index.ts';

/** One session of a list. */
export type SessionInfo = {
	readonly path: string;
	readonly id: string;
	/** Empty in very old files. */
	readonly cwd: string;
	readonly name?: string;
	readonly parentSessionPath?: string;
	readonly created: Date;
	readonly modified: Date;
	readonly messageCount: number;
	readonly firstMessage: string;
	/** The beginning of all that was said, to search in. */
	readonly allMessagesText: string;
};

const toSessionInfo = (found: Listed): SessionInfo => ({
	path: found.path,
	id: found.id,
	cwd: found.cwd,
	...(found.name === undefined ? {} : {name: found.name}),
	...(found.parentSession === undefined ? {} : {parentSessionPath: found.parentSession}),
	created: new Date(found.created),
	modified: new Date(found.modified),
	messageCount: found.messageCount,
	firstMessage: found.firstMessage,
	allMessagesText: found.text,
});

/** Hears how far a list has come. */
export type SessionListProgress = (
	loaded: number,
	total: number,
	sessions?: readonly SessionInfo[],
) => void;

export async function listFound(
	onProgress: SessionListProgress | undefined,
	signal: AbortSignal | undefined,
	list: (options: ListOptions) => Promise<readonly Listed[]>,
): Promise<readonly SessionInfo[]> {
	const found = await list({
		...(signal ? {signal} : {}),
		onProgress: some => onProgress?.(some.length, some.length, some.map(toSessionInfo)),
	});
	return found.map(toSessionInfo);
}

/** The one written last comes first. */
function filesIn(folder: string): readonly string[] {
	const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
	return names
		.filter(name => name.endsWith('.jsonl'))
		.map(name => path.join(folder, name))
		.map(file => ({file, time: fs.statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0}))
		.sort((one, other) => other.time - one.time)
		.map(({file}) => file);
}

/** The session written last; with `cwd` only those of that working directory count. */
export const newestIn = (folder: string, cwd: string | undefined): string | undefined =>
	filesIn(folder).find(file => {
		const header = readHeader(file);
		return header !== undefined && (cwd === undefined || header.cwd === cwd);
	});

/** By id, else by the beginning of one. */
export function fileOf(id: string, folder: string): string | undefined {
	const files = filesIn(folder);
	const idOf = (file: string) => readHeader(file)?.id;
	return files.find(file => idOf(file) === id) ?? files.find(file => idOf(file)?.startsWith(id));
}
