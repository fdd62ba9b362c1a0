import fs from 'node:fs';
import path from 'node:path';
import {globToRegExp, isGlob} from '../../lib/glob.ts';

const mostLevels = 16;

function namesBelow(folder: string, level: number): readonly string[] {
	let dirents: readonly fs.Dirent[];
	try {
		dirents = fs.readdirSync(folder, {withFileTypes: true});
	} catch {
		// Not there, or closed to us: nothing in it can fit.
		return [];
	}

	return dirents
		.filter(({name}) => name !== 'node_modules' && name !== '.git')
		.flatMap(dirent => {
			const file = path.join(folder, dirent.name);
			return dirent.isDirectory() && level < mostLevels
				? [file, ...namesBelow(file, level + 1)]
				: [file];
		});
}

/** The paths below the fixed part of a glob that fit it. */
export function expandGlob(glob: string): readonly string[] {
	const parts = glob.split('/');
	const base = parts.slice(0, parts.findIndex(isGlob)).join('/') || '/';
	const pattern = globToRegExp(glob, {separator: '/'});
	return namesBelow(base, 0)
		.filter(file => pattern.test(file))
		.sort();
}
