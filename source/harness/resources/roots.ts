import path from 'node:path';
import {globToRegExp, isGlob} from '../../lib/glob.ts';
import {type InstalledPackage, packageRoots} from '../packages/installed.ts';
import type {Places} from '../paths.ts';
import {expandGlob} from './expand-glob.ts';
import {ancestors, isInside, projectRoot, realPath} from './project-root.ts';
import type {ListedResource, SettingsStore} from './settings.ts';

export type ResourceKind = 'skills' | 'prompts' | 'themes';
export type ResourceScope = 'flag' | 'project' | 'person' | 'package' | 'shipped';

/** A file or folder to look in. */
export type ResourceRoot = {
	readonly path: string;
	readonly scope: ResourceScope;
	/** For a project: nothing outside of it is read through its links. */
	readonly within?: string;
	/** Somebody named it: that it is missing is worth a word. */
	readonly isNamed: boolean;
	/** The package that brings it, as settings write it. */
	readonly from?: string;
	/** Of the files found here, these count. */
	accepts?(file: string): boolean;
};

export type RootOptions = {
	readonly cwd: string;
	readonly userHome: string;
	readonly places: Places;
	readonly packageFolder: string;
	readonly settings: SettingsStore;
	readonly packages: readonly InstalledPackage[];
	/** Decides whether anything of the project is looked at. */
	readonly isTrusted: boolean;
	/** From the command line. */
	readonly named: readonly string[];
	/** Only what the command line names. */
	readonly onlyNamed: boolean;
};

export type Roots = {
	/** The first of equal names wins, so the order is the rank. */
	readonly roots: readonly ResourceRoot[];
	/** What settings leave out. */
	isLeftOut(file: string): boolean;
};

function resolve(entry: string, folder: string, userHome: string): string {
	return path.resolve(folder, entry.replace(/^~(?=$|[/\\])/, userHome));
}

type Listed = {readonly include: readonly ResourceRoot[]; isLeftOut(file: string): boolean};

/** `path`, `+path` and globs are looked in; `-path` and `!glob` leave out what would be found. */
function fromSettings(listed: readonly ListedResource[], {cwd, userHome}: RootOptions): Listed {
	const include: ResourceRoot[] = [];
	const exclude: ((file: string) => boolean)[] = [];
	for (const {entry, scope, folder} of listed) {
		if (typeof entry !== 'string') continue;
		const file = resolve(entry.replace(/^[+!-]/, ''), folder, userHome);
		if (entry.startsWith('-')) exclude.push(each => isInside(file, each));
		else if (entry.startsWith('!')) {
			const pattern = globToRegExp(file, {separator: '/'});
			exclude.push(each => pattern.test(each));
		} else {
			const within = scope === 'project' ? {within: borderOf(cwd)} : {};
			const paths = isGlob(file) ? expandGlob(file) : [file];
			include.push(...paths.map(each => ({path: each, scope, isNamed: !isGlob(file), ...within})));
		}
	}

	return {include, isLeftOut: file => exclude.some(matches => matches(file))};
}

/** Skills that several agents share: in the person's home, and from the project's root down to here. */
function sharedSkills(kind: ResourceKind, {cwd, userHome, isTrusted}: RootOptions) {
	if (kind !== 'skills') return {project: [], person: []};
	const root = projectRoot(cwd);
	const folders = ancestors(cwd).filter(folder => isInside(root, folder));
	const in_ = (folder: string) => path.join(folder, '.agents', 'skills');
	return {
		project: isTrusted ? folders.toReversed().map(in_) : [],
		person: [in_(userHome)],
	};
}

/** Where resources of a kind may lie: command line, project, person, packages, bough itself. */
export function rootsOf(kind: ResourceKind, options: RootOptions): Roots {
	const {cwd, userHome, places, packageFolder, settings, packages, isTrusted} = options;
	const named = options.named.map(entry => ({
		path: resolve(entry, cwd, userHome),
		scope: 'flag' as const,
		isNamed: true,
	}));
	if (options.onlyNamed) return {roots: named, isLeftOut: () => false};
	const {include, isLeftOut} = fromSettings(settings.listed(kind), options);
	const found = (scope: ResourceScope, folders: readonly string[], within?: string) =>
		folders.map(folder => ({
			path: folder,
			scope,
			isNamed: false,
			...(within === undefined ? {} : {within}),
		}));
	const shared = sharedSkills(kind, options);
	const inFolders = (folders: readonly string[]) => folders.map(folder => path.join(folder, kind));
	const {pi} = places;
	const own = isTrusted ? inFolders([places.project, pi.project]) : [];
	return {
		roots: [
			...named,
			...include.filter(({scope}) => scope === 'project'),
			...found('project', [...own, ...shared.project], borderOf(cwd)),
			...include.filter(({scope}) => scope === 'person'),
			...found('person', [...inFolders([places.home, pi.home]), ...shared.person]),
			...packages
				.flatMap(each => packageRoots(each, kind))
				.map(root => ({...root, scope: 'package' as const})),
			...found('shipped', [path.join(packageFolder, kind)]),
		],
		isLeftOut,
	};
}

/** The folder that a trusted project may not reach out of. */
const borderOf = (cwd: string): string => {
	const root = projectRoot(cwd);
	return realPath(root) ?? root;
};
