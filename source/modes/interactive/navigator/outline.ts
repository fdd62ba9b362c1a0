import {type EntryHead, hiddenBranches, type SessionTree} from '../../../harness/index.ts';

/**
 * The shape of a session. Entries go by their number in the file, and what is known of them stands in plain arrays:
 * a hundred thousand objects would be most of the time that opening the tree takes. None of them is read for it.
 */
export type Outline = {
	readonly heads: readonly EntryHead[];
	/** Number of the entry that one follows; -1: none. */
	parentOf(node: number): number;
	/** The first child in the order of the file, the first root of -1; -1: there is none. */
	firstOf(node: number): number;
	/** The next child of the same parent; -1: there is none. */
	nextOf(node: number): number;
	/** All numbers, each behind that of its parent. */
	readonly order: Int32Array;
	/** Whether it lies on the way from the root to where the session stands. */
	isOnPath(node: number): boolean;
	/** Where the session stands; -1: before the first entry. */
	readonly leaf: number;
	/** Roots of branches that are out of sight. */
	readonly hidden: ReadonlySet<number>;
	readonly labels: ReadonlyMap<string, {readonly label: string; readonly timestamp: string}>;
	/** -1: there is none. */
	numberOf(id: string): number;
};

type Links = Pick<Outline, 'parentOf' | 'firstOf' | 'nextOf'> & {readonly isInOrder: boolean};

/** Where entries stand. A table of all ids would take longer to make than everything else together. */
function findAll(
	heads: readonly EntryHead[],
	ids: ReadonlySet<string>,
): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	for (let node = 0; node < heads.length && ids.size > 0; node += 1) {
		const id = heads[node]?.id ?? '';
		if (ids.has(id)) found.set(id, node);
	}

	return found;
}

/** Nearly every entry follows the one before it in the file; only the others have to be looked for. */
function findParents(heads: readonly EntryHead[]): Int32Array {
	const parents = new Int32Array(heads.length).fill(-1);
	const others: number[] = [];
	for (let node = 0; node < heads.length; node += 1) {
		const parentId = heads[node]?.parentId ?? null;
		if (parentId === null) continue;
		if (parentId === heads[node - 1]?.id) parents[node] = node - 1;
		else others.push(node);
	}

	const parentIdOf = (node: number) => heads[node]?.parentId ?? '';
	const found = findAll(heads, new Set(others.map(parentIdOf)));
	for (const node of others) parents[node] = found.get(parentIdOf(node)) ?? -1;
	return parents;
}

function link(heads: readonly EntryHead[]): Links {
	const size = heads.length;
	const parents = findParents(heads);
	const firsts = new Int32Array(size).fill(-1);
	const nexts = new Int32Array(size).fill(-1);
	let root = -1;
	let isInOrder = true;
	for (let node = size - 1; node >= 0; node -= 1) {
		const parent = parents[node] ?? -1;
		nexts[node] = (parent < 0 ? root : firsts[parent]) ?? -1;
		if (parent < 0) root = node;
		else firsts[parent] = node;
		if (parent >= node) isInOrder = false;
	}

	return {
		isInOrder,
		parentOf: node => parents[node] ?? -1,
		firstOf: node => (node < 0 ? root : firsts[node]) ?? -1,
		nextOf: node => nexts[node] ?? -1,
	};
}

export function childrenOf(
	{firstOf, nextOf}: Pick<Outline, 'firstOf' | 'nextOf'>,
	node: number,
): readonly number[] {
	const children: number[] = [];
	for (let at = firstOf(node); at >= 0; at = nextOf(at)) children.push(at);
	return children;
}

/** Entries nearly always follow their parents in the file. Without recursion: a way may be as long as the file. */
function parentsFirst(size: number, links: Links): Int32Array {
	if (links.isInOrder) return new Int32Array(size).map((_, node) => node);
	const order: number[] = [];
	const waiting = [...childrenOf(links, -1)];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		order.push(at);
		for (const child of childrenOf(links, at)) waiting.push(child);
	}

	return Int32Array.from(order);
}

export function toOutline(tree: SessionTree): Outline {
	const heads = tree.heads();
	const links = link(heads);
	const hidden = hiddenBranches(tree);
	const leafId = tree.leafId();
	const numbers = findAll(heads, new Set(leafId === null ? hidden : [...hidden, leafId]));
	const leaf = numbers.get(leafId ?? '') ?? -1;
	const path = new Uint8Array(heads.length);
	for (let at = leaf; at >= 0; at = links.parentOf(at)) path[at] = 1;
	return {
		heads,
		...links,
		order: parentsFirst(heads.length, links),
		isOnPath: node => path[node] === 1,
		leaf,
		hidden: new Set([...hidden].flatMap(id => numbers.get(id) ?? [])),
		labels: tree.labels(),
		numberOf: id => heads.findIndex(head => head.id === id),
	};
}

/** The last result of the calls of a turn; the turn itself when it called nothing. */
export function endOfTurn(outline: Outline, start: number): number {
	let at = start;
	for (;;) {
		const results = childrenOf(outline, at).filter(
			child => outline.heads[child]?.kind === 'toolResult',
		);
		const next = results.find(outline.isOnPath) ?? results.at(-1);
		if (next === undefined) return at;
		at = next;
	}
}
