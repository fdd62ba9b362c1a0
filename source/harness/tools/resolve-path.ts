import path from 'node:path';
import type {ToolEnvironment} from './environment.ts';
import {localOperations, type Operations} from './operations.ts';

const unusualSpaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

export const operationsOf = ({
	operations = localOperations,
}: Pick<ToolEnvironment, 'operations'>): Operations => operations;

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
	file => file.replace(/ (AM|PM)\b/gi, '\u202f$1'),
	file => file.normalize('NFD'),
	file => file.normalize('NFC'),
	file => file.replaceAll("'", '\u2019'),
	file => file.normalize('NFD').replaceAll("'", '\u2019'),
];

/** The file that is meant: as given, without its unusual spaces, or in a spelling of macOS, whichever exists. */
export async function existingPath(given: string, environment: ToolEnvironment): Promise<string> {
	const {stat} = operationsOf(environment);
	const plain = resolvePath(given, environment);
	const literal = path.resolve(environment.cwd, given);
	const spellings = [plain, literal, ...variants.map(spell => spell(plain))];
	for (const file of new Set(spellings)) if (await stat(file)) return file;
	return plain;
}

/** Where a write to `file` ends up: links are followed, a part that does not exist yet is kept. */
export async function realTarget(file: string, operations: Operations, depth = 0): Promise<string> {
	if (depth > 40) throw Object.assign(new Error(`${file}: too many links`), {code: 'ELOOP'});
	const real = await operations.realPath(file).catch(error => {
		if (['ENOENT', 'ENOTDIR'].includes(error.code)) return undefined;
		throw error;
	});
	if (real !== undefined) return real;
	const link = await operations.readLink(file);
	if (link !== undefined) {
		return realTarget(path.resolve(path.dirname(file), link), operations, depth + 1);
	}

	const parent = path.dirname(file);
	if (parent === file) return file;
	return path.join(await realTarget(parent, operations, depth + 1), path.basename(file));
}

export const isInside = (folder: string, file: string): boolean => {
	const relative = path.relative(folder, file);
	return relative === '' || !(/^\.\.(?:[\\/]|$)/.test(relative) || path.isAbsolute(relative));
};

/** The path is one of the project's, what it leads to is not: a link goes out in between. */
export async function leavesProject(file: string, environment: ToolEnvironment): Promise<boolean> {
	const operations = operationsOf(environment);
	const root = environment.projectRoot ?? environment.cwd;
	if (!isInside(root, file)) return false;
	const [home, target] = await Promise.all([
		realTarget(root, operations),
		realTarget(file, operations),
	]);
	return !isInside(home, target);
}
