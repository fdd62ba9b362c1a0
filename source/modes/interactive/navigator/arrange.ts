import type {EntryHead} from '../../../harness/index.ts';
import {childrenOf, type Outline} from './outline.ts';

export const treeFilters = ['default', 'no-tools', 'user-only', 'labeled-only', 'all'] as const;

export type TreeFilter = (typeof treeFilters)[number];

/** A row of the navigator. */
export type OutlineRow = {
	/** Number of the entry in the outline. */
	readonly node: number;
	/** How many branches deep; what goes on straight stays at its level. */
	readonly level: number;
	/** Index of the row this one follows; -1: none. */
	readonly parent: number;
	/** The first row of a branch that leaves the line above it. */
	readonly isBranch: boolean;
	/** A part begins here that can be folded. */
	readonly isStart: boolean;
	readonly isFolded: boolean;
	/** A branch that is out of sight otherwise. */
	readonly isHidden: boolean;
	/** Rows that would come under this one. */
	readonly below: number;
};

export type Arrangement = {
	readonly count: number;
	row(index: number): OutlineRow | undefined;
	/** Index of the row of an entry, or of the nearest one above it that has a row; -1: there is none. */
	rowOf(node: number): number;
	/** The next row further down where a part begins; -1: there is none. */
	nextStart(index: number): number;
};

export type Arranging = {
	readonly filter: TreeFilter;
	/** Ids of folded rows. */
	readonly folded: ReadonlySet<string>;
	readonly showsHidden: boolean;
	/** undefined: nothing is looked for. */
	readonly matches: ((node: number) => boolean) | undefined;
};

type Test = (head: EntryHead, node: number, outline: Outline) => boolean;

const isUser: Test = ({type, kind}) => type === 'message' && kind === 'user';

const isAssistant: Test = ({type, kind}) => type === 'message' && kind === 'assistant';

const isTalk: Test = ({type, kind}) =>
	type === 'message'
		? kind === 'user' || kind === 'assistant' || kind === 'bashExecution'
		: type === 'compaction' || type === 'branch_summary' || type === 'custom_message';

/** An answer that called tools: a step on the way, with the results below it. */
const isStep: Test = (head, node, outline) =>
	isAssistant(head, node, outline) &&
	childrenOf(outline, node).some(child => outline.heads[child]?.kind === 'toolResult');

const filters: Readonly<Record<TreeFilter, Test>> = {
	default: isTalk,
	'no-tools': (...entry) => isTalk(...entry) && !isStep(...entry),
	'user-only': isUser,
	'labeled-only': ({id}, _node, {labels}) => labels.has(id),
	all: () => true,
};

type Counted = {
	/** How many rows there are in a branch. */
	rowsIn(node: number): number;
	isShown(node: number): boolean;
};

function count(outline: Outline, arranging: Arranging): Counted {
	const {heads, order, hidden, isOnPath, parentOf} = outline;
	const {matches = () => true, showsHidden} = arranging;
	const fits = filters[arranging.filter];
	const counts = new Int32Array(heads.length);
	const shown = new Uint8Array(heads.length);
	const rowsIn = (node: number) => counts[node] ?? 0;
	// Where one stands is never out of sight.
	const isGone = (node: number) => !showsHidden && hidden.has(node) && !isOnPath(node);
	for (let at = order.length - 1; at >= 0; at -= 1) {
		const node = order[at] ?? 0;
		const head = heads[node];
		if (!head) continue;
		const isFit = fits(head, node, outline) && matches(node);
		shown[node] = isFit ? 1 : 0;
		counts[node] = isGone(node) ? 0 : rowsIn(node) + (isFit ? 1 : 0);
		const parent = parentOf(node);
		if (parent >= 0) counts[parent] = rowsIn(parent) + rowsIn(node);
	}

	return {rowsIn, isShown: node => shown[node] === 1};
}

/** A row before it is known what comes under it. */
type Pending = Omit<OutlineRow, 'below' | 'isFolded'>;

type Walking = {-readonly [K in keyof Pending]: Pending[K]};

/** The one of several ways that goes straight on: where the session went, or else the latest. */
const straightOn = (ways: readonly number[], {isOnPath}: Outline): number | undefined =>
	ways.find(isOnPath) ?? ways.at(-1);

