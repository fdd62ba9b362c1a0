export type Scrollbar = {
	/** The first row of the thumb, and how many it has. */
	readonly from: number;
	readonly rows: number;
};

/** Where the thumb stands in a bar of `height` rows. undefined: everything is visible. */
export function scrollbarOf(above: number, total: number, height: number): Scrollbar | undefined {
	if (height <= 0 || total <= height) return undefined;
	const rows = Math.max(1, Math.round((height * height) / total));
	const free = height - rows;
	const from = Math.round((Math.min(above, total - height) / (total - height)) * free);
	// Only at the very ends does it touch them, so that one can tell.
	const isTop = above <= 0;
	const isEnd = above >= total - height;
	if (free >= 2 && !isTop && from === 0) return {from: 1, rows};
	if (free >= 2 && !isEnd && from === free) return {from: free - 1, rows};
	return {from, rows};
}
