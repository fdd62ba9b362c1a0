import fs from 'node:fs';
import path from 'node:path';
import {isRecord} from '../../lib/is-record.ts';

export const packageKinds = ['extensions', 'skills', 'prompts', 'themes'] as const;

export type PackageKind = (typeof packageKinds)[number];

export type Manifest = {
	readonly version?: string;
	/** Paths, globs and `!globs` by kind; undefined: the folders of the usual names count. */
	readonly resources?: Readonly<Partial<Record<PackageKind, readonly string[]>>>;
	/** What it needs to run. */
	readonly dependencies: readonly string[];
};

const texts = (value: unknown): readonly string[] =>
	Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : [];

/** What a package.json says to us, else what it says to pi. Throws when the file is there and not JSON. */
export function readManifest(folder: string): Manifest {
	const file = path.join(folder, 'package.json');
	if (!fs.statSync(file, {throwIfNoEntry: false})?.isFile()) return {dependencies: []};
	const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
	if (!isRecord(value)) return {dependencies: []};
	const {version, dependencies} = value;
	const own = [value.bough, value.pi].find(isRecord);
	return {
		dependencies: isRecord(dependencies) ? Object.keys(dependencies) : [],
		...(typeof version === 'string' ? {version} : {}),
		...(own
			? {resources: Object.fromEntries(packageKinds.map(kind => [kind, texts(own[kind])]))}
			: {}),
	};
}

/** Modules that bough hands to extensions: a copy of one's own would be another thing with the same name. */
export const isHostModule = (name: string): boolean =>
	/^@(?:earendil-works|mariozechner)\/pi-|^bough$/.test(name);
