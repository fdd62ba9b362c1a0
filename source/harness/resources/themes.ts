import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {readConfigFile} from '../config-file.ts';
import {filesIn} from './find.ts';
import {type FoundFile, firstOfEach, lookIn} from './look-in.ts';
import type {Roots} from './roots.ts';

/** A theme as its file has it; whoever paints checks its colours. */
export type ThemeFile = FoundFile & {readonly name: string; readonly value: unknown};

export type Themes = {
	readonly themes: readonly ThemeFile[];
	readonly problems: readonly FileProblem[];
};

type Read = {readonly theme?: ThemeFile; readonly problems: readonly FileProblem[]};

function readTheme({path: file, scope}: FoundFile): Read {
	const {value, problems} = readConfigFile(file);
	if (problems.length > 0) return {problems};
	const name = typeof value.name === 'string' ? value.name : path.basename(file, '.json');
	// "light/dark" is a pair of names, and "system" follows the terminal.
	return name.includes('/') || name === 'system'
		? {
				problems: [
					{path: file, line: undefined, message: `"${name}" cannot be the name of a theme`},
				],
			}
		: {theme: {name, value, path: file, scope}, problems: []};
}

/** The `.json` files right in the folders. */
export function findThemes(roots: Roots): Themes {
	const {files, problems} = lookIn(roots, ({path: folder, within}) =>
		filesIn(folder, '.json', {within}),
	);
	const read = files.map(readTheme);
	const {kept, problems: taken} = firstOfEach(read.flatMap(({theme}) => theme ?? []));
	return {
		themes: kept,
		problems: [...problems, ...read.flatMap(each => each.problems), ...taken],
	};
}
