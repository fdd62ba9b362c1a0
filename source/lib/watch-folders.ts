import fs from 'node:fs';
import path from 'node:path';

export type WatchedFolder = {
	readonly folder: string;
	/** Only these names in it; undefined: all. */
	readonly names?: readonly string[];
};

export type FolderWatch = {
	/** Watches these from now on, and no others. */
	set(folders: readonly WatchedFolder[]): void;
	dispose(): void;
};

/** The system has few watches to give; whoever has more folders than this reloads by hand. */
const mostWatches = 256;

type Open = {readonly watcher: fs.FSWatcher; names: readonly string[] | undefined};

/**
 * Tells of files that changed, in one batch once it is quiet for a moment. Folders that are not there or cannot be
 * watched are left out.
 */
export function watchFolders(
	onChange: (files: readonly string[]) => void,
	quietMs = 300,
): FolderWatch {
	const open = new Map<string, Open>();
	const changed = new Set<string>();
	let timer: NodeJS.Timeout | undefined;
	const tell = () => {
		const files = [...changed].sort();
		changed.clear();
		onChange(files);
	};
	const note = (folder: string, name: string) => {
		const names = open.get(folder)?.names;
		if (names !== undefined && !names.includes(name)) return;
		changed.add(path.join(folder, name));
		clearTimeout(timer);
		timer = setTimeout(tell, quietMs);
		timer.unref();
	};
	const close = (folder: string) => {
		open.get(folder)?.watcher.close();
		open.delete(folder);
	};
	const add = ({folder, names}: WatchedFolder) => {
		const known = open.get(folder);
		if (known) {
			known.names = known.names && names ? [...new Set([...known.names, ...names])] : undefined;
			return;
		}

		if (open.size >= mostWatches) return;
		try {
			const watcher = fs.watch(folder, {persistent: false}, (_event, name) => {
				if (name !== null) note(folder, name);
			});
			watcher.on('error', () => close(folder));
			open.set(folder, {watcher, names});
		} catch {
			// Not there, or the system has no more watches: this one is read again by hand.
		}
	};
	return {
		set(folders) {
			const wanted = new Set(folders.map(({folder}) => folder));
			for (const folder of [...open.keys()]) if (!wanted.has(folder)) close(folder);
			for (const each of folders) {
				const known = open.get(each.folder);
				if (known) known.names = [];
			}

			for (const each of folders) add(each);
		},
		dispose() {
			clearTimeout(timer);
			for (const folder of [...open.keys()]) close(folder);
		},
	};
}
