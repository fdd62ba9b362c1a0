import fs from 'node:fs';
import path from 'node:path';
import ignore, {type Ignore} from 'ignore';
import {isInside, realPath} from './project-root.ts';

export type Search = {
	/** Links that lead out of this folder are not followed: a project must not reach into the person's files. */
	readonly within?: string | undefined;
};

type Rules = readonly {readonly folder: string; readonly matcher: Ignore}[];
type Entry = {readonly path: string; readonly name: string; readonly kind: 'file' | 'folder'};

const ignoreFiles = ['.gitignore', '.ignore', '.fdignore'];
const mostLevels = 16;
/** Nobody writes so many by hand; a start must not take long because a folder was taken for another. */
export const mostFiles = 1000;
const mostFolders = 5000;

function kindOf(dirent: fs.Dirent, file: string, {within}: Search): Entry['kind'] | undefined {
	if (dirent.isFile()) return 'file';
	if (dirent.isDirectory()) return 'folder';
	if (!dirent.isSymbolicLink()) return undefined;
	const target = realPath(file);
	if (target === undefined || (within !== undefined && !isInside(within, target))) return undefined;
	const stat = fs.statSync(target, {throwIfNoEntry: false});
	// Pipes and devices would never end.
	return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'folder' : undefined;
}

function withRules(folder: string, names: ReadonlySet<string>, rules: Rules): Rules {
	const own = ignoreFiles.filter(name => names.has(name));
	if (own.length === 0) return rules;
	const matcher = ignore();
	for (const name of own) {
		try {
			matcher.add(fs.readFileSync(path.join(folder, name), 'utf8'));
		} catch {
			// A folder of that name, or one that is closed to us: it rules nothing.
		}
	}

	return [...rules, {folder, matcher}];
}

const isIgnored = ({path: file, kind}: Entry, rules: Rules): boolean =>
	rules.some(({folder, matcher}) =>
		matcher.ignores(path.relative(folder, file) + (kind === 'folder' ? '/' : '')),
	);

function read(
	folder: string,
	search: Search,
	above: Rules,
): {entries: readonly Entry[]; rules: Rules} {
	let dirents: readonly fs.Dirent[];
	try {
		dirents = fs.readdirSync(folder, {withFileTypes: true});
	} catch {
		// Not there, or closed to us: there is nothing to find.
		return {entries: [], rules: above};
	}

	const rules = withRules(folder, new Set(dirents.map(({name}) => name)), above);
	const entries = dirents
		.filter(({name}) => !name.startsWith('.') && name !== 'node_modules')
		.flatMap((dirent): readonly Entry[] => {
			const {name} = dirent;
			const entry = path.join(folder, name);
			const kind = kindOf(dirent, entry, search);
			return kind ? [{path: entry, name, kind}] : [];
		})
		.filter(entry => !isIgnored(entry, rules))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	return {entries, rules};
}

/** The files with this ending that lie right in a folder, sorted by name. */
export const filesIn = (folder: string, ending: string, search: Search = {}): readonly string[] =>
	read(folder, search, []).entries.flatMap(({path: file, name, kind}) =>
		kind === 'file' && name.endsWith(ending) ? [file] : [],
	);

/** The first file called `name` on each way down from a folder: what lies below it belongs to it. */
export function filesNamed(name: string, folder: string, search: Search = {}): readonly string[] {
	const found: string[] = [];
	const visited = new Set<string>();
	const visit = (at: string, rules: Rules, level: number): void => {
		// Links may lead in circles, or twice to the same place.
		const stat = fs.statSync(at, {throwIfNoEntry: false});
		const place = `${stat?.dev}:${stat?.ino}`;
		// One more than is taken tells that there are more.
		const isEnough = found.length > mostFiles || visited.size > mostFolders || level > mostLevels;
		if (isEnough || !stat?.isDirectory() || visited.has(place)) return;
		visited.add(place);
		const here = read(at, search, rules);
		const own = here.entries.find(entry => entry.name === name && entry.kind === 'file');
		if (own) found.push(own.path);
		else {
			for (const entry of here.entries)
				if (entry.kind === 'folder') visit(entry.path, here.rules, level + 1);
		}
	};
	visit(folder, [], 0);
	return found;
}
