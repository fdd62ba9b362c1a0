/** Edits between two words: insertions, deletions, replacements. Two letters that changed places are the likeliest slip. */
function distance(a: string, b: string): number {
	let before: readonly number[] = [];
	let row: readonly number[] = Array.from({length: b.length + 1}, (_, index) => index);
	for (let i = 1; i <= a.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			const swapped = isSwap ? (before[j - 2] ?? 0) + 0.9 : Number.POSITIVE_INFINITY;
			next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}

		before = row;
		row = next;
	}

	return row[b.length] ?? 0;
}

/** The word most like the given one, if any is close. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
	let best: {readonly word: string; readonly score: number} | undefined;
	for (const candidate of words) {
		const starts = candidate.startsWith(word) || word.startsWith(candidate);
		const score = starts ? 0.5 : distance(word.toLowerCase(), candidate.toLowerCase());
		if (!best || score < best.score) best = {word: candidate, score};
	}

	return best && best.score <= Math.max(2, word.length / 3) ? best.word : undefined;
}
