import {statSync} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import path from 'node:path';
import {setImmediate as breathe} from 'node:timers/promises';
import {sessionsRoot} from '../paths.ts';
import {type IndexRow, readFolderIndex, writeFolderIndex} from './folder-index.ts';
import {readHeader} from './open.ts';
import {reasonOf} from './session-error.ts';
import {type SessionFacts, scanSession} from './session-facts.ts';

export type SessionInfo = SessionFacts & {
	readonly path: string;
	readonly size: number;
	/** Unix ms: when something was last said, else when it was made, else when the file was written. */
	readonly modified: number;
	/** Name, else the first prompt. */
	readonly title: string;
	/** Why nothing but its place is known. */
	readonly problem?: string;
};

export type ListOptions = {
	readonly signal?: AbortSignal;
	/** Told what there is so far while a folder is looked through for the first time. */
	readonly onProgress?: (sessions: readonly SessionInfo[]) => void;
};

/** Sessions of a working directory, the one last spoken in first. Files that did not change are not opened. */
export async function listSessions(
	folder: string,
	cwd: string,
	options: ListOptions = {},
): Promise<readonly SessionInfo[]> {
	const isShared = sessionsRoot(folder, cwd) === undefined;
	// One that cannot be read may be ours.
	const isOurs = (one: SessionInfo) => one.cwd === cwd || one.problem !== undefined;
	const select = (all: readonly SessionInfo[]) => (isShared ? all.filter(isOurs) : all);
	return select(await lookThrough(folder, {...options, select}));
}

async function lookThrough(
	folder: string,
	{
		signal,
		onProgress,
		select,
	}: ListOptions & {select: (all: readonly SessionInfo[]) => readonly SessionInfo[]},
): Promise<readonly SessionInfo[]> {
	const index = readFolderIndex(folder);
	const rows = new Map<string, IndexRow>();
	const found: SessionInfo[] = [];
	let opened = 0;
	for (const file of await filesIn(folder)) {
		signal?.throwIfAborted();
		const known = index.get(file.name);
		const isFresh = known?.mtimeMs === file.mtimeMs && known.size === file.size;
		const {row, problem} = isFresh ? {row: known} : look(file, known);
		if (row) rows.set(file.name, row);
		found.push(...toInfo(file, row, problem));
		if (isFresh) continue;
		opened += 1;
		// Files are read in one go, so the screen has to be let in between them.
		await breathe();
		if (opened % 10 === 1) onProgress?.(select(byTime(found)));
	}

	if (opened > 0 || rows.size < index.size) writeFolderIndex(folder, rows);
	return byTime(found);
}

/** Sessions of all projects. */
export async function listAllSessions(
	root: string,
	{signal, onProgress}: ListOptions = {},
): Promise<readonly SessionInfo[]> {
	const all: SessionInfo[] = [];
	const select = (some: readonly SessionInfo[]) => some;
	for (const folder of await foldersIn(root)) {
		all.push(...(await lookThrough(folder, {select, ...(signal ? {signal} : {})})));
		onProgress?.(byTime(all));
	}

	return byTime(all);
}

export type NewestOptions = {
	/** Passes over sessions, such as those that another process writes. */
	readonly isFree?: (file: string) => boolean;
};

/** The session of a working directory whose file was written last. */
export async function newestSession(
	folder: string,
	cwd: string,
	{isFree = () => true}: NewestOptions = {},
): Promise<string | undefined> {
	const isShared = sessionsRoot(folder, cwd) === undefined;
	for (const file of await filesIn(folder)) {
		const header = readHeader(file.path);
		const isOurs = header !== undefined && (!isShared || header.cwd === cwd);
		if (isOurs && isFree(file.path)) return file.path;
	}

	return undefined;
}

export type FoundSession = {
	readonly path: string;
	/** It belongs to another working directory. */
	readonly isElsewhere: boolean;
};

