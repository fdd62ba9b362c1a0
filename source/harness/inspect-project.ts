import fs from 'node:fs';
import path from 'node:path';
import {readConfigFile} from './config-file.ts';
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

/** Packages that the settings name: what lies in the project is part of what is trusted. */
function packages(project: string): readonly Bare[] {
	const file = path.join(project, 'settings.json');
	if (!fs.statSync(file, {throwIfNoEntry: false})?.isFile()) return [];
	const {value} = readConfigFile(file);
	const listed: readonly unknown[] = Array.isArray(value.packages) ? value.packages : [];
	return listed.flatMap((entry): readonly Bare[] => {
		const source: unknown =
			typeof entry === 'object' && entry !== null && 'source' in entry ? entry.source : entry;
		if (typeof source !== 'string') return [];
		const isPath = !/^(?:npm|git|https?|ssh):/.test(source);
		return [{kind: 'package', name: source, path: isPath ? path.resolve(project, source) : file}];
	});
}

function sharedSkills(cwd: string, root: string): readonly Bare[] {
	return ancestors(cwd)
		.filter(folder => isInside(root, folder))
		.flatMap(folder => inFolder(path.join(folder, '.agents', 'skills'), 'skill'));
}

/** What a project would load, in the order in which a person wants to hear it. Reads and hashes; runs nothing. */
export function inspectProject({
	cwd,
	userHome,
	contextFiles,
}: InspectOptions): readonly ProjectResource[] {
	const project = path.join(cwd, '.bough');
	const root = projectRoot(cwd);
	const border = realPath(root) ?? root;
	const found = [
		...folders.slice(0, 1).flatMap(([name, kind]) => inFolder(path.join(project, name), kind)),
		// Extensions of pi run as well, so they are part of what is trusted.
		...inFolder(path.join(cwd, '.pi', 'extensions'), 'extension'),
		...packages(project),
		...single
			.map(([name, kind]) => ({kind, name, path: path.join(project, name)}))
			.filter(({path: file}) => exists(file)),
		...folders.slice(1).flatMap(([name, kind]) => inFolder(path.join(project, name), kind)),
		...sharedSkills(cwd, root),
	];
	const instructions = contextFiles
		? projectContextFiles(cwd, userHome).map(file => ({
				kind: 'instructions' as const,
				name: path.relative(cwd, file),
				path: file,
			}))
		: [];
	return [...found.map(each => ({...each, hash: hashTree(each.path, border)})), ...instructions];
}
