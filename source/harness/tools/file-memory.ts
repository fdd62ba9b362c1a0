import {createHash} from 'node:crypto';

/** Remembers by content what the agent has seen, so that it never writes over what it has not. */
export type FileMemory = {
	saw(realPath: string, content: Uint8Array): void;
	verdict(realPath: string, content: Uint8Array): 'seen' | 'changed' | 'unseen';
};

const digest = (content: Uint8Array): string => createHash('sha1').update(content).digest('base64');

export function createFileMemory(): FileMemory {
	const seen = new Map<string, string>();
	return {
		saw: (realPath, content) => {
			seen.set(realPath, digest(content));
		},
		verdict(realPath, content) {
			const known = seen.get(realPath);
			if (known === undefined) return 'unseen';
			return known === digest(content) ? 'seen' : 'changed';
		},
	};
}
