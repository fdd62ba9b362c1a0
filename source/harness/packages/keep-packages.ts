import fs from 'node:fs';
import path from 'node:path';
import {isRecord} from '../../lib/is-record.ts';
import type {SettingsScope} from '../resources/check-settings.ts';
import type {SettingsStore} from '../resources/settings.ts';
import {contentOf} from './content.ts';
import {
	type FetchOptions,
	fetchPackage,
	forgetPackage,
	isOutdated,
	packageWarnings,
} from './fetch.ts';
import {type ListedPackage, listPackages} from './listed.ts';
import {type Locked, readLocked} from './lock-file.ts';
import type {PackageFile} from './package-files.ts';
import {identityOf, PackageError, type PackageSource, parseSource} from './source.ts';
import {turnedEntry} from './turn.ts';

export type PackageChange = {
	readonly source: PackageSource;
	readonly before: Locked | undefined;
	readonly now: Locked | undefined;
	readonly warnings: readonly string[];
};

export type PackageState = ListedPackage & {
	readonly isInstalled: boolean;
	readonly locked: Locked | undefined;
	/** Its files are not those that were installed. */
	readonly isChanged: boolean;
};

type Wish = {readonly isOn: boolean; readonly scope: SettingsScope};

/** Installs, removes and updates what the settings list. Nothing else in bough fetches packages. */
export type PackageKeeper = {
	install(text: string, scope: SettingsScope): Promise<PackageChange>;
	/** Fetches what is listed in this scope and not there, exactly as it was recorded. */
	restore(scope: SettingsScope): Promise<readonly PackageChange[]>;
	/** undefined: no such package is listed in this scope. */
	remove(text: string, scope: SettingsScope): Promise<PackageSource | undefined>;
	/** undefined: it is up to date. */
	update(listed: ListedPackage): Promise<PackageChange | undefined>;
	/** Turns one of its resources on or off, in the settings of a scope. */
	turn(listed: ListedPackage, file: PackageFile, wish: Wish): Promise<void>;
	list(): readonly PackageState[];
	/** The listed package that a person means. */
	find(text: string): ListedPackage | undefined;
};

export type KeeperOptions = {
	readonly cwd: string;
	readonly userHome: string;
	/** The project's are in it if they may be. */
	readonly settings: SettingsStore;
	/** The folder with the settings of a scope. */
	readonly owners: Readonly<Record<SettingsScope, string>>;
	readonly signal?: AbortSignal;
};

const sourceIn = (entry: unknown): unknown => (isRecord(entry) ? entry.source : entry);

/** The text that settings keep: a folder of a project is named from there, so that others find it too. */
function listedText(source: PackageSource, scope: SettingsScope, owner: string): string {
	if (source.kind !== 'folder') return source.text;
	if (scope === 'person') return source.path;
	const way = path.relative(owner, source.path).replaceAll(path.sep, '/');
	return way.startsWith('.') ? way : `./${way}`;
}

function entriesOf({settings}: KeeperOptions, scope: SettingsScope): readonly unknown[] {
	const {packages} = settings.given(scope);
	return Array.isArray(packages) ? packages : [];
}

function isSame(
	entry: unknown,
	identity: string,
	options: KeeperOptions & {readonly owner: string},
): boolean {
	const text = sourceIn(entry);
	if (typeof text !== 'string') return false;
	try {
		const {owner: folder, userHome} = options;
		return identityOf(parseSource(text, {folder, userHome})) === identity;
	} catch (error) {
		// An entry that is no source is none that is looked for; loading reports it.
		if (error instanceof PackageError) return false;
		throw error;
	}
}

function stateOf(listed: ListedPackage): PackageState {
	const {folder, owner, identity} = listed;
	const isInstalled = fs.existsSync(folder);
	const locked = readLocked(owner, identity);
	const isChanged = isInstalled && locked !== undefined && contentOf(folder) !== locked.content;
	return {...listed, isInstalled, locked, isChanged};
}

type Keeping = KeeperOptions & {
	fetchOptions(owner: string): FetchOptions;
	listed(): readonly ListedPackage[];
};

async function fetch(
	{fetchOptions}: Keeping,
	{source, owner}: Pick<ListedPackage, 'source' | 'owner'>,
	exactly = false,
): Promise<PackageChange> {
	const {folder, before, now} = await fetchPackage(source, {...fetchOptions(owner), exactly});
	return {source, before, now, warnings: packageWarnings(folder)};
}

