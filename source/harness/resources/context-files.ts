import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {codeOf, reasonOf} from '../../lib/errors.ts';
import {ancestors, isInside, projectRoot, realPath} from './project-root.ts';

/** Instructions for agents that stand in a folder. */
export type ContextFile = {readonly path: string; readonly text: string};

/** The first of these counts in a folder. */
export const contextFileNames: readonly string[] = [
	'AGENTS.override.md',
	'AGENTS.md',
	'AGENTS.MD',
	'CLAUDE.md',
	'CLAUDE.MD',
];
const mostCharacters = 100_000;

/** The one that counts in a folder. */
const contextFileIn = (folder: string): string | undefined =>
	contextFileNames
		.map(name => path.join(folder, name))
		.find(file => fs.statSync(file, {throwIfNoEntry: false})?.isFile());

/** The folder of the repository that a linked worktree belongs to. */
function mainWorktree(root: string): string | undefined {
	try {
		const link = fs.readFileSync(path.join(root, '.git'), 'utf8');
		const [, folder] = /^gitdir: (.+)[/\\]\.git[/\\]worktrees[/\\]/.exec(link) ?? [];
		return folder === undefined ? undefined : path.resolve(root, folder);
	} catch {
		// A folder `.git`, or none: this is no linked worktree.
		return undefined;
	}
}

/** A worktree inside its own repository has a copy of the same file. */
function withoutOriginal(files: readonly string[], cwd: string): readonly string[] {
	const root = projectRoot(cwd);
	const main = mainWorktree(root);
	const hasCopy = files.some(file => path.dirname(file) === root);
	return main === undefined || !hasCopy ? files : files.filter(file => path.dirname(file) !== main);
}

/** Paths of the project's: those of folders that are neither the person's home nor above it. */
export function projectContextFiles(cwd: string, userHome: string): readonly string[] {
	const folders = ancestors(cwd).filter(folder => !isInside(folder, userHome));
	return withoutOriginal(
		folders.flatMap(folder => contextFileIn(folder) ?? []),
		cwd,
	);
}

const personalContextFiles = (home: string, cwd: string, userHome: string): readonly string[] =>
	[home, ...ancestors(cwd).filter(folder => isInside(folder, userHome))].flatMap(
		folder => contextFileIn(folder) ?? [],
	);

function read(file: string): ContextFile | undefined {
	const text = fs
		.readFileSync(file, 'utf8')
		.replace(/^\uFEFF/, '')
		.trim();
	if (text === '') return undefined;
	if (text.length <= mostCharacters) return {path: file, text};
	const rest = text.length - mostCharacters;
	return {
		path: file,
		text: `${text.slice(0, mostCharacters)}\n\n[${rest} more characters in the file]`,
	};
}

export type ContextOptions = {
	readonly home: string;
	readonly userHome: string;
	readonly cwd: string;
	/** The project's own are read as well. */
	readonly isTrusted: boolean;
};

export type ContextFiles = {
	readonly files: readonly ContextFile[];
	readonly problems: readonly FileProblem[];
};

/** The person's own, then from the root of the file system down to the working directory. */
export function findContextFiles({home, userHome, cwd, isTrusted}: ContextOptions): ContextFiles {
	const files: ContextFile[] = [];
	const problems: FileProblem[] = [];
	const add = (file: string, within?: string) => {
		const place = realPath(file);
		if (within !== undefined && (place === undefined || !isInside(within, place))) {
			const message = 'it is a link that leads out of the project; it is not read';
			problems.push({path: file, line: undefined, message});
			return;
		}

		try {
			const found = read(file);
			if (found) files.push(found);
		} catch (error) {
			if (codeOf(error) !== 'ENOENT')
				problems.push({path: file, line: undefined, message: `cannot be read: ${reasonOf(error)}`});
		}
	};
	for (const file of personalContextFiles(home, cwd, userHome)) add(file);
	const root = projectRoot(cwd);
	for (const file of isTrusted ? projectContextFiles(cwd, userHome) : []) {
		// Above the project its own folder is the border.
		const border = isInside(root, file) ? root : path.dirname(file);
		add(file, realPath(border) ?? border);
	}

	return {files, problems};
}
