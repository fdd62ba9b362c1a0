import type {Hash} from 'node:crypto';

const newline = 10;

export type LinesRead = {
	/** The lines asked for, with their ends; more than `mostBytes` only by so much as shows that they go on. */
	readonly bytes: Buffer;
	/** All lines of the file. */
	readonly total: number;
	/** Bytes of the first line asked for. */
	readonly firstLineBytes: number;
};

export type LinesWanted = {
	/** Of the first line, from 1. */
	readonly offset: number;
	readonly limit: number;
	readonly mostBytes: number;
	/** Fed with all of the file, also with what is not wanted. */
	readonly digest: Hash;
};

/** Picks lines out of a stream of any length: one pass, and no more memory than the lines take. */
export async function readLines(
	pieces: AsyncIterable<Uint8Array>,
	{offset, limit, mostBytes, digest}: LinesWanted,
): Promise<LinesRead> {
	const kept: Uint8Array[] = [];
	let keptBytes = 0;
	let firstLineBytes = 0;
	let line = 1;
	let last = newline;

	/** From `at` to after the newline that makes it line `until`, or to the end of the piece. */
	function skip(piece: Uint8Array, at: number, until: number): number {
		// Variables of its own: this runs once for every byte.
		let to = at;
		let now = line;
		while (to < piece.length && now < until) if (piece[to++] === newline) now += 1;
		line = now;
		return to;
	}

	function keep(part: Uint8Array): void {
		const room = mostBytes + 1 - keptBytes;
		if (room <= 0 || part.length === 0) return;
		// A copy: the piece itself is used again for what comes next.
		const copy = Uint8Array.prototype.slice.call(part, 0, room);
		kept.push(copy);
		keptBytes += copy.length;
	}

	for await (const piece of pieces) {
		digest.update(piece);
		const from = skip(piece, 0, offset);
		const endOfFirst = skip(piece, from, offset + 1);
		firstLineBytes += endOfFirst - from;
		const to = skip(piece, endOfFirst, offset + limit);
		keep(piece.subarray(from, to));
		skip(piece, to, Number.POSITIVE_INFINITY);
		last = piece.at(-1) ?? last;
	}

	const total = last === newline ? line - 1 : line;
	return {bytes: Buffer.concat(kept), total, firstLineBytes};
}
