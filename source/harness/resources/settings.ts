import path from 'node:path';
import {findNodeAtLocation, type Node, parseTree} from 'jsonc-parser';
import {Value} from 'typebox/value';
import type {FileProblem} from '../../ai/index.ts';
import {isRecord} from '../../lib/is-record.ts';
import {type ConfigChange, changeConfigFile, readConfigFile} from '../config-file.ts';
import type {Places} from '../paths.ts';
import {checkSettings, type SettingsScope} from './check-settings.ts';
import {type Settings, settingsSchema} from './settings-schema.ts';

export type {Settings} from './settings-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** Lists that name resources: the person's and the project's count together. */
export type ResourceList = 'packages' | 'extensions' | 'skills' | 'prompts' | 'themes';

export type ListedResource = {
	readonly entry: unknown;
	readonly scope: SettingsScope;
	/** Relative entries start here. */
	readonly folder: string;
};

export type SettingsStore = {
	/** The person's settings, and over them the project's. A new object after each change. */
	get(): Settings;
	/** What is wrong with the files, as they were read last. */
	problems(): readonly FileProblem[];
	/** Reads the files again; `project` is its folder once it is trusted, and undefined otherwise. */
	load(project: string | undefined): void;
	/** The project's entries first. */
	listed(list: ResourceList): readonly ListedResource[];
	/** What a file itself says; empty when it is not in use. */
	given(scope: SettingsScope): Json;
	/** Over all files, for this run only. */
	override(change: Json): void;
	/** Changes what `change` names, in memory and in the file; undefined goes back to the default. */
	save(change: Json, scope?: SettingsScope): Promise<void>;
};

type Layer = {
	readonly scope: SettingsScope;
	readonly file: string;
	readonly values: Json;
	readonly problems: readonly FileProblem[];
	/** A file of pi: only its lists of resources count. */
	readonly isForeign?: true;
};

export const settingsFile = (folder: string): string => path.join(folder, 'settings.json');

/** Objects are merged, everything else is replaced. */
function merge(under: Json, over: Json): Json {
	const merged: Record<string, unknown> = {...under};
	for (const [key, value] of Object.entries(over)) {
		const below = merged[key];
		merged[key] = isRecord(below) && isRecord(value) ? merge(below, value) : value;
	}

	return merged;
}

const lineOf = (source: string, root: Node | undefined, keys: readonly string[]) => {
	const node = root && findNodeAtLocation(root, [...keys]);
	return node && source.slice(0, node.offset).split('\n').length;
};

function readLayer(folder: string, scope: SettingsScope): Layer {
	const file = settingsFile(folder);
	const {value, source, problems} = readConfigFile(file);
	if (problems.length > 0) return {scope, file, values: {}, problems};
	const found: FileProblem[] = [];
	const report = (keys: readonly string[], message: string) => {
		const plain = source.replace(/^\uFEFF/, '');
		found.push({path: file, line: lineOf(plain, parseTree(plain), keys), message});
	};
	return {scope, file, values: checkSettings(value, {scope, report}), problems: found};
}

const resourceLists: readonly string[] = ['packages', 'extensions', 'skills', 'prompts', 'themes'];

function readForeignLayer(folder: string, scope: SettingsScope): Layer {
	const file = settingsFile(folder);
	const {value, problems} = readConfigFile(file);
	const lists = Object.entries(value).filter(([key]) => resourceLists.includes(key));
	return {scope, file, values: Object.fromEntries(lists), problems, isForeign: true};
}

/** The leaves of a change: everything beside them in the file stays. */
function toChanges(change: Json, above: readonly string[] = []): readonly ConfigChange[] {
	return Object.entries(change).flatMap(([key, value]): readonly ConfigChange[] =>
		isRecord(value) && Object.keys(value).length > 0
			? toChanges(value, [...above, key])
			: [{path: [...above, key], value}],
	);
}

function combine(layers: readonly Layer[]): Settings {
	const given = layers
		.filter(({isForeign}) => !isForeign)
		.reduce<Json>((under, {values}) => merge(under, values), {});
	const whole: unknown = Value.Default(settingsSchema, structuredClone(given));
	// Each layer was checked against the schema, and what is missing has a default in it.
	return whole as Settings;
}

type Keep = {
	/** All layers as they are now, the weakest first. */
	read(project: string | undefined): readonly Layer[];
	save(layer: Layer, change: Json): Promise<void>;
};

function createStore({read, save}: Keep): SettingsStore {
	let project: string | undefined;
	let layers: readonly Layer[] = [];
	let overrides: Json = {};
	let settings: Settings;
	const refresh = () => {
		layers = read(project);
		settings = combine([...layers, {scope: 'person', file: '', values: overrides, problems: []}]);
	};
	const layerOf = (scope: SettingsScope) =>
		layers.find(layer => layer.scope === scope && !layer.isForeign);
	refresh();
	return {
		get: () => settings,
		given: scope => layerOf(scope)?.values ?? {},
		problems: () => layers.flatMap(({problems}) => problems),
		load(next) {
			project = next;
			refresh();
		},
		listed: list =>
			layers.toReversed().flatMap(({scope, file, values}) => {
				const entries = values[list];
				return Array.isArray(entries)
					? entries.map(entry => ({entry, scope, folder: path.dirname(file)}))
					: [];
			}),
		override(change) {
			overrides = merge(overrides, change);
			refresh();
		},
		async save(change, scope = 'person') {
			const layer = layerOf(scope);
			if (!layer) throw new Error('The settings of this project are not in use.');
			await save(layer, change);
			refresh();
		},
	};
}

/**
 * The settings of a person; those of a project come in by `load`, once it is trusted. `pi`: of its files the lists of
 * resources count as well, after ours.
 */
export const openSettings = (home: string, pi?: Places['pi']): SettingsStore =>
	createStore({
		read: project => [
			...(pi ? [readForeignLayer(pi.home, 'person')] : []),
			readLayer(home, 'person'),
			...(pi && project !== undefined ? [readForeignLayer(pi.project, 'project')] : []),
			...(project === undefined ? [] : [readLayer(project, 'project')]),
		],
		save: ({file}, change) => changeConfigFile(file, toChanges(change)),
	});

/** Settings that no file knows of. */
export function memorySettings(given: Json = {}): SettingsStore {
	let values = given;
	return createStore({
		read: () => [{scope: 'person', file: '', values, problems: []}],
		save: async (_layer, change) => {
			values = merge(values, change);
		},
	});
}
