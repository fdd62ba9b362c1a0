import fs from 'node:fs';
import type {FileProblem} from '../../ai/index.ts';
import {mostFiles} from './find.ts';
import {createRealPaths, isInside, realPath} from './project-root.ts';
import type {ResourceRoot, ResourceScope, Roots} from './roots.ts';

export type FoundFile = {
	readonly path: string;
	readonly scope: ResourceScope;
	/** The package that brings it, as settings write it. */
	readonly from?: string;
};

export type Found = {
	readonly files: readonly FoundFile[];
	readonly problems: readonly FileProblem[];
};

const problem = (path: string, message: string): FileProblem => ({path, line: undefined, message});

/** Why a root cannot be looked in; undefined: it can, or it is simply not there. */
function objection({path, isNamed, within}: ResourceRoot): FileProblem | undefined {
	const place = realPath(path);
	if (place === undefined) {
		return isNamed ? problem(path, 'there is no such file or folder') : undefined;
	}

	return within !== undefined && !isInside(within, place)
		? problem(path, 'it is a link that leads out of the project; it is not followed')
		: undefined;
}

function filesOfRoot(
	root: ResourceRoot,
	filesOf: (root: ResourceRoot) => readonly string[],
): readonly string[] {
	const stat = fs.statSync(root.path, {throwIfNoEntry: false});
	if (stat === undefined) return [];
	const {accepts = () => true} = root;
	return (stat.isDirectory() ? filesOf(root) : [root.path]).filter(accepts);
}

const toFound = (file: string, {scope, from}: ResourceRoot): FoundFile => ({
	path: file,
	scope,
	...(from === undefined ? {} : {from}),
});

/** The files of all roots, each once however many ways lead to it. A root that is a file stands for itself. */
export function lookIn(
	{roots, isLeftOut}: Roots,
	filesOf: (root: ResourceRoot) => readonly string[],
): Found {
	const files = new Map<string, FoundFile>();
	const problems: FileProblem[] = [];
	const realPathOf = createRealPaths();
	const filesIn = (root: ResourceRoot): readonly string[] => {
		const objected = objection(root);
		const found = objected ? [] : filesOfRoot(root, filesOf);
		if (objected) problems.push(objected);
		if (found.length > mostFiles)
			problems.push(problem(root.path, `it holds more than ${mostFiles}; the rest is left out`));
		return found.slice(0, mostFiles);
	};
	for (const root of roots) {
		for (const file of filesIn(root)) {
			const place = realPathOf(file);
			if (!files.has(place) && !isLeftOut(file)) files.set(place, toFound(file, root));
		}
	}

	return {files: [...files.values()], problems};
}

type Named = FoundFile & {readonly name: string};

/** The first of equal names. That one's own replaces what ships is meant so, and no problem. */
export function firstOfEach<T extends Named>(
	found: readonly T[],
): {readonly kept: readonly T[]; readonly problems: readonly FileProblem[]} {
	const kept = new Map<string, T>();
	const problems: FileProblem[] = [];
	for (const each of found) {
		const first = kept.get(each.name);
		if (first === undefined) kept.set(each.name, each);
		else if (each.scope !== 'shipped') {
			problems.push(
				problem(each.path, `"${each.name}" is taken by ${first.path}; this one is left out`),
			);
		}
	}

	return {kept: [...kept.values()], problems};
}
