import type {EntryHead} from './entries.ts';

/** A record that cannot be read; its names as far as they can still be made out. */
export type Missing = {
	readonly line: number;
	readonly id?: string;
	readonly parentId?: string | null;
};

type Placed = {readonly head: EntryHead; readonly line: number};

export type ParentFinder = {
	noteLost(lost: readonly Missing[]): void;
	/** The id of an entry that is there, or null for a root. */
	parentOf(entry: Placed): string | null;
};

type Known = {
	has(id: string): boolean;
	/** The last readable entry before a line. */
	lastBefore(line: number): string | null;
};

/**
 * Finds the parent of every entry, also when the parent was lost: then it is the nearest ancestor that
 * can be read, so that damage never cuts a branch off. A lost record that still shows its own parent
 * passes its children on; of the others we assume that each held one of the ids that are missing, and
 * that its own parent stood right before it.
 */
export function createParentFinder(known: Known): ParentFinder {
	const lostById = new Map<string, Missing>();
	const nameless: Missing[] = [];
	const adopted = new Map<string, string | null>();

	const adopt = (missing: string, line: number): string | null => {
		const earlier = adopted.get(missing);
		if (earlier !== undefined) return earlier;
		const at = nameless.findLastIndex(lost => lost.line <= line);
		const [lost] = at === -1 ? [] : nameless.splice(at, 1);
		const parent = lost === undefined ? null : known.lastBefore(lost.line);
		adopted.set(missing, parent);
		return parent;
	};

	return {
		noteLost(lost) {
			for (const record of lost) {
				if (record.id === undefined) nameless.push(record);
				else lostById.set(record.id, record);
			}
		},
		parentOf({head, line}) {
			let parentId = head.parentId === head.id ? null : head.parentId;
			if (parentId === null || known.has(parentId)) return parentId;
			const passed = new Set<string>();
			while (parentId !== null && !known.has(parentId)) {
				const lost = lostById.get(parentId);
				if (lost === undefined || passed.has(parentId)) return adopt(parentId, line);
				passed.add(parentId);
				parentId = lost.parentId ?? null;
			}

			return parentId;
		},
	};
}
