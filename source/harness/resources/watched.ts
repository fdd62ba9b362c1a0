import path from 'node:path';
import type {WatchedFolder} from '../../lib/watch-folders.ts';
import type {Places} from '../paths.ts';
import {contextFileNames} from './context-files.ts';
import type {Resources} from './load.ts';
import {ancestors, isInside, projectRoot} from './project-root.ts';

export type WatchedOptions = {
	readonly cwd: string;
	readonly userHome: string;
	readonly places: Places;
	readonly isTrusted: boolean;
};

const kinds = ['skills', 'prompts', 'themes'];
const files = ['settings.json', 'SYSTEM.md', 'APPEND_SYSTEM.md', ...contextFileNames];

/** A home, ours or that of pi, of a person or of a project. */
const homeFolders = (home: string): readonly WatchedFolder[] => [
	{folder: home, names: [...files, ...kinds]},
	...kinds.map(kind => ({folder: path.join(home, kind)})),
];

/** Where something may change that a session goes by, as far as it is looked at at all. */
export function watchedFolders(
	{cwd, userHome, places, isTrusted}: WatchedOptions,
	{skills, templates, themes, contextFiles}: Resources,
): readonly WatchedFolder[] {
	const found = [...skills, ...templates, ...themes].filter(({scope}) => scope !== 'shipped');
	const root = projectRoot(cwd);
	const own = ancestors(cwd).filter(folder => isInside(root, folder));
	return [
		...[places.home, places.pi.home].flatMap(homeFolders),
		{folder: path.join(userHome, '.agents', 'skills')},
		...own.map(folder => ({
			folder,
			names: [...contextFileNames, ...(isTrusted ? ['.bough', '.pi', '.agents'] : [])],
		})),
		...(isTrusted ? [places.project, places.pi.project].flatMap(homeFolders) : []),
		...(isTrusted ? own.map(folder => ({folder: path.join(folder, '.agents', 'skills')})) : []),
		...found.map(({path: file}) => ({folder: path.dirname(file)})),
		...contextFiles.map(({path: file}) => ({
			folder: path.dirname(file),
			names: [path.basename(file)],
		})),
	];
}
