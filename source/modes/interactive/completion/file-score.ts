import {fuzzyScore} from '../../../lib/fuzzy.ts';

export type FileHit = {readonly path: string; readonly score: number; readonly depth: number};

const forFolder = 10;

/** What a name, and then a whole path, is worth for a query in lower case; undefined: it does not fit. */
function scoreOf(query: string, path: string): number | undefined {
	const end = path.endsWith('/') ? path.length - 1 : path.length;
	const more = end < path.length ? forFolder : 0;
	const start = path.lastIndexOf('/', end - 1) + 1;
	const at = path.lastIndexOf(query, end - query.length);
	if (at < 0) {
		const spread = fuzzyScore(query, path);
		return spread === undefined ? undefined : (spread + more) / 2;
	}

	if (path.startsWith(query, start)) return (end - start === query.length ? 100 : 80) + more;
	return (at >= start ? 50 : 30) + more;
}

/** Of a path in lower case. A folder that was typed narrows the search to what is in it. */
export function fileScore(query: string, path: string): number | undefined {
	const folder = query.slice(0, query.lastIndexOf('/') + 1);
	if (folder === '') return scoreOf(query, path);
	if (!path.startsWith(folder)) {
		const spread = fuzzyScore(query, path);
		return spread === undefined ? undefined : spread / 4;
	}

	const below = path.slice(folder.length);
	if (below === '') return undefined;
	const score = scoreOf(query.slice(folder.length), below);
	return score === undefined ? undefined : score + 100;
}

/** The better one first: by score, then the one less deep, the shorter, the one earlier in the alphabet. */
export function isBetter(a: FileHit, b: FileHit): boolean {
	if (a.score !== b.score) return a.score > b.score;
	if (a.depth !== b.depth) return a.depth < b.depth;
	return a.path.length === b.path.length ? a.path < b.path : a.path.length < b.path.length;
}
