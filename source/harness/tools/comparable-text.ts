/** A stretch of the original that counts as something else. */
type Replaced = {
	/** Where it ends in the comparable text, and in the original. */
	readonly end: number;
	readonly originalEnd: number;
	/** Length in the comparable text. */
	readonly length: number;
};

/** A text made comparable, and the way back from each place in it to the original. */
export type ComparableText = {
	readonly text: string;
	/** Offset in the original; undefined inside of something that was replaced as a whole. */
	originalStart(offset: number): number | undefined;
	/** The same for where a match ends: what was left out after it is not a part of it. */
	originalEnd(offset: number): number | undefined;
};

export type Replacement = {
	readonly pattern: RegExp;
	readonly as: (found: string) => string;
};

function lastAtOrBefore(replaced: readonly Replaced[], offset: number): number {
	let low = 0;
	let high = replaced.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((replaced[middle]?.end ?? 0) <= offset) low = middle + 1;
		else high = middle;
	}

	return low - 1;
}

/** Keeps only the places where something changed, so large texts cost little. */
function replaceOnce(original: string, {pattern, as}: Replacement): ComparableText {
	const parts: string[] = [];
	const replaced: Replaced[] = [];
	let at = 0;
	let end = 0;
	for (const {0: found, index} of original.matchAll(pattern)) {
		const counted = as(found);
		if (counted === found) continue;
		parts.push(original.slice(at, index), counted);
		end += index - at + counted.length;
		at = index + found.length;
		replaced.push({end, originalEnd: at, length: counted.length});
	}

	parts.push(original.slice(at));

	function originalStart(offset: number): number | undefined {
		const index = lastAtOrBefore(replaced, offset);
		const next = replaced[index + 1];
		if (next && offset > next.end - next.length) return undefined;
		const before = replaced[index];
		return before ? before.originalEnd + offset - before.end : offset;
	}

	function originalEnd(offset: number): number | undefined {
		let index = lastAtOrBefore(replaced, offset);
		// What counts as nothing and stands right behind the match stays outside.
		while (replaced[index]?.end === offset && replaced[index]?.length === 0) index -= 1;
		const before = replaced[index];
		const next = replaced.slice(index + 1, index + 2).find(({length}) => length > 0);
		if (next && offset > next.end - next.length) return undefined;
		return before ? before.originalEnd + offset - before.end : offset;
	}

	return {text: parts.join(''), originalStart, originalEnd};
}

/** Replaces step by step. */
export function toComparable(original: string, steps: readonly Replacement[]): ComparableText {
	const same: ComparableText = {
		text: original,
		originalStart: offset => offset,
		originalEnd: offset => offset,
	};
	return steps.reduce((before, step) => {
		const next = replaceOnce(before.text, step);
		const through = (find: 'originalStart' | 'originalEnd') => (offset: number) => {
			const there = next[find](offset);
			return there === undefined ? undefined : before[find](there);
		};
		return {
			text: next.text,
			originalStart: through('originalStart'),
			originalEnd: through('originalEnd'),
		};
	}, same);
}
