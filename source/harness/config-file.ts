import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {applyEdits, modify} from 'jsonc-parser';
import {type FileProblem, parseConfig} from '../ai/index.ts';
import {codeOf, reasonOf} from '../lib/errors.ts';
import {LockedError, withFileLock} from './file-lock.ts';

type Json = Readonly<Record<string, unknown>>;

/** A file of ours that cannot be written; the message names it and says what to do. */
export class ConfigFileError extends Error {
	override readonly name = 'ConfigFileError';
}

export type ConfigFile = {
	readonly value: Json;
	/** As it stands on the disk; empty when there is none. */
	readonly source: string;
	readonly problems: readonly FileProblem[];
};

/** A missing file is an empty one. Whatever else is wrong is a problem that names the file. */
export function readConfigFile(file: string): ConfigFile {
	try {
		const source = fs.readFileSync(file, 'utf8');
		return source.trim() === '' ? {value: {}, source, problems: []} : parsed(source, file);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return {value: {}, source: '', problems: []};
		const message = `cannot be read: ${reasonOf(error)}`;
		return {value: {}, source: '', problems: [{path: file, line: undefined, message}]};
	}
}

const parsed = (source: string, file: string): ConfigFile => {
	const {value, problems} = parseConfig(source, file);
	return {value, source, problems};
};

export const problemText = ({path: file, line, message}: FileProblem): string =>
	`${file}${line === undefined ? '' : `, line ${line}`}: ${message}`;

export type ConfigChange = {
	readonly path: readonly string[];
	/** undefined takes the entry away. */
	readonly value: unknown;
};

/**
 * Changes entries of a JSON file and leaves the rest of it as it is, comments too. Other processes wait;
 * readers see the file before or after, never between. Rejects, and writes nothing, when the file is not valid.
 */
export async function changeConfigFile(
	file: string,
	changes: readonly ConfigChange[],
	/** `mode`: whatever it was before. */
	options: {readonly mode?: number} = {},
): Promise<void> {
	try {
		makePrivateFolder(path.dirname(file));
		await withFileLock(file, () => applyChanges(file, changes, options));
	} catch (error) {
		if (error instanceof ConfigFileError) throw error;
		if (error instanceof LockedError) {
			throw new ConfigFileError(`${error.message} Nothing was saved; try again.`, {cause: error});
		}

		throw new ConfigFileError(`${file} cannot be written: ${reasonOf(error)}.`, {cause: error});
	}
}

/** The same for who holds the lock of the file already. */
export function applyChanges(
	file: string,
	changes: readonly ConfigChange[],
	options: {readonly mode?: number} = {},
): void {
	const {source, problems} = readConfigFile(file);
	const [problem] = problems;
	if (problem) throw new ConfigFileError(`${problemText(problem)}. Nothing was saved.`);
	replaceFile(file, changed(source, changes), options.mode);
}

function changed(source: string, changes: readonly ConfigChange[]): string {
	const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
	const plain = source.slice(mark.length);
	const formattingOptions = {
		insertSpaces: !/^\t/m.test(plain),
		tabSize: 2,
		insertFinalNewline: true,
	};
	const result = changes.reduce(
		(text, {path: keys, value}) =>
			applyEdits(text, modify(text, [...keys], value, {formattingOptions})),
		plain.trim() === '' ? '{}\n' : plain,
	);
	return mark + result;
}

export function makePrivateFolder(folder: string): void {
	fs.mkdirSync(folder, {recursive: true, mode: 0o700});
}

/** As a whole or not at all. A link stays a link, and a file that is there keeps its mode. */
function replaceFile(file: string, text: string, wanted: number | undefined): void {
	const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
	const mode = wanted ?? fs.statSync(target, {throwIfNoEntry: false})?.mode ?? 0o600;
	const next = `${target}.${randomBytes(4).toString('hex')}.tmp`;
	try {
		fs.writeFileSync(next, text, {mode: mode & 0o777, flush: true});
		fs.renameSync(next, target);
	} catch (error) {
		fs.rmSync(next, {force: true});
		throw error;
	}
}
