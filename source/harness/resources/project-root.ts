import fs from 'node:fs';
import path from 'node:path';

/** The folders from the root of the file system down to `folder`. */
export function ancestors(folder: string): readonly string[] {
	const found: string[] = [];
	for (let at = path.resolve(folder); ; at = path.dirname(at)) {
		found.unshift(at);
		if (path.dirname(at) === at) return found;
	}
}

/** The repository that `folder` is in; without one the folder itself is the project. */
export const projectRoot = (folder: string): string =>
	ancestors(folder).findLast(each => fs.existsSync(path.join(each, '.git'))) ??
	path.resolve(folder);

/** `file` is `folder` or below it, by their names. */
export function isInside(folder: string, file: string): boolean {
	const way = path.relative(folder, file);
	return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}

/** Where a path leads in the end; undefined when it leads nowhere. */
export function realPath(file: string): string | undefined {
	try {
		return fs.realpathSync.native(file);
	} catch {
		// A link to nothing or in a circle: there is no such place.
		return undefined;
	}
}

const isLink = (file: string): boolean =>
	fs.lstatSync(file, {throwIfNoEntry: false})?.isSymbolicLink() === true;

/** The same for many files: what is known of a folder is not asked again. A path that leads nowhere stays as it is. */
export function createRealPaths(): (file: string) => string {
	const known = new Map<string, string>();
	const find = (file: string): string => {
		const folder = path.dirname(file);
		if (folder === file) return file;
		const own = isLink(file) ? realPath(file) : path.join(ofFolder(folder), path.basename(file));
		return own ?? file;
	};
	const ofFolder = (folder: string): string => {
		const place = known.get(folder) ?? find(folder);
		known.set(folder, place);
		return place;
	};
	return find;
}
