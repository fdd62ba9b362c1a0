/** Edits between two words: insertions, deletions, replacements. */
function distance(a: string, b: string): number {
	let row = Array.from({length: b.length + 1}, (_, index) => index);
	for (let i = 1; i <= a.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}

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
