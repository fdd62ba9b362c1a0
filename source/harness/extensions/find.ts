import fs from 'node:fs';
import path from 'node:path';
import type {FileProblem} from '../../ai/index.ts';
import {globToRegExp, isGlob} from '../../lib/glob.ts';
import type {Places} from '../paths.ts';
import {expandHome} from '../paths.ts';
import {expandGlob} from '../resources/roots.ts';
import type {SettingsStore} from '../resources/settings.ts';
import {isRecord} from './event-row.ts';
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

const isScript = (name: string): boolean =>
	/\.(?:[cm]?[jt]s|[jt]sx)$/.test(name) && !name.endsWith('.d.ts');

const isFile = (file: string): boolean =>
	fs.statSync(file, {throwIfNoEntry: false})?.isFile() === true;

const isFolder = (file: string): boolean =>
	fs.statSync(file, {throwIfNoEntry: false})?.isDirectory() === true;

function namesIn(folder: string): readonly string[] {
	try {
		return fs.readdirSync(folder).sort();
	} catch {
		// Not there, which is usual.
		return [];
	}
}

function readManifest(folder: string): Readonly<Record<string, unknown>> | undefined {
	const file = path.join(folder, 'package.json');
	if (!isFile(file)) return undefined;
	try {
		const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
		return isRecord(value) ? value : undefined;
	} catch {
		// A package.json that cannot be read names no extensions; the folder may still have an index.
		return undefined;
	}
}

const texts = (value: unknown): readonly string[] =>
	Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : [];

/** What a package.json says of extensions, for bough or for pi. */
function listedEntries(manifest: Readonly<Record<string, unknown>>): readonly string[] {
	const own = isRecord(manifest.bough) ? manifest.bough : manifest.pi;
	return isRecord(own) ? texts(own.extensions) : [];
}

const indexOf = (folder: string): readonly string[] =>
	['index.ts', 'index.js', 'index.mjs', 'index.tsx']
		.map(name => path.join(folder, name))
		.filter(isFile)
		.slice(0, 1);

/** The scripts that a folder stands for: those its package.json lists, else its index. */
export function entriesOf(folder: string): readonly string[] {
	const manifest = readManifest(folder);
	const listed = manifest ? listedEntries(manifest) : [];
	const files = listed.flatMap(entry => {
		const file = path.resolve(folder, entry);
		return isFolder(file) ? scriptsIn(file) : isFile(file) ? [file] : [];
	});
	return files.length > 0 ? files : indexOf(folder);
}

/** The extensions in a folder, one level deep. */
function scriptsIn(folder: string): readonly string[] {
	return namesIn(folder).flatMap(name => {
		const file = path.join(folder, name);
		if (isScript(name)) return [file];
		return isFolder(file) ? entriesOf(file) : [];
	});
}

/** A file, a folder that is an extension, or a folder of them. */
function scriptsAt(file: string): readonly string[] {
	if (!isFolder(file)) return isFile(file) ? [file] : [];
	const own = entriesOf(file);
	return own.length > 0 ? own : scriptsIn(file);
}

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
	const scripts = scriptsAt(file);
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
					.filter(isScript)
					.map(each => toSource(each, scope)),
			);
		} else addPath(into, file, scope);
	}
}

const addFolder = (into: Place, folder: string, place: ExtensionPlace): void => {
	into.sources.push(...scriptsIn(folder).map(file => toSource(file, place)));
};

/** Command line, project, person: in this order they are loaded and asked. The project's only if it is trusted. */
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
	}

	const kept = into.sources.filter(
		({path: file}, index) => index < ofFlags || !into.excluded.some(excludes => excludes(file)),
	);
	const real = (file: string) => fs.realpathSync(file);
	const first = new Map(kept.toReversed().map(source => [real(source.path), source]));
	return {
		sources: [...new Set(kept)].filter(source => first.get(real(source.path)) === source),
		problems: into.problems,
	};
}