/** By id, else by the beginning of one: first in this working directory, then in all. */
export async function locateSession(
	folder: string,
	cwd: string,
	id: string,
): Promise<FoundSession | undefined> {
	const root = sessionsRoot(folder, cwd);
	const others = root === undefined ? [] : (await foldersIn(root)).filter(one => one !== folder);
	const elsewhere: FoundSession[] = [];
	for (const place of [folder, ...others]) {
		const matches = matching(await filesIn(place), id);
		const ours =
			place === folder ? matches.filter(one => root !== undefined || one.cwd === cwd) : [];
		if (ours[0]) return {path: ours[0].path, isElsewhere: false};
		elsewhere.push(...matches.map(match => ({path: match.path, isElsewhere: true})));
	}

	return elsewhere[0];
}

export const findSession = async (
	folder: string,
	cwd: string,
	id: string,
): Promise<string | undefined> => (await locateSession(folder, cwd, id))?.path;

type FileHere = {
	readonly name: string;
	readonly path: string;
	readonly mtimeMs: number;
	readonly size: number;
};

/** The file written last comes first. */
async function filesIn(folder: string): Promise<readonly FileHere[]> {
	const names = (await entriesOf(folder)).filter(name => name.endsWith('.jsonl'));
	const files = await Promise.all(
		names.map(async (name): Promise<FileHere | undefined> => {
			const file = path.join(folder, name);
			const found = await stat(file).catch(() => undefined);
			// Deleted since the folder was read.
			return found?.isFile()
				? {name, path: file, mtimeMs: found.mtimeMs, size: found.size}
				: undefined;
		}),
	);
	return files.filter(file => file !== undefined).sort((a, b) => b.mtimeMs - a.mtimeMs);
}

async function foldersIn(root: string): Promise<readonly string[]> {
	return (await entriesOf(root))
		.map(name => path.join(root, name))
		.filter(folder => statSync(folder, {throwIfNoEntry: false})?.isDirectory());
}

async function entriesOf(folder: string): Promise<readonly string[]> {
	try {
		return await readdir(folder);
	} catch {
		// No session was kept there yet.
		return [];
	}
}

function look(
	{path: file, mtimeMs, size}: FileHere,
	known: IndexRow | undefined,
): {readonly row?: IndexRow; readonly problem?: string} {
	try {
		return {row: {mtimeMs, size, scan: scanSession(file, known?.scan)}};
	} catch (error) {
		return {problem: reasonOf(error)};
	}
}

function toInfo(
	{name, path: file, mtimeMs, size}: FileHere,
	row: IndexRow | undefined,
	problem: string | undefined,
): readonly SessionInfo[] {
	const {facts, isOther = false} = row?.scan ?? {};
	if (facts) {
		const {said, created, firstMessage} = facts;
		const title = facts.name ?? (firstMessage || '(no messages)');
		return [{...facts, path: file, size, modified: said || created || mtimeMs, title}];
	}

	if (isOther || size === 0) return [];
	const info = {
		...unknownFacts,
		id: idInName(name),
		path: file,
		size,
		modified: mtimeMs,
		title: '(unreadable)',
		problem: problem ?? 'its header cannot be read',
	};
	return [info];
}

const unknownFacts: SessionFacts = {
	id: '',
	cwd: '',
	created: 0,
	said: 0,
	messageCount: 0,
	firstMessage: '',
	lastMessage: '',
	text: '',
	tokens: 0,
	cost: 0,
};

const byTime = (sessions: readonly SessionInfo[]): readonly SessionInfo[] =>
	sessions.toSorted((a, b) => b.modified - a.modified);

const idInName = (name: string): string => /_([A-Za-z0-9.-]+)\.jsonl$/.exec(name)?.[1] ?? '';

/** Those with exactly this id, else those whose id begins like this. */
function matching(files: readonly FileHere[], id: string) {
	const known = files.map(file => {
		const named = idInName(file.name);
		// A file of another name, such as an imported one, tells its id only itself.
		const header = named === '' || named.startsWith(id) ? readHeader(file.path) : undefined;
		return {path: file.path, id: header?.id ?? named, cwd: header?.cwd};
	});
	const exact = known.filter(one => one.id === id);
	return exact.length > 0 ? exact : known.filter(one => one.id.startsWith(id));
}