async function install(
	keeping: Keeping,
	text: string,
	scope: SettingsScope,
): Promise<PackageChange> {
	const {cwd: folder, userHome, settings, owners} = keeping;
	const owner = owners[scope];
	const source = parseSource(text, {folder, userHome});
	const change = await fetch(keeping, {source, owner});
	const written = listedText(source, scope, owner);
	const entries = entriesOf(keeping, scope);
	const isThis = (entry: unknown) => isSame(entry, identityOf(source), {...keeping, owner});
	// What was said about the package, such as what of it to leave out, stays.
	const renewed = (entry: unknown) => (isRecord(entry) ? {...entry, source: written} : written);
	const packages = entries.some(isThis)
		? entries.map(entry => (isThis(entry) ? renewed(entry) : entry))
		: [...entries, written];
	await settings.save({packages}, scope);
	return change;
}

async function restore(keeping: Keeping, scope: SettingsScope): Promise<readonly PackageChange[]> {
	const missing = keeping
		.listed()
		.filter(({owner, folder}) => owner === keeping.owners[scope] && !fs.existsSync(folder));
	const changes: PackageChange[] = [];
	for (const each of missing) changes.push(await fetch(keeping, each, true));
	return changes;
}

async function remove(
	keeping: Keeping,
	text: string,
	scope: SettingsScope,
): Promise<PackageSource | undefined> {
	const {cwd, userHome, settings, owners} = keeping;
	const owner = owners[scope];
	const identity = identityOf(parseSource(text, {folder: cwd, userHome}));
	const entries = entriesOf(keeping, scope);
	const gone = entries.find(entry => isSame(entry, identity, {...keeping, owner}));
	const written = sourceIn(gone);
	if (typeof written !== 'string') return undefined;
	const source = parseSource(written, {folder: owner, userHome});
	await forgetPackage(source, keeping.fetchOptions(owner));
	await settings.save({packages: entries.filter(entry => entry !== gone)}, scope);
	return source;
}

async function update(keeping: Keeping, listed: ListedPackage): Promise<PackageChange | undefined> {
	const {source, owner} = listed;
	if (!Object.values(keeping.owners).includes(owner)) {
		throw new PackageError(`${source.text} is kept by pi: \`pi update\` brings it up to date`);
	}

	return (await isOutdated(source, keeping.fetchOptions(owner)))
		? fetch(keeping, listed)
		: undefined;
}

async function turn(
	keeping: Keeping,
	{identity, folder, source}: ListedPackage,
	{file, isOn, scope}: Wish & {readonly file: PackageFile},
): Promise<void> {
	const owner = keeping.owners[scope];
	const entries = entriesOf(keeping, scope);
	const isThis = (entry: unknown) => isSame(entry, identity, {...keeping, owner});
	// Listed by another file: this one says only what is different here.
	const own = entries.some(isThis)
		? entries
		: [...entries, {source: listedText(source, scope, owner), autoload: false}];
	const packages = own.map(entry =>
		isThis(entry) ? turnedEntry(entry, file, {folder, isOn}) : entry,
	);
	await keeping.settings.save({packages}, scope);
}

export function createPackageKeeper(options: KeeperOptions): PackageKeeper {
	const {cwd, userHome, settings, signal} = options;
	const command = settings.get().npmCommand;
	const keeping: Keeping = {
		...options,
		fetchOptions: owner => ({
			owner,
			npmCommand: typeof command === 'string' ? [command] : command,
			...(signal ? {signal} : {}),
		}),
		listed: () => listPackages(settings, userHome).packages,
	};
	return {
		install: (text, scope) => install(keeping, text, scope),
		restore: scope => restore(keeping, scope),
		remove: (text, scope) => remove(keeping, text, scope),
		update: listed => update(keeping, listed),
		turn: (listed, file, wish) => turn(keeping, listed, {...wish, file}),
		list: () => keeping.listed().map(stateOf),
		find(text) {
			const identity = identityOf(parseSource(text, {folder: cwd, userHome}));
			return keeping.listed().find(each => each.identity === identity || each.source.text === text);
		},
	};
}
