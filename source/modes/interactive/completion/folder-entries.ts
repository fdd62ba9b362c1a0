import fs from 'node:fs/promises';
import path from 'node:path';
import {expandHome} from '../../../harness/index.ts';

export type FolderPlace = {readonly cwd: string; readonly home: string};

async function isFolder(parent: string, entry: import('node:fs').Dirent): Promise<boolean> {
	if (!entry.isSymbolicLink()) return entry.isDirectory();
	const stat = await fs.stat(path.join(parent, entry.name)).catch(() => undefined);
	return stat?.isDirectory() === true;
}

/** What a path that is being written may go on with, folders first. Hidden names are offered once their dot is there. */
export async function folderEntries(
	written: string,
	{cwd, home}: FolderPlace,
): Promise<readonly string[]> {
	const prefix = written === '~' ? '~/' : written;
	const shown = prefix.slice(0, prefix.lastIndexOf('/') + 1);
	const start = prefix.slice(shown.length).toLowerCase();
	const folder = path.resolve(cwd, expandHome(shown === '' ? '.' : shown, home));
	const entries = await fs.readdir(folder, {withFileTypes: true}).catch(() => []);
	const fitting = entries.filter(
		({name}) =>
			name.toLowerCase().startsWith(start) && (!name.startsWith('.') || start.startsWith('.')),
	);
	const named = await Promise.all(
		fitting.map(async entry => {
			const isDirectory = await isFolder(folder, entry);
			return {isDirectory, path: shown + entry.name + (isDirectory ? '/' : '')};
		}),
	);
	return named
		.sort((a, b) => Number(b.isDirectory) - Number(a.isDirectory) || (a.path < b.path ? -1 : 1))
		.map(each => each.path);
}
