import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {globToRegExp, isGlob} from '../../lib/glob.ts';
import {extensionFilesAt, packageExtensions} from '../packages/extension-files.ts';
import {installedPackages} from '../packages/installed.ts';
import type {Places} from '../paths.ts';
import {expandHome} from '../paths.ts';
import {expandGlob} from '../resources/expand-glob.ts';
import type {SettingsStore} from '../resources/settings.ts';
import type {ExtensionPlace, ExtensionSource} from './extension.ts';

export type FindOptions = {
	readonly cwd: string;
	readonly userHome: string;
	readonly places: Places;
	readonly settings: SettingsStore;
	readonly isTrusted: boolean;
	/** From the command line. */
	readonly named: readonly string[];
	/** Nothing but these. */
	readonly onlyNamed: boolean;
	/** Folder of the extensions that come with bough. */
	readonly shipped: string;
};

export type FoundExtensions = {
	readonly sources: readonly ExtensionSource[];
	readonly problems: readonly FileProblem[];
};

export function nameOf(file: string): string {
	const base = path.basename(file).replace(/\.(?:[cm]?[jt]s|[jt]sx)$/, '');
	return base === 'index' ? path.basename(path.dirname(file)) : base;
}

type Place = {
	readonly sources: ExtensionSource[];
	readonly problems: FileProblem[];
	readonly excluded: ((file: string) => boolean)[];
};

const toSource = (file: string, place: ExtensionPlace): ExtensionSource => ({
	path: file,
	name: nameOf(file),
	place,
});

function addPath(into: Place, file: string, place: ExtensionPlace): void {
	const scripts = extensionFilesAt(file);
	if (scripts.length === 0)
		into.problems.push({path: file, line: undefined, message: 'there is no extension here'});
	into.sources.push(...scripts.map(script => toSource(script, place)));
}

function addNamed(into: Place, entry: string, {cwd, userHome, shipped}: FindOptions): void {
	const [, builtIn] = /^builtin:(.+)$/.exec(entry) ?? [];
	const file = builtIn
		? path.join(shipped, `${builtIn}.ts`)
		: path.resolve(cwd, expandHome(entry, userHome));
	addPath(into, file, 'flag');
}

function addListed(into: Place, scope: 'project' | 'person', options: FindOptions): void {
	for (const {entry, scope: from, folder} of options.settings.listed('extensions')) {
		if (from !== scope || typeof entry !== 'string') continue;
		const [, builtIn] = /^\+?builtin:(.+)$/.exec(entry) ?? [];
		const bare = entry.replace(/^[+!-]/, '');
		const file = builtIn
			? path.join(options.shipped, `${builtIn}.ts`)
			: path.resolve(folder, expandHome(bare, options.userHome));
		if (entry.startsWith('-'))
			into.excluded.push(each => each === file || each.startsWith(file + path.sep));
		else if (entry.startsWith('!')) {
			const pattern = globToRegExp(file, {separator: '/'});
			into.excluded.push(each => pattern.test(each));
		} else if (isGlob(file)) {
			into.sources.push(
				...expandGlob(file)
					.flatMap(extensionFilesAt)
					.map(each => toSource(each, scope)),
			);
		} else addPath(into, file, scope);
	}
}

const addFolder = (into: Place, folder: string, place: ExtensionPlace): void => {
	into.sources.push(...extensionFilesAt(folder).map(file => toSource(file, place)));
};

/** What packages bring; that one of them is missing is told with their other resources. */
function addPackages(into: Place, {settings, userHome}: FindOptions): void {
	for (const {path: file, from} of packageExtensions(
		installedPackages(settings, userHome).packages,
	)) {
		into.sources.push({path: file, name: nameOf(file), place: 'package', packageName: from});
	}
}

/** The first of what is one file, however many ways lead to it. */
function once(sources: readonly ExtensionSource[]): readonly ExtensionSource[] {
	const known = new Set<string>();
	return sources.filter(({path: file}) => {
		const real = fs.realpathSync(file);
		const isNew = !known.has(real);
		known.add(real);
		return isNew;
	});
}

/**
 * Command line, project, person, packages: in this order they are loaded and asked. The project's only if it is trusted.
 */
export function findExtensions(options: FindOptions): FoundExtensions {
	const {cwd, places, isTrusted} = options;
	const into: Place = {sources: [], problems: [], excluded: []};
	for (const entry of options.named) addNamed(into, entry, options);
	const ofFlags = into.sources.length;
	if (!options.onlyNamed) {
		if (isTrusted) {
			addListed(into, 'project', options);
			addFolder(into, path.join(places.project, 'extensions'), 'project');
			addFolder(into, path.join(cwd, '.pi', 'extensions'), 'project');
		}

		addListed(into, 'person', options);
		addFolder(into, path.join(places.home, 'extensions'), 'person');
		addPackages(into, options);
	}

	const kept = into.sources.filter(
		({path: file}, index) => index < ofFlags || !into.excluded.some(excludes => excludes(file)),
	);
	return {sources: once(kept), problems: into.problems};
}
