import type {TranscriptItem} from '../store/state.ts';

// How tall the whole transcript is, without laying it out: guesses, replaced by real heights where they are known.

export type HeightLook = {readonly width: number; readonly expanded: boolean};

type Size = {readonly characters: number; readonly lines: number};

const sizes = new WeakMap<TranscriptItem, Size>();

function sizeOf(item: TranscriptItem): Size {
	let size = sizes.get(item);
	if (size === undefined) {
		const text = textOf(item);
		size = {characters: text.length, lines: countLines(text)};
		sizes.set(item, size);
	}

	return size;
}

function textOf(item: TranscriptItem): string {
	switch (item.kind) {
		case 'tool':
			return item.output;
		case 'bash':
			return item.message.output;
		default:
			return item.text;
	}
}

function countLines(text: string): number {
	let lines = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
	return lines;
}

const foldedRows = 10;

/** A guess that costs nothing. */
export function guessHeight(item: TranscriptItem, {width, expanded}: HeightLook): number {
	const {characters, lines} = sizeOf(item);
	const wrapped = Math.max(lines, Math.ceil(characters / Math.max(1, width)) + lines / 2);
	switch (item.kind) {
		case 'tool':
		case 'bash':
			return 2 + Math.round(expanded ? wrapped : Math.min(foldedRows, lines));
		case 'summary':
			return expanded ? 2 + Math.round(wrapped) : 2;
		default:
			return 2 + Math.round(wrapped);
	}
}

export type Heights = {
	/** Takes the items as they are now; what has not changed keeps its height. */
	update(items: Items, look: HeightLook): void;
	/** The real height of an item, as it was laid out. */
	set(index: number, height: number): void;
	/** Rows of all items before that one. */
	before(index: number): number;
	total(): number;
};

export type Items = {
	readonly settled: readonly TranscriptItem[];
	readonly live: readonly TranscriptItem[];
};

type Known = {
	heights: number[];
	total: number;
	items: Items;
	look: HeightLook | undefined;
};

function cutTo(known: Known, count: number): void {
	for (let at = count; at < known.heights.length; at += 1) known.total -= known.heights[at] ?? 0;
	known.heights.length = Math.min(count, known.heights.length);
}

function push(known: Known, height: number): void {
	known.heights.push(height);
	known.total += height;
}

/** How many items at the start are still the same. Settled ones only ever come behind others. */
function sameStart({items: before}: Known, {settled}: Items): number {
	const last = Math.min(settled.length, before.settled.length);
	const isSame = before.settled[last - 1] === settled[last - 1] && before.settled[0] === settled[0];
	return isSame ? last : 0;
}

function update(known: Known, items: Items, look: HeightLook): void {
	const {items: before} = known;
	const isSameLook = known.look?.width === look.width && known.look.expanded === look.expanded;
	if (isSameLook && items.settled === before.settled && items.live === before.live) return;
	const kept = isSameLook ? sameStart(known, items) : 0;
	const liveHeights = isSameLook ? known.heights.slice(before.settled.length) : [];
	cutTo(known, kept);
	for (const item of items.settled.slice(kept)) push(known, guessHeight(item, look));
	for (const [at, item] of items.live.entries()) {
		// A live item is made anew with every delta, and is about as tall as it was.
		const isOld = before.live[at]?.id === item.id;
		push(known, (isOld ? liveHeights[at] : undefined) ?? guessHeight(item, look));
	}

	known.items = items;
	known.look = look;
}

export function createHeights(): Heights {
	const known: Known = {heights: [], total: 0, items: {settled: [], live: []}, look: undefined};
	return {
		update: (items, look) => update(known, items, look),
		set(index, height) {
			const old = known.heights[index];
			if (old === undefined || old === height) return;
			known.total += height - old;
			known.heights[index] = height;
		},
		before(index) {
			let sum = 0;
			const end = Math.min(index, known.heights.length);
			for (let at = 0; at < end; at += 1) sum += known.heights[at] ?? 0;
			return sum;
		},
		total: () => known.total,
	};
}
