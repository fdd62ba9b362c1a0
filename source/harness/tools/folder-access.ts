import {Stats} from 'node:fs';
import type {FileStat, FolderEntry, Operations} from './operations.ts';

type Failure = NodeJS.ErrnoException;
type NamesCallback = (error: Failure | null, names: string[]) => void;
type Entry = Record<
	| 'isBlockDevice'
	| 'isCharacterDevice'
	| 'isDirectory'
	| 'isFIFO'
	| 'isFile'
	| 'isSocket'
	| 'isSymbolicLink',
	() => boolean
> & {name: string};
type EntriesCallback = (error: Failure | null, entries: Entry[]) => void;
type StatCallback = (error: Failure | null, stats: Stats) => void;

const no = () => false;

/** A link is never a folder here: links are not followed. */
const toEntry = ({name, isFolder, isLink}: FolderEntry): Entry => ({
	name: name.toString(),
	isDirectory: () => isFolder && !isLink,
	isFile: () => !isFolder && !isLink,
	isSymbolicLink: () => isLink,
	isBlockDevice: no,
	isCharacterDevice: no,
	isFIFO: no,
	isSocket: no,
});

const toStats = (stat: FileStat): Stats => Object.assign(Object.create(Stats.prototype), stat);

/** The part of `node:fs` that searching for names needs, over the operations of any machine. */
export function toFolderAccess(operations: Operations) {
	async function statOf(file: string): Promise<Stats> {
		const stat = await operations.stat(file);
		if (stat) return toStats(stat);
		throw Object.assign(new Error(`ENOENT: there is no ${file}`), {code: 'ENOENT'});
	}

	function stat(file: string, callback: StatCallback): void {
		statOf(file).then(
			found => callback(null, found),
			error => callback(error, toStats({size: 0, isFile: no, isDirectory: no})),
		);
	}

	function readdir(folder: string, options: {withFileTypes: true}, callback: EntriesCallback): void;
	function readdir(folder: string, callback: NamesCallback): void;
	function readdir(
		folder: string,
		second: {withFileTypes: true} | NamesCallback,
		third?: EntriesCallback,
	): void {
		const done = (error: Failure | null, entries: readonly FolderEntry[]) => {
			if (typeof second === 'function') {
				second(
					error,
					entries.map(({name}) => name.toString()),
				);
			} else third?.(error, entries.map(toEntry));
		};
		operations.readFolder(folder).then(
			entries => done(null, entries),
			error => done(error, []),
		);
	}

	return {
		stat,
		lstat: stat,
		readdir,
		promises: {
			stat: statOf,
			readFile: async (file: string) => (await operations.readFile(file)).toString(),
		},
	};
}
