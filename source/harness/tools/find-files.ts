import path from 'node:path';
import type {ToolEnvironment} from './environment.ts';
import {toFolderAccess} from './folder-access.ts';
import {localOperations} from './operations.ts';
import {isInside, operationsOf} from './resolve-path.ts';

/** A pattern with a slash speaks of the path below the folder, one without of the name at any depth. */
function toGlob(pattern: string): string {
	const plain = pattern.replace(/^(?:\.?\/)+/, '');
	if (plain === '**' || plain === '') return '**/*';
	const glob = plain.includes('/') ? plain : `**/${plain}`;
	return glob.endsWith('/**') ? `${glob}/*` : glob;
}

/**
 * Names below `folder` that fit a glob; folders end with `/`. Hidden files are found, ignored ones are not, and for
 * that no git is needed: ignore files count from the project's root down.
 */
export async function findFiles(
	pattern: string,
	folder: string,
	environment: Pick<ToolEnvironment, 'cwd' | 'operations' | 'projectRoot'>,
): Promise<readonly string[]> {
	const {globby, convertPathToPattern, isGitIgnored} = await import('globby');
	const {projectRoot = environment.cwd} = environment;
	const operations = operationsOf(environment);
	const root = isInside(projectRoot, folder) ? projectRoot : folder;
	const below = path.relative(root, folder);
	const access = operations === localOperations ? {} : {fs: toFolderAccess(operations)};

	const find = (base: string, prefix: string, gitignore: boolean): Promise<readonly string[]> =>
		globby(prefix === '' ? toGlob(pattern) : `${convertPathToPattern(prefix)}/${toGlob(pattern)}`, {
			...access,
			cwd: base,
			dot: true,
			gitignore,
			...(gitignore ? {ignoreFiles: ['**/.ignore', '**/.rgignore', '**/.fdignore']} : {}),
			ignore: ['**/.git/**', '**/.git'],
			onlyFiles: false,
			expandDirectories: false,
			markDirectories: true,
			followSymbolicLinks: false,
			suppressErrors: true,
			caseSensitiveMatch: /\p{Lu}/u.test(pattern),
		});

	const found = await find(root, below, true);
	if (found.length > 0 || below === '') return relativeTo(found, below);
	// A folder that is ignored itself, yet asked for by name, is searched without asking its ignore files.
	const isIgnored = await isGitIgnored({...access, cwd: root, suppressErrors: true});
	return isIgnored(`${folder}/`) ? relativeTo(await find(folder, '', false), '') : [];
}

function relativeTo(names: readonly string[], below: string): readonly string[] {
	const prefix = below === '' ? '' : `${below.split(path.sep).join('/')}/`;
	return names
		.map(name => (name.startsWith(prefix) ? name.slice(prefix.length) : name))
		.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
