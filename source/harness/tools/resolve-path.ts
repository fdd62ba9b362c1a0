import fs from 'node:fs';
import path from 'node:path';

const unusualSpaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** A path as models write them: `@` before it, `~`, unusual spaces. */
export function resolvePath(
	given: string,
	{cwd, userHome}: {readonly cwd: string; readonly userHome: string},
): string {
	const plain = given.replace(/^@/, '').replace(unusualSpaces, ' ');
	if (plain === '~') return userHome;
	return plain.startsWith('~/') ? path.join(userHome, plain.slice(2)) : path.resolve(cwd, plain);
}

/** Spellings under which macOS keeps the same name. */
const variants: readonly ((file: string) => string)[] = [
	file => file.replace(/ (AM|PM)\b/g, '\u202f$1'),
	file => file.normalize('NFD'),
	file => file.normalize('NFC'),
	file => file.replaceAll("'", '\u2019'),
	file => file.normalize('NFD').replaceAll("'", '\u2019'),
];

/** The spelling that exists, else the path as it is. */
export function existingPath(file: string): string {
	if (fs.existsSync(file)) return file;
	return variants.map(spell => spell(file)).find(other => fs.existsSync(other)) ?? file;
}

/** Where a write to `file` ends up: links are followed, a part that does not exist yet is kept. */
export function realTarget(file: string, depth = 0): string {
	if (depth > 40) throw new Error(`${file}: too many links`);
	try {
		return fs.realpathSync(file);
	} catch {
		// Missing, or a link to something missing: look where the link points.
	}

	try {
		const link = fs.readlinkSync(file);
		return realTarget(path.resolve(path.dirname(file), link), depth + 1);
	} catch {
		const parent = path.dirname(file);
		return parent === file ? file : path.join(realTarget(parent, depth + 1), path.basename(file));
	}
}

export const isInside = (folder: string, file: string): boolean => {
	const relative = path.relative(folder, file);
	return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
};
