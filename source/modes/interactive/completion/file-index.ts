import {setImmediate as nextTurn} from 'node:timers/promises';
import {type FileHit, fileScore, isBetter} from './file-score.ts';

export type FileIndex = {
	/** Reads the names when there are none yet, or when they are old; what is known stays until the new ones are there. */
	refresh(): void;
	/** The best paths for a query; folders end with a slash. Leaves the event loop free while it looks. */
	search(query: string, signal: AbortSignal): Promise<readonly string[]>;
	/** Called while names come in, a few times a second, and when all are there. */
	onGrow(listener: () => void): () => void;
	dispose(): void;
};

export type FileIndexOptions = {
	/** The files below the folder, in pieces. */
	list(signal: AbortSignal): AsyncIterable<readonly string[]>;
	readonly now: () => number;
};

const freshMs = 15_000;
const growMs = 100;
/** A key pressed meanwhile waits no longer than this. */
const sliceMs = 4;
const most = 20;
/** Looking at the clock costs more than looking at a name. */
const perLook = 64;

type Names = {
	readonly paths: readonly string[];
	/** The same in lower case. */
	readonly lower: readonly string[];
	/** How many folders lead to it. */
	readonly depths: readonly number[];
	add(file: string): void;
};

function createNames(): Names {
	const paths: string[] = [];
	const lower: string[] = [];
	const depths: number[] = [];
	const folders = new Set<string>();
	const put = (path: string, depth: number) => {
		depths.push(depth);
		paths.push(path);
		lower.push(path.toLowerCase());
	};
	return {
		paths,
		lower,
		depths,
		add(file) {
			const path = file.startsWith('./') ? file.slice(2) : file.replaceAll('\\', '/');
			const parts = path.split('/');
			let folder = '';
			for (const [depth, part] of parts.slice(0, -1).entries()) {
				folder += `${part}/`;
				if (folders.has(folder)) continue;
				folders.add(folder);
				put(folder, depth);
			}

			put(path, parts.length - 1);
		},
	};
}

/** Keeps the best few in order. */
function keep(hits: FileHit[], hit: FileHit): void {
	const last = hits.at(-1);
	if (hits.length === most && last && !isBetter(hit, last)) return;
	const at = hits.findIndex(other => isBetter(hit, other));
	hits.splice(at < 0 ? hits.length : at, 0, hit);
	if (hits.length > most) hits.pop();
}

async function best(names: Names, query: string, signal: AbortSignal): Promise<readonly FileHit[]> {
	const hits: FileHit[] = [];
	let until = performance.now() + sliceMs;
	for (let index = 0; index < names.paths.length; index += 1) {
		const score = fileScore(query, names.lower[index] ?? '');
		if (score !== undefined) {
			const depth = names.depths[index] ?? 0;
			keep(hits, {path: names.paths[index] ?? '', score, depth});
		}

		if (index % perLook === 0 && performance.now() > until) {
			await nextTurn(undefined, {signal});
			until = performance.now() + sliceMs;
		}
	}

	return hits;
}

/** The files of a folder, read once and searched many times. */
export function createFileIndex({list, now}: FileIndexOptions): FileIndex {
	const listeners = new Set<() => void>();
	const ending = new AbortController();
	let names = createNames();
	let isReading = false;
	let readAt = Number.NEGATIVE_INFINITY;

	const tell = () => {
		for (const listener of listeners) listener();
	};
	const read = async () => {
		const isFirst = names.paths.length === 0;
		const next = isFirst ? names : createNames();
		let toldAt = now();
		for await (const files of list(ending.signal)) {
			for (const file of files) next.add(file);
			if (!isFirst || now() - toldAt < growMs) continue;
			toldAt = now();
			tell();
		}

		names = next;
	};

	return {
		refresh() {
			if (isReading || now() - readAt < freshMs) return;
			isReading = true;
			read()
				.catch(() => {
					// A folder that cannot be read, or the end of the program: there is nothing to offer.
				})
				.finally(() => {
					isReading = false;
					readAt = now();
					tell();
				});
		},
		search: async (query, signal) =>
			(await best(names, query.toLowerCase(), signal)).map(({path}) => path),
		onGrow(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		dispose: () => ending.abort(),
	};
}
