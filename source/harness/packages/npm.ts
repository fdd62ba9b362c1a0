import fs from 'node:fs';
import path from 'node:path';
import {isRecord} from '../../lib/is-record.ts';
import {type ProgramOptions, runProgram} from './run-program.ts';
import {PackageError, type PackageSource} from './source.ts';

export type NpmSource = Extract<PackageSource, {kind: 'npm'}>;

export type Npm = {
	/** The program and its first arguments. */
	readonly command: readonly string[];
	/** Holds `node_modules`. */
	readonly prefix: string;
	readonly signal?: AbortSignal;
};

/** What a registry offers for a source. */
export type Offer = {readonly version: string; readonly integrity: string | undefined};

/** No scripts run, whatever a package or a configuration file says; hosts and tools for developers stay out. */
const safely = [
	'--ignore-scripts',
	'--omit=dev',
	'--omit=peer',
	'--legacy-peer-deps',
	'--no-audit',
	'--no-fund',
	'--no-update-notifier',
	'--loglevel=error',
];

const programOptions = ({prefix, signal}: Npm): ProgramOptions => ({
	cwd: prefix,
	...(signal ? {signal} : {}),
});

/** A folder of npm's own, which a project does not take into its repository. */
function makePrefix(prefix: string): void {
	fs.mkdirSync(prefix, {recursive: true});
	const manifest = path.join(prefix, 'package.json');
	if (!fs.existsSync(manifest)) fs.writeFileSync(manifest, '{"private": true}\n');
	fs.writeFileSync(path.join(prefix, '.gitignore'), '*\n');
}

function toOffer(value: unknown): Offer | undefined {
	if (!isRecord(value) || typeof value.version !== 'string') return undefined;
	const integrity = value['dist.integrity'];
	return {version: value.version, integrity: typeof integrity === 'string' ? integrity : undefined};
}

/** Asks the registry what fits a source; of several versions the highest. */
export async function askRegistry(npm: Npm, {name, wanted, text}: NpmSource): Promise<Offer> {
	makePrefix(npm.prefix);
	const spec = wanted === undefined ? name : `${name}@${wanted}`;
	const args = ['view', '--json', '--loglevel=error', '--', spec, 'version', 'dist.integrity'];
	const answer = await runProgram([...npm.command, ...args], programOptions(npm));
	let value: unknown;
	try {
		value = JSON.parse(answer);
	} catch (error) {
		// Nothing fits: npm says so by saying nothing.
		throw new PackageError(`There is no version of ${text} in the registry`, {cause: error});
	}

	const offer = toOffer(Array.isArray(value) ? value.at(-1) : value);
	if (!offer) throw new PackageError(`There is no version of ${text} in the registry`);
	return offer;
}

function installedOffer({prefix}: Npm, name: string): Offer | undefined {
	const file = path.join(prefix, 'package-lock.json');
	const lock: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	const packages = isRecord(lock) && isRecord(lock.packages) ? lock.packages : {};
	const entry = packages[`node_modules/${name}`];
	if (!isRecord(entry) || typeof entry.version !== 'string') return undefined;
	const {version, integrity} = entry;
	return {version, integrity: typeof integrity === 'string' ? integrity : undefined};
}

/** Installs exactly what was offered. */
export async function installOffer(npm: Npm, name: string, offer: Offer): Promise<void> {
	const args = ['install', '--save-exact', ...safely, '--', `${name}@${offer.version}`];
	await runProgram([...npm.command, ...args], programOptions(npm));
	const got = installedOffer(npm, name);
	if (got?.version === offer.version && got.integrity === offer.integrity) return;
	await uninstall(npm, name);
	throw new PackageError(
		`The registry gave other content for ${name} ${offer.version} than it had announced; it was taken away again`,
	);
}

export async function uninstall(npm: Npm, name: string): Promise<void> {
	if (!fs.existsSync(path.join(npm.prefix, 'package.json'))) return;
	const args = ['uninstall', ...safely, '--', name];
	await runProgram([...npm.command, ...args], programOptions(npm));
}

/** Brings what a package in a folder of its own needs to run. */
export async function installDependencies(npm: Npm): Promise<void> {
	const args = ['install', ...safely, '--no-save', '--no-package-lock'];
	await runProgram([...npm.command, ...args], programOptions(npm));
}
