import fs from 'node:fs';
import path from 'node:path';
import {filesIn} from '../resources/find.ts';
import type {InstalledPackage} from './installed.ts';
import {packageRoots} from './installed.ts';
import {readManifest} from './manifest.ts';

/** An extension that a package brings. */
export type PackageExtension = {
	readonly path: string;
	/** The package, as settings write it. */
	readonly from: string;
};

const isScript = (file: string): boolean =>
	/\.(?:[cm]?[jt]s|[jt]sx)$/.test(file) && !file.endsWith('.d.ts');

function foldersIn(folder: string): readonly string[] {
	try {
		return fs
			.readdirSync(folder, {withFileTypes: true})
			.filter(({name}) => !name.startsWith('.') && name !== 'node_modules')
			.map(({name}) => path.join(folder, name))
			.filter(each => fs.statSync(each, {throwIfNoEntry: false})?.isDirectory())
			.sort();
	} catch {
		// Not there, or closed to us: there is nothing to find.
		return [];
	}
}

const indexOf = (folder: string): readonly string[] =>
	filesIn(folder, '')
		.filter(file => /^index\.(?:[cm]?[jt]s|[jt]sx)$/.test(path.basename(file)))
		.slice(0, 1);

/** What a folder stands for: the scripts that its own manifest lists, else its index. */
function entriesOf(folder: string): readonly string[] {
	const listed = readManifest(folder).resources?.extensions ?? [];
	const files = listed
		.map(entry => path.resolve(folder, entry))
		.filter(file => fs.existsSync(file));
	return files.length > 0 ? files : indexOf(folder);
}

/** A script, a folder that is an extension, or a folder of scripts and extensions. */
export function extensionFilesAt(file: string): readonly string[] {
	if (!fs.statSync(file, {throwIfNoEntry: false})?.isDirectory())
		return fs.existsSync(file) && isScript(file) ? [file] : [];
	const own = entriesOf(file);
	return own.length > 0
		? own
		: [...filesIn(file, '').filter(isScript), ...foldersIn(file).flatMap(entriesOf)];
}

/** The extensions of packages that are in use, in the order of the packages. */
export const packageExtensions = (
	packages: readonly InstalledPackage[],
): readonly PackageExtension[] =>
	packages.flatMap(each =>
		packageRoots(each, 'extensions').flatMap(({path: file, accepts, from}) =>
			extensionFilesAt(file)
				.filter(accepts)
				.map(script => ({path: script, from})),
		),
	);
