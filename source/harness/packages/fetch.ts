import fs from 'node:fs';
import path from 'node:path';
import {contentOf} from './content.ts';
import {fetchRepository, type GitSource, remoteCommit} from './git.ts';
import {type Locked, readLocked, writeLocked} from './lock-file.ts';
import {isHostModule, readManifest} from './manifest.ts';
import {
	askRegistry,
	installDependencies,
	installOffer,
	type Npm,
	type NpmSource,
	uninstall,
} from './npm.ts';
import {identityOf, PackageError, type PackageSource, placeOf} from './source.ts';

export type FetchOptions = {
	/** The folder whose settings list the package. */
	readonly owner: string;
	readonly npmCommand: readonly string[];
	readonly signal?: AbortSignal;
};

export type Fetched = {
	readonly folder: string;
	readonly before: Locked | undefined;
	/** undefined: it lies where it is. */
	readonly now: Locked | undefined;
};

const npmAt = ({npmCommand, signal}: FetchOptions, prefix: string): Npm => ({
	command: npmCommand,
	prefix,
	...(signal ? {signal} : {}),
});

const npmOf = (options: FetchOptions): Npm => npmAt(options, path.join(options.owner, 'npm'));

/** One version has one content, for ever: anything else is a mistake or an attack. */
function checkIntegrity(text: string, before: Locked | undefined, now: Partial<Locked>): void {
	if (before === undefined || before.version !== now.version) return;
	if (before.integrity === undefined || before.integrity === now.integrity) return;
	throw new PackageError(
		`${text}: version ${before.version} is not what it was when it was installed (${before.integrity}, now ${now.integrity}). Nothing was changed; \`bough remove\` and \`bough install\` take it anew, if you know why.`,
	);
}

async function fetchNpm(
	source: NpmSource,
	before: Locked | undefined,
	{exactly, ...options}: FetchOptions & {readonly exactly: boolean},
): Promise<Locked> {
	const npm = npmOf(options);
	const wanted = exactly && before ? {wanted: before.version} : {};
	const offer = await askRegistry(npm, {...source, ...wanted});
	const {version, integrity} = offer;
	const now = {version, ...(integrity === undefined ? {} : {integrity})};
	checkIntegrity(source.text, before, now);
	await installOffer(npm, source.name, offer);
	const content = contentOf(placeOf(source, options.owner));
	checkContent(source, before, {...now, content});
	return {...now, content};
}

function checkContent({text}: PackageSource, before: Locked | undefined, now: Locked): void {
	if (before?.version !== now.version || before.content === now.content) return;
	throw new PackageError(
		`${text}: ${now.version} has other files than those that were recorded (${before.content}, now ${now.content})`,
	);
}

async function fetchGit(
	source: GitSource,
	before: Locked | undefined,
	{exactly, ...options}: FetchOptions & {readonly exactly: boolean},
): Promise<Locked> {
	const folder = placeOf(source, options.owner);
	fs.mkdirSync(path.join(options.owner, 'git'), {recursive: true});
	fs.writeFileSync(path.join(options.owner, 'git', '.gitignore'), '*\n');
	let content = '';
	const version = await fetchRepository(source, folder, {
		...(exactly && before ? {commit: before.version} : {}),
		async finish(next, commit) {
			const {dependencies} = readManifest(next);
			if (dependencies.length > 0) await installDependencies(npmAt(options, next));
			content = contentOf(next);
			checkContent(source, before, {version: commit, content});
		},
	});
	return {version, content};
}

/**
 * Brings a package to its place and writes down what it is. `exactly`: what is written down already, and nothing else,
 * as far as anything is.
 */
export async function fetchPackage(
	source: PackageSource,
	options: FetchOptions & {readonly exactly: boolean},
): Promise<Fetched> {
	const folder = placeOf(source, options.owner);
	if (source.kind === 'folder') {
		if (!fs.existsSync(folder)) throw new PackageError(`There is no folder ${folder}`);
		return {folder, before: undefined, now: undefined};
	}

	const identity = identityOf(source);
	const before = readLocked(options.owner, identity);
	const now =
		source.kind === 'npm'
			? await fetchNpm(source, before, options)
			: await fetchGit(source, before, options);
	await writeLocked(options.owner, identity, now);
	return {folder, before, now};
}

/** Whether the source offers something else than what is installed. */
export async function isOutdated(source: PackageSource, options: FetchOptions): Promise<boolean> {
	const before = readLocked(options.owner, identityOf(source));
	if (source.kind === 'folder') return false;
	if (source.kind === 'git') {
		const commit = await remoteCommit(source, options.owner);
		return commit !== undefined && commit !== before?.version;
	}

	const {version, integrity} = await askRegistry(npmOf(options), source);
	checkIntegrity(source.text, before, {version, ...(integrity === undefined ? {} : {integrity})});
	return version !== before?.version;
}

/** Takes a package from the disk; a folder of the person's own stays. */
export async function forgetPackage(source: PackageSource, options: FetchOptions): Promise<void> {
	if (source.kind === 'folder') return;
	if (source.kind === 'npm') await uninstall(npmOf(options), source.name);
	else fs.rmSync(placeOf(source, options.owner), {recursive: true, force: true});
	await writeLocked(options.owner, identityOf(source), undefined);
}

/** What somebody who installs this package should know. */
export function packageWarnings(folder: string): readonly string[] {
	const hosts = readManifest(folder).dependencies.filter(isHostModule);
	return hosts.length === 0
		? []
		: [
				`It brings its own copy of ${hosts.join(', ')}, which bough provides: its author should list them as peer dependencies.`,
			];
}
