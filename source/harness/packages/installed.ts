import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {globToRegExp, isGlob} from '../../lib/glob.ts';
import {expandGlob} from '../resources/expand-glob.ts';
import {realPath} from '../resources/project-root.ts';
import type {SettingsStore} from '../resources/settings.ts';
import {isWanted} from './filter.ts';
import {type ListedPackage, listPackages} from './listed.ts';
import {type Manifest, type PackageKind, readManifest} from './manifest.ts';

/** A package that is there, with what it says about itself. */
export type InstalledPackage = ListedPackage & {readonly manifest: Manifest};

export type InstalledPackages = {
	readonly packages: readonly InstalledPackage[];
	readonly problems: readonly FileProblem[];
};

/** A file or folder of a package to look in. */
export type PackageRoot = {
	readonly path: string;
	/** Nothing outside of the package is read through its links. */
	readonly within: string;
	/** The package as settings write it. */
	readonly from: string;
	/** The package names this path: that it is missing is worth a word. */
	readonly isNamed: boolean;
	/** Whether the package brings this file, and the settings want it. */
	accepts(file: string): boolean;
};

function missing({source, scope, folder}: ListedPackage): FileProblem {
	const flag = scope === 'project' ? ' -l' : '';
	const message =
		source.kind === 'folder'
			? 'there is no such package'
			: `${source.text} is listed, but not installed: \`bough install${flag}\` does it`;
	return {path: folder, line: undefined, message};
}

/** The packages in use. Nothing is fetched: what is listed and not there is a problem. */
export function installedPackages(settings: SettingsStore, userHome: string): InstalledPackages {
	const {packages, problems} = listPackages(settings, userHome);
	const found: InstalledPackage[] = [];
	const faults: FileProblem[] = [...problems];
	for (const each of packages) {
		try {
			if (!fs.existsSync(each.folder)) faults.push(missing(each));
			else found.push({...each, manifest: readManifest(each.folder)});
		} catch (error) {
			const file = path.join(each.folder, 'package.json');
			faults.push({path: file, line: undefined, message: reasonOf(error)});
		}
	}

	return {packages: found, problems: faults};
}

/** Paths of a kind inside a package, as its manifest names them. */
function declared(
	folder: string,
	kind: PackageKind,
	{resources}: Manifest,
): {readonly paths: readonly string[]; isLeftOut(file: string): boolean} {
	const entries = resources ? (resources[kind] ?? []) : [kind];
	const absolute = (entry: string) => path.resolve(folder, entry);
	const excluded = entries
		.filter(entry => entry.startsWith('!'))
		.map(entry => globToRegExp(absolute(entry.slice(1)), {separator: '/'}));
	const paths = entries
		.filter(entry => !entry.startsWith('!'))
		.flatMap(entry => (isGlob(entry) ? expandGlob(absolute(entry)) : [absolute(entry)]));
	return {paths, isLeftOut: file => excluded.some(pattern => pattern.test(file))};
}

/** Where a package has resources of a kind, as far as settings want them. */
export function packageRoots(
	{folder, manifest, filters, source}: InstalledPackage,
	kind: PackageKind,
): readonly PackageRoot[] {
	const isFile = fs.statSync(folder, {throwIfNoEntry: false})?.isFile() === true;
	if (isFile && kind !== 'extensions') return [];
	const within = realPath(folder) ?? folder;
	const patterns = filters.map(each => each[kind]);
	const {paths, isLeftOut} = isFile
		? {paths: [folder], isLeftOut: () => false}
		: declared(folder, kind, manifest);
	return paths.map(each => ({
		path: each,
		within,
		from: source.text,
		isNamed: isFile || manifest.resources !== undefined,
		accepts: file => !isLeftOut(file) && isWanted(file, folder, patterns),
	}));
}