/** The ways on from a place, in the order they come: branches first, what goes straight on last. */
function waysOn(ways: readonly number[], from: Pending, outline: Outline): readonly Pending[] {
	const straight = straightOn(ways, outline);
	if (straight === undefined) return [];
	const isHidden = (way: number) => from.isHidden || outline.hidden.has(way);
	// A branch none of whose rows is there yet has nothing that a deeper one could hang on.
	const level = from.isBranch ? from.level : from.level + 1;
	const branches = ways
		.filter(way => way !== straight)
		.map(node => ({...from, node, level, isBranch: true, isStart: true, isHidden: isHidden(node)}));
	return [...branches, {...from, node: straight, isStart: true, isHidden: isHidden(straight)}];
}

/** Rows as they are put down one after the other. */
function createRows(size: number, {rowsIn}: Counted) {
	const nodes = new Int32Array(size);
	const levels = new Int32Array(size);
	const parents = new Int32Array(size);
	const flags = new Uint8Array(size);
	let count = 0;
	const has = (index: number, flag: number) => ((flags[index] ?? 0) & flag) !== 0;

	return {
		count: () => count,
		put({node, level, parent, isBranch, isStart, isHidden}: Pending, isFolded: boolean): number {
			nodes[count] = node;
			levels[count] = level;
			parents[count] = parent;
			flags[count] =
				(isBranch ? 1 : 0) | (isStart ? 2 : 0) | (isFolded ? 4 : 0) | (isHidden ? 8 : 0);
			count += 1;
			return count - 1;
		},
		row(index: number): OutlineRow | undefined {
			const node = nodes[index];
			if (node === undefined || index >= count) return undefined;
			return {
				node,
				level: levels[index] ?? 0,
				parent: parents[index] ?? -1,
				isBranch: has(index, 1),
				isStart: has(index, 2),
				isFolded: has(index, 4),
				isHidden: has(index, 8),
				below: rowsIn(node) - 1,
			};
		},
		nextStart(from: number): number {
			let index = from + 1;
			while (index < count && !has(index, 2)) index += 1;
			return index < count ? index : -1;
		},
	};
}

const several = -2;

/** The one way on from a node; -1: there is none. */
function onlyWay({firstOf, nextOf}: Outline, {rowsIn}: Counted, node: number): number {
	let only = -1;
	for (let way = firstOf(node); way >= 0; way = nextOf(way)) {
		if (rowsIn(way) === 0) continue;
		if (only >= 0) return several;
		only = way;
	}

	return only;
}

/**
 * The rows of a tree, pure. A line of talk stays at its level; where it forks, the other branches come first, one
 * level in, and then the way that was taken goes on straight. So a long session stays narrow.
 */
export function arrange(outline: Outline, arranging: Arranging): Arrangement {
	const {heads, hidden, parentOf} = outline;
	const counted = count(outline, arranging);
	const {rowsIn, isShown} = counted;
	const rows = createRows(heads.length, counted);
	const rowOf = new Int32Array(heads.length).fill(-1);
	const start = {node: -1, level: 0, parent: -1, isBranch: false, isStart: true, isHidden: false};
	const waiting: Pending[] = [start];
	const isFolded = ({node, isStart}: Pending) =>
		isStart &&
		arranging.matches === undefined &&
		rowsIn(node) > 1 &&
		arranging.folded.has(heads[node]?.id ?? '');

	/** Puts the row down, if there is one; false: what comes under it is folded. */
	const put = (at: Walking): boolean => {
		if (!isShown(at.node)) return true;
		const isEnd = isFolded(at);
		at.parent = rows.put(at, isEnd);
		rowOf[at.node] = at.parent;
		at.isBranch = false;
		at.isStart = false;
		return !isEnd;
	};

	/** A line of talk up to where it forks. One object goes along: lines are long. */
	const follow = (at: Walking) => {
		let way = at.node;
		while (put(at)) {
			way = onlyWay(outline, counted, at.node);
			if (way < 0) break;
			at.node = way;
			at.isHidden ||= hidden.has(way);
		}

		if (way !== several) return;
		const ways = childrenOf(outline, at.node).filter(way => rowsIn(way) > 0);
		for (const way of waysOn(ways, at, outline).toReversed()) waiting.push(way);
	};

	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) follow({...next});
	const rowAt = (node: number) => rowOf[node] ?? -1;
	return {
		count: rows.count(),
		row: rows.row,
		nextStart: rows.nextStart,
		rowOf(from) {
			let at = from;
			while (at >= 0 && rowAt(at) < 0) at = parentOf(at);
			return rowAt(at);
		},
	};
}
