import {createHash, type Hash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {codeOf} from '../../lib/errors.ts';
import {isInside, realPath} from './project-root.ts';

type Walk = {
	readonly hash: Hash;
	readonly within: string;
	readonly open: readonly string[];
	/** Names that do not count. */
	readonly except: readonly string[];
};

function addFile(hash: Hash, file: string): void {
	const descriptor = fs.openSync(file, 'r');
	try {
		const chunk = Buffer.allocUnsafe(1024 * 1024);
		for (;;) {
			const size = fs.readSync(descriptor, chunk, 0, chunk.length, null);
			if (size === 0) return;
			hash.update(chunk.subarray(0, size));
		}
	} finally {
		fs.closeSync(descriptor);
	}
}

function add(file: string, walk: Walk): void {
	const {hash, within, open} = walk;
	const place = realPath(file);
	// A link out of the project counts as a link: it is not followed when the project is loaded either.
	if (place === undefined || !isInside(within, place) || open.includes(place)) {
		hash.update(`link ${place ?? ''}\0`);
		return;
	}

	try {
		addContent(place, {...walk, open: [...open, place]});
	} catch (error) {
		// What is closed to us now cannot be loaded now; it counts as changed once it opens.
		hash.update(`closed ${codeOf(error)}\0`);
	}
}

function addContent(place: string, walk: Walk): void {
	const {hash, except} = walk;
	const stat = fs.statSync(place);
	if (stat.isFile()) {
		hash.update(`file ${stat.size}\0`);
		addFile(hash, place);
	} else if (stat.isDirectory()) {
		const names = fs
			.readdirSync(place)
			.filter(name => !except.includes(name))
			.sort();
		hash.update(`folder ${names.length}\0`);
		for (const name of names) {
			hash.update(`${name}\0`);
			add(path.join(place, name), walk);
		}
	} else hash.update('other\0');
}

/** A name for the whole content of a file or folder: one byte more or less gives another one. */
export function hashTree(file: string, within: string, except: readonly string[] = []): string {
	const hash = createHash('sha256');
	add(file, {hash, within, open: [], except});
	return `sha256-${hash.digest('base64url')}`;
}
