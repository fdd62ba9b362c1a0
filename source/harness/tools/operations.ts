import {randomBytes} from 'node:crypto';
import fs, {type Dirent, type Stats} from 'node:fs';
import path from 'node:path';
import {type CommandEnd, type CommandOptions, runCommand} from '../shell/run-command.ts';

export type FileStat = Pick<Stats, 'size' | 'isFile' | 'isDirectory'>;

export type FolderEntry = {
	/** As bytes: it need not be text. */
	readonly name: Buffer;
	/** Also of a link to a folder. */
	readonly isFolder: boolean;
	readonly isLink: boolean;
};

/**
 * Files and shell of one machine: this one, a container, another host. All tools reach the world through it and
 * nothing else. Paths are absolute; failures are errors with the `code` of `node:fs`.
 */
export type Operations = {
	/** Follows links; undefined when there is nothing. */
	stat(file: string): Promise<FileStat | undefined>;
	realPath(file: string): Promise<string>;
	/** Where a link points; undefined when it is no link. */
	readLink(file: string): Promise<string | undefined>;
	readFile(file: string): Promise<Buffer>;
	/** The bytes from `start` to before `end`, piece by piece; a piece is valid until the next is asked for. */
	readPieces(
		file: string,
		part: {readonly start?: number; readonly end?: number; readonly signal?: AbortSignal},
	): AsyncIterable<Uint8Array>;
	readFolder(folder: string): Promise<readonly FolderEntry[]>;
	/** All of the new content or all of the old; folders are made. Keeps mode, owner and other names of the file. */
	replaceFile(file: string, content: Uint8Array): Promise<void>;
	run(command: string, options: CommandOptions): Promise<CommandEnd>;
	/** Where files are when programs of this machine may search them directly; undefined: they may not. */
	searchFolder?(folder: string): string;
};

const pieceBytes = 512 * 1024;

const codeOf = (error: unknown): unknown =>
	error instanceof Error && 'code' in error ? error.code : undefined;

async function orUndefined<T>(
	work: Promise<T>,
	...codes: readonly string[]
): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (codes.includes(String(codeOf(error)))) return undefined;
		throw error;
	}
}

async function toFolderEntry(folder: string, entry: Dirent<Buffer>): Promise<FolderEntry> {
	const {name} = entry;
	if (!entry.isSymbolicLink()) return {name, isFolder: entry.isDirectory(), isLink: false};
	const file = Buffer.concat([Buffer.from(`${folder}${path.sep}`), name]);
	// A link to nothing is listed as the file it is.
	const stat = await fs.promises.stat(file).catch(() => undefined);
	return {name, isFolder: stat?.isDirectory() ?? false, isLink: true};
}

/** Beside the target, so that a rename within one file system makes it take effect at once. */
async function replaceByRename(file: string, content: Uint8Array, old?: Stats): Promise<void> {
	const name = `.${path.basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`;
	const next = path.join(path.dirname(file), name);
	try {
		await fs.promises.writeFile(next, content, {flag: 'wx'});
		if (old) {
			const made = await fs.promises.stat(next);
			if (made.uid !== old.uid || made.gid !== old.gid) {
				await fs.promises.chown(next, old.uid, old.gid);
			}

			await fs.promises.chmod(next, old.mode & 0o7777);
		}

		await fs.promises.rename(next, file);
	} catch (error) {
		await fs.promises.rm(next, {force: true});
		throw error;
	}
}

/** The folder may be closed to us, or the owner not ours to keep, while the file itself may be written. */
const needsPlace = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV', 'ENAMETOOLONG']);

async function replaceFile(file: string, content: Uint8Array): Promise<void> {
	await fs.promises.mkdir(path.dirname(file), {recursive: true});
	const old = await orUndefined(fs.promises.stat(file), 'ENOENT');
	if (!old) return replaceByRename(file, content);
	// A rename would also replace what is marked as not to be written.
	await fs.promises.access(file, fs.constants.W_OK);
	// Other names of the same file are to keep showing the same content.
	if (old.nlink > 1) return fs.promises.writeFile(file, content);
	try {
		await replaceByRename(file, content, old);
	} catch (error) {
		if (!needsPlace.has(String(codeOf(error)))) throw error;
		await fs.promises.writeFile(file, content);
	}
}

/** One buffer for the whole file: a stream would make one for each piece. */
async function* readPieces(
	file: string,
	{start = 0, end = Number.POSITIVE_INFINITY, signal}: Parameters<Operations['readPieces']>[1],
): AsyncGenerator<Uint8Array> {
	signal?.throwIfAborted();
	const handle = await fs.promises.open(file);
	try {
		const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, end - start)));
		for (let at = start; at < end; ) {
			signal?.throwIfAborted();
			const length = Math.min(buffer.length, end - at);
			const {bytesRead} = await handle.read(buffer, 0, length, at);
			if (bytesRead === 0) return;
			at += bytesRead;
			yield buffer.subarray(0, bytesRead);
		}
	} finally {
		await handle.close();
	}
}

/** The machine that we run on. */
export const localOperations: Operations = {
	stat: file => orUndefined(fs.promises.stat(file), 'ENOENT', 'ENOTDIR'),
	realPath: file => fs.promises.realpath(file),
	readLink: file => orUndefined(fs.promises.readlink(file), 'EINVAL', 'ENOENT', 'ENOTDIR'),
	readFile: file => fs.promises.readFile(file),
	readPieces,
	async readFolder(folder) {
		const entries = await fs.promises.readdir(folder, {withFileTypes: true, encoding: 'buffer'});
		return Promise.all(entries.map(entry => toFolderEntry(folder, entry)));
	},
	replaceFile,
	run: runCommand,
	searchFolder: folder => folder,
};
