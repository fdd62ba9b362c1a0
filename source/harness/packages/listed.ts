import type {FileProblem} from '../../ai/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {isRecord} from '../../lib/is-record.ts';
import type {SettingsScope} from '../resources/check-settings.ts';
import {type SettingsStore, settingsFile} from '../resources/settings.ts';
import {type PackageKind, packageKinds} from './manifest.ts';
import {identityOf, type PackageSource, parseSource, placeOf} from './source.ts';

/** Of a kind: undefined takes everything, an empty list nothing; see `filter.ts` for the rest. */
export type Filters = Readonly<Partial<Record<PackageKind, readonly string[]>>>;

/** A package that settings list. Whether it is there is another question. */
export type ListedPackage = {
	readonly source: PackageSource;
	readonly identity: string;
	readonly scope: SettingsScope;
	/** The folder whose settings list it. */
	readonly owner: string;
	/** Where it lies, if it is installed. */
	readonly folder: string;
	/** All of them count. */
	readonly filters: readonly Filters[];
};

export type ListedPackages = {
	/** The project's first. */
	readonly packages: readonly ListedPackage[];
	readonly problems: readonly FileProblem[];
};

type Entry = {
	readonly source: string;
	readonly filters: Filters;
	/** It says only what differs from the person's own entry. */
	readonly isDelta: boolean;
};

function toEntry(value: unknown): Entry | undefined {
	if (typeof value === 'string') return {source: value, filters: {}, isDelta: false};
	if (!isRecord(value) || typeof value.source !== 'string') return undefined;
	const given = packageKinds.flatMap(kind => {
		const list = value[kind];
		return Array.isArray(list)
			? [[kind, list.filter(each => typeof each === 'string')] as const]
			: [];
	});
	return {
		source: value.source,
		filters: Object.fromEntries(given),
		isDelta: value.autoload === false,
	};
}

type Found = ListedPackage & {readonly isDelta: boolean};

/** One package for each identity: the project's entry stands for the person's, or changes it. */
function once(found: readonly Found[]): readonly ListedPackage[] {
	const kept = new Map<string, ListedPackage>();
	const deltas = new Map<string, Found>();
	for (const each of found) {
		const {isDelta, ...listed} = each;
		const delta = deltas.get(each.identity);
		if (kept.has(each.identity)) continue;
		if (isDelta && delta === undefined) deltas.set(each.identity, each);
		else if (!isDelta) {
			const filters = delta ? [...listed.filters, ...delta.filters] : listed.filters;
			kept.set(each.identity, {...listed, filters});
		}
	}

	return [...kept.values()];
}

/** The packages that the settings in use name. */
export function listPackages(settings: SettingsStore, userHome: string): ListedPackages {
	const problems: FileProblem[] = [];
	const found = settings.listed('packages').flatMap(({entry, scope, folder}): readonly Found[] => {
		const given = toEntry(entry);
		if (!given) return [];
		try {
			const source = parseSource(given.source, {folder, userHome});
			const identity = identityOf(source);
			const {filters, isDelta} = given;
			const place = placeOf(source, folder);
			return [{source, identity, scope, owner: folder, folder: place, filters: [filters], isDelta}];
		} catch (error) {
			problems.push({path: settingsFile(folder), line: undefined, message: reasonOf(error)});
			return [];
		}
	});
	return {packages: once(found), problems};
}
