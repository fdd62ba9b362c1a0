/** The stretch of a text that is most like another text. */
export type NearestText = {
	/** From 1. */
	readonly line: number;
	readonly lines: readonly string[];
};

const mostLines = 300_000;
/** Every line is compared with one of these only when none is the same. */
const mostCompared = 50_000;
const likeness = 0.5;

const essence = (line: string): string => line.trim().replace(/\s+/g, ' ');

function pairsOf(text: string): ReadonlyMap<string, number> {
	const pairs = new Map<string, number>();
	for (let at = 0; at + 1 < text.length; at += 1) {
		const pair = text.slice(at, at + 2);
		pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
	}

	return pairs;
}

/** 0 to 1: the share of pairs of characters that two texts have in common. */
function similarity(a: string, pairs: ReadonlyMap<string, number>, length: number): number {
	let common = 0;
	for (const [pair, count] of pairsOf(a)) common += Math.min(count, pairs.get(pair) ?? 0);
	return (2 * common) / Math.max(1, a.length - 1 + length - 1);
}

/** Where most of the lines stand in the same order; long lines say more than short ones. */
function byEqualLines(lines: readonly string[], sought: readonly string[]): number | undefined {
	const places = new Map<string, number[]>();
	for (const [index, line] of sought.entries()) {
		if (line.length > 2) places.set(line, [...(places.get(line) ?? []), index]);
	}

	const votes = new Map<number, number>();
	let best: {readonly start: number; readonly weight: number} | undefined;
	for (const [index, line] of lines.entries()) {
		for (const place of places.get(line) ?? []) {
			const start = index - place;
			const weight = (votes.get(start) ?? 0) + Math.min(40, line.length);
			votes.set(start, weight);
			if (!best || weight > best.weight) best = {start, weight};
		}
	}

	return best?.start;
}

function byLikeness(lines: readonly string[], sought: readonly string[]): number | undefined {
	const longest = sought.reduce((a, b) => (b.length > a.length ? b : a), '').slice(0, 400);
	if (longest.length < 3) return undefined;
	const pairs = pairsOf(longest);
	let best = {score: likeness, index: -1};
	for (const [index, line] of lines.slice(0, mostCompared).entries()) {
		if (line.length > 2 * longest.length + 20 || line.length * 4 < longest.length) continue;
		const score = similarity(line, pairs, longest.length);
		if (score > best.score) best = {score, index};
	}

	const place = sought.findIndex(line => line.startsWith(longest));
	return best.index < 0 ? undefined : best.index - Math.max(0, place);
}

export function nearestText(original: string, wanted: string): NearestText | undefined {
	const lines = original.split(/\r?\n/);
	if (lines.length > mostLines) return undefined;
	const sought = wanted.replace(/\r?\n$/, '').split(/\r?\n/);
	const essences = lines.map(essence);
	const soughtEssences = sought.map(essence);
	const found = byEqualLines(essences, soughtEssences) ?? byLikeness(essences, soughtEssences);
	if (found === undefined) return undefined;
	const start = Math.max(0, found);
	return {line: start + 1, lines: lines.slice(start, found + sought.length)};
}
