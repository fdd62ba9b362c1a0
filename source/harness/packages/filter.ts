import path from 'node:path';
import {globToRegExp} from '../../lib/glob.ts';

/** The ways in which a pattern may name a file: by its path in the package, and a skill by its folder as well. */
function namesOf(file: string, folder: string): readonly string[] {
	const way = path.relative(folder, file).replaceAll(path.sep, '/');
	const own = path.basename(file) === 'SKILL.md' ? path.posix.dirname(way) : way;
	return [way, own, path.posix.basename(own), path.posix.basename(own).replace(/\.\w+$/, '')];
}

const plain = (pattern: string): string => pattern.replace(/^\.\//, '').replace(/\/+$/, '');

function fits(pattern: string, names: readonly string[]): boolean {
	const glob = globToRegExp(plain(pattern), {separator: '/'});
	return names.some(name => glob.test(name));
}

const isExact = (pattern: string, names: readonly string[]): boolean =>
	names.includes(plain(pattern));

const after = (sign: string, patterns: readonly string[]): readonly string[] =>
	patterns.filter(each => each.startsWith(sign)).map(each => each.slice(sign.length));

const says = (names: readonly string[], patterns: readonly string[]): boolean | undefined => {
	if (after('-', patterns).some(pattern => isExact(pattern, names))) return false;
	if (after('+', patterns).some(pattern => isExact(pattern, names))) return true;
	if (after('!', patterns).some(pattern => fits(pattern, names))) return false;
	return undefined;
};

type Patterns = readonly string[] | undefined;

function narrows(names: readonly string[], patterns: Patterns): boolean {
	if (patterns === undefined) return true;
	const taken = patterns.filter(pattern => !/^[!+-]/.test(pattern));
	const usual =
		taken.length > 0 ? taken.some(pattern => fits(pattern, names)) : patterns.length > 0;
	return says(names, patterns) ?? usual;
}

/**
 * Whether a file of a package counts. Plain patterns take what fits them, and without any everything is taken; `!glob`
 * leaves out, and at last `+path` and `-path` say yes or no to exactly one. An empty list takes nothing. Further lists
 * change the verdict of the first where they speak of the file.
 */
export function isWanted(
	file: string,
	folder: string,
	[first, ...changes]: readonly Patterns[],
): boolean {
	const names = namesOf(file, folder);
	return changes.reduce<boolean>(
		(verdict, patterns = []) =>
			says(names, patterns) ??
			(verdict || patterns.some(each => !/^[!+-]/.test(each) && fits(each, names))),
		narrows(names, first),
	);
}
