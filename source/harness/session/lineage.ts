import type {EntryHead, SessionEntry} from './entries.ts';
import {createParentFinder, type Missing} from './find-parent.ts';
import type {Place} from './records.ts';

/** An entry in the tree. */
export type Node = {
	/** With the parent as resolved: null for a root, never the id of something that is not there. */
	head: EntryHead;
	/** In the file, from 1; the header is the first. */
	readonly line: number;
	/** Bytes in the file; undefined: only in memory, and then `held`. */
	readonly place: Place | undefined;
	readonly held: SessionEntry | undefined;
	parent: Node | undefined;
	children: Node[];
};

export type NewNode = Pick<Node, 'head' | 'place' | 'held' | 'line'>;

export type Lineage = {
	node(id: string): Node | undefined;
	/** In the order of the file. */
	nodes(): readonly Node[];
	/** By time, as they came when it is equal. null: the roots. */
	childrenOf(id: string | null): readonly Node[];
	/** Root first. */
	pathTo(id: string | null): readonly Node[];
	/** Links entries to their parents, which may come along in any order. Returns those whose id is taken. */
	add(entries: readonly NewNode[], lost?: readonly Missing[]): readonly NewNode[];
	/** Takes out an entry that turned out to be unreadable; its children move up to its parent. */
	drop(node: Node): void;
};

const none: Node[] = [];

export function createLineage(): Lineage {
	const byId = new Map<string, Node>();
	const roots: Node[] = [];
	let order: Node[] = [];
	const finder = createParentFinder({
		has: id => byId.has(id),
		lastBefore: line => lastBefore(order, line)?.head.id ?? null,
	});

	const link = (node: Node, parent: Node | undefined): void => {
		node.parent = parent;
		if (parent === undefined) roots.push(node);
		// Most have one child, and an array of one that was made so takes a tenth of one that was pushed to.
		else if (parent.children.length === 0) parent.children = [node];
		else parent.children.push(node);
		const parentId = parent?.head.id ?? null;
		if (node.head.parentId !== parentId) node.head = {...node.head, parentId};
	};

	const unlink = (node: Node): void => {
		const siblings = node.parent?.children ?? roots;
		siblings.splice(siblings.indexOf(node), 1);
	};

	/** Of two in one file the later one counts, and stands where it was written. */
	const enter = (entries: readonly NewNode[]): readonly Node[] => {
		const lastLine = order.at(-1)?.line ?? 0;
		let entered: Node[] = [];
		let hasTwins = false;
		for (const entry of entries) {
			const twin = byId.get(entry.head.id);
			if (twin && twin.line <= lastLine) continue;
			if (twin) hasTwins = true;
			const node = {...entry, parent: undefined, children: none};
			byId.set(entry.head.id, node);
			entered.push(node);
		}

		if (hasTwins) entered = entered.filter(node => byId.get(node.head.id) === node);
		for (const node of entered) order.push(node);
		return entered;
	};

	return {
		node: id => byId.get(id),
		nodes: () => order,
		childrenOf: id => byTime(id === null ? roots : (byId.get(id)?.children ?? [])),
		pathTo: id => ancestry(id === null ? undefined : byId.get(id)),
		add(entries, lost = []) {
			finder.noteLost(lost);
			const entered = enter(entries);
			for (const node of entered) link(node, byId.get(finder.parentOf(node) ?? ''));
			for (const node of cutsOfCycles(entered)) {
				unlink(node);
				link(node, undefined);
			}

			return entries.filter(entry => byId.get(entry.head.id)?.line !== entry.line);
		},
		drop(node) {
			unlink(node);
			byId.delete(node.head.id);
			order = order.filter(other => other !== node);
			finder.noteLost([{line: node.line, ...node.head}]);
			for (const child of node.children) link(child, node.parent);
		},
	};
}

function ancestry(node: Node | undefined): readonly Node[] {
	const path: Node[] = [];
	for (let at = node; at !== undefined; at = at.parent) path.push(at);
	return path.reverse();
}

/** Entries come in order of time from any one writer, so this hardly ever sorts. */
function byTime(nodes: readonly Node[]): readonly Node[] {
	const timed = nodes.map(node => ({node, time: Date.parse(node.head.timestamp) || 0}));
	return timed.sort((a, b) => a.time - b.time).map(({node}) => node);
}

function lastBefore(nodes: readonly Node[], line: number): Node | undefined {
	let low = 0;
	let high = nodes.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((nodes[middle]?.line ?? line) < line) low = middle + 1;
		else high = middle;
	}

	return nodes[low - 1];
}

/** One entry of every circle of parents, which only a file that was put together by hand can have. */
function cutsOfCycles(nodes: readonly Node[]): readonly Node[] {
	if (!nodes.some(({parent, line}) => parent !== undefined && parent.line >= line)) return [];
	const done = new Set<Node>();
	const cuts: Node[] = [];
	for (const node of nodes) {
		const walk = new Set<Node>();
		let at: Node | undefined = node;
		while (at !== undefined && !done.has(at) && !walk.has(at)) {
			walk.add(at);
			at = at.parent;
		}

		if (at !== undefined && walk.has(at)) cuts.push(at);
		for (const passed of walk) done.add(passed);
	}

	return cuts;
}
