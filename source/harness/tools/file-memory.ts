import {createHash, type Hash} from 'node:crypto';

export type Verdict = 'seen' | 'changed' | 'unseen';

/** Remembers by content what the agent has seen of each file, so that it never writes over what it has not. */
export type FileMemory = {
	saw(realPath: string, digest: string): void;
	verdict(realPath: string, digest: string): Verdict;
};

export const startDigest = (): Hash => createHash('sha256');
export const digestOf = (content: Uint8Array): string =>
	startDigest().update(content).digest('base64');

export function createFileMemory(): FileMemory {
	const seen = new Map<string, string>();
	return {
		saw: (realPath, digest) => {
			seen.set(realPath, digest);
		},
		verdict(realPath, digest) {
			const known = seen.get(realPath);
			if (known === undefined) return 'unseen';
			return known === digest ? 'seen' : 'changed';
		},
	};
}
