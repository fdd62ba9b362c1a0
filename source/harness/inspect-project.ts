import fs from 'node:fs';
import path from 'node:path';
import {isRecord} from '../lib/is-record.ts';
import {readConfigFile} from './config-file.ts';
import {PackageError, parseSource, placeOf} from './packages/source.ts';
import {projectContextFiles} from './resources/context-files.ts';
import {ancestors, isInside, projectRoot, realPath} from './resources/project-root.ts';
import {hashTree} from './resources/tree-hash.ts';

export type ProjectResourceKind =
	| 'settings'
	| 'MCP servers'
	| 'extension'
	| 'package'
	| 'skill'
	| 'slash prompt'
	| 'theme'
	| 'system prompt'
	| 'instructions';

/** Something in a project that changes what bough does. */
export type ProjectResource = {
	readonly kind: ProjectResourceKind;
	/** As a person would say it. */
	readonly name: string;
	readonly path: string;
	/** Of its whole content. Instructions change with the work and have none: trust is not bound to them. */
	readonly hash?: string;
};

export type InspectOptions = {
	readonly cwd: string;
	readonly userHome: string;
	/** Instructions count as well. */
	readonly contextFiles: boolean;
};

const single: readonly (readonly [string, ProjectResourceKind])[] = [
	['settings.json', 'settings'],
	['mcp.json', 'MCP servers'],
	['SYSTEM.md', 'system prompt'],
	['APPEND_SYSTEM.md', 'system prompt'],
];

const folders: readonly (readonly [string, ProjectResourceKind])[] = [
	['extensions', 'extension'],
	['skills', 'skill'],
	['prompts', 'slash prompt'],
	['themes', 'theme'],
];

const exists = (file: string): boolean => fs.lstatSync(file, {throwIfNoEntry: false}) !== undefined;

function namesIn(folder: string): readonly string[] {
	try {
		return fs.readdirSync(folder).sort();
	} catch {
		// Not there, or no folder at all.
		return [];
	}
}

type Bare = Omit<ProjectResource, 'hash'>;

const inFolder = (folder: string, kind: ProjectResourceKind): readonly Bare[] =>
	namesIn(folder).map(name => ({
		kind,
		name: name.replace(/\.(?:[cm]?[jt]s|md|json)$/, ''),
		path: path.join(folder, name),
	}));

/** Packages that the settings name: what is loaded of them is part of what is trusted. */
function packages(project: string, userHome: string): readonly Bare[] {
	const file = path.join(project, 'settings.json');
	if (!fs.statSync(file, {throwIfNoEntry: false})?.isFile()) return [];
	const {value} = readConfigFile(file);
	const listed: readonly unknown[] = Array.isArray(value.packages) ? value.packages : [];
	return listed.flatMap((entry): readonly Bare[] => {
		const text = isRecord(entry) ? entry.source : entry;
		if (typeof text !== 'string') return [];
		try {
			const source = parseSource(text, {folder: project, userHome});
			// What a package of a registry needs lies beside it, and runs as well.
			const place = source.kind === 'npm' ? path.join(project, 'npm') : placeOf(source, project);
			return [{kind: 'package', name: text, path: place}];
		} catch (error) {
			if (error instanceof PackageError) return [{kind: 'package', name: text, path: file}];
			throw error;
		}
	});
}

function sharedSkills(cwd: string, root: string): readonly Bare[] {
	return ancestors(cwd)
		.filter(folder => isInside(root, folder))
		.flatMap(folder => inFolder(path.join(folder, '.agents', 'skills'), 'skill'));
}

const singles = (project: string): readonly Bare[] =>
	single
		.map(([name, kind]) => ({kind, name, path: path.join(project, name)}))
		.filter(({path: file}) => exists(file));

/** A package may lie outside of the project, and counts with all that is in it. */
function withHash(each: Bare, border: string): ProjectResource {
	const own = each.kind === 'package' ? realPath(each.path) : undefined;
	return {...each, hash: hashTree(each.path, own ?? border)};
}

/** What a project would load, in the order in which a person wants to hear it. Reads and hashes; runs nothing. */
export function inspectProject({
	cwd,
	userHome,
	contextFiles,
}: InspectOptions): readonly ProjectResource[] {
	const project = path.join(cwd, '.bough');
	const pi = path.join(cwd, '.pi');
	const root = projectRoot(cwd);
	const border = realPath(root) ?? root;
	const places = [project, pi];
	const inPlaces = ([name, kind]: (typeof folders)[number]) =>
		places.flatMap(place => inFolder(path.join(place, name), kind));
	const found = [
		...folders.slice(0, 1).flatMap(inPlaces),
		...places.flatMap(place => packages(place, userHome)),
		...singles(project),
		...singles(pi).filter(({kind}) => kind === 'settings'),
		...folders.slice(1).flatMap(inPlaces),
		...sharedSkills(cwd, root),
	];
	const instructions = contextFiles
		? projectContextFiles(cwd, userHome).map(file => ({
				kind: 'instructions' as const,
				name: path.relative(cwd, file),
				path: file,
			}))
		: [];
	return [...found.map(each => withHash(each, border)), ...instructions];
}

/** Whether a project would load anything but instructions. */
export const hasProjectResources = (cwd: string, userHome: string): boolean =>
	inspectProject({cwd, userHome, contextFiles: false}).length > 0;
