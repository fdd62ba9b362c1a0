import path from 'node:path';
import {filesIn} from '../resources/find.ts';
import {skillFilesIn} from '../resources/skills.ts';
import {extensionFilesAt} from './extension-files.ts';
import {packageRoots} from './installed.ts';
import type {ListedPackage} from './listed.ts';
import {type PackageKind, packageKinds, readManifest} from './manifest.ts';

/** Something that a package brings, whether it is wanted or not. */
export type PackageFile = {
	readonly kind: PackageKind;
	/** Its path in the package; of a skill its folder. */
	readonly name: string;
	readonly path: string;
	readonly isOn: boolean;
};

const filesAt: Readonly<Record<PackageKind, (root: string, within: string) => readonly string[]>> =
	{
		extensions: extensionFilesAt,
		skills: (root, within) => skillFilesIn({path: root, within}),
		prompts: (root, within) => (root.endsWith('.md') ? [root] : filesIn(root, '.md', {within})),
		themes: (root, within) => (root.endsWith('.json') ? [root] : filesIn(root, '.json', {within})),
	};

function nameOf(file: string, folder: string): string {
	const way = path.relative(folder, file).replaceAll(path.sep, '/');
	return path.basename(file) === 'SKILL.md' ? path.posix.dirname(way) : way || path.basename(file);
}

/** All that a package brings. */
export function packageFiles(listed: ListedPackage): readonly PackageFile[] {
	const whole = {...listed, manifest: readManifest(listed.folder), filters: []};
	return packageKinds.flatMap(kind => {
		const accepted = packageRoots({...whole, filters: listed.filters}, kind);
		return packageRoots(whole, kind).flatMap((root, index) =>
			filesAt[kind](root.path, root.within)
				.filter(root.accepts)
				.map(file => ({
					kind,
					name: nameOf(file, listed.folder),
					path: file,
					isOn: accepted[index]?.accepts(file) === true,
				})),
		);
	});
}
