/** Where a text to be replaced stands in the original. */
export type Match = {readonly start: number; readonly end: number};

export type Found =
	| {readonly kind: 'found'; readonly match: Match; readonly exact: boolean}
	| {readonly kind: 'missing'}
	| {readonly kind: 'many'; readonly offsets: readonly number[]};

/** A text made comparable, with the place in the original of each of its characters. */
type Mapped = {readonly text: string; readonly from: readonly number[]};

type Rung = (text: string) => Mapped;

/** Builds a mapped text; a rung says for each character what it counts as ('' leaves it out). */
function mapWith(text: string, as: (character: string, index: number) => string): Mapped {
	let out = '';
	const from: number[] = [];
	for (let index = 0; index < text.length; index += 1) {
		const counted = as(text[index] ?? '', index);
		for (let each = 0; each < counted.length; each += 1) from.push(index);
		out += counted;
	}

	from.push(text.length);
	return {text: out, from};
}

const lineEnds = (text: string) => (character: string, index: number) =>
	character === '\r' ? (text[index + 1] === '\n' ? '' : '\n') : character;

/** Blanks before a line end do not count. */
function trailing(text: string): (character: string, index: number) => string {
	const ends = lineEnds(text);
	const blank = new Set<number>();
	for (const {index, 0: run} of text.matchAll(/[ \t]+(?=\r?\n|\r|$)/g)) {
		for (let at = index; at < index + run.length; at += 1) blank.add(at);
	}

	return (character, index) => (blank.has(index) ? '' : ends(character, index));
}

const plain: Readonly<Record<string, string>> = {
	'\u2018': "'",
	'\u2019': "'",
	'\u201a': "'",
	'\u201b': "'",
	'\u201c': '"',
	'\u201d': '"',
	'\u201e': '"',
	'\u201f': '"',
	'\u2010': '-',
	'\u2011': '-',
	'\u2012': '-',
	'\u2013': '-',
	'\u2014': '-',
	'\u2015': '-',
	'\u2212': '-',
	'\u00a0': ' ',
	'\u2002': ' ',
	'\u2003': ' ',
	'\u2009': ' ',
	'\u200a': ' ',
	'\u202f': ' ',
	'\u205f': ' ',
	'\u3000': ' ',
};

/** From strict to lenient. Each rung is only for finding: what is written is the original with the match replaced. */
const rungs: readonly Rung[] = [
	text => mapWith(text, character => character),
	text => mapWith(text, lineEnds(text)),
	text => mapWith(text, trailing(text)),
	text => {
		const trimmed = trailing(text);
		return mapWith(text, (character, index) => trimmed(plain[character] ?? character, index));
	},
];

function occurrences(text: string, wanted: string): readonly number[] {
	const found: number[] = [];
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found.push(at);
	return found;
}

/** Looks rung by rung; the first rung that finds anything decides, and only a single place will do. */
export function findText(original: string, wanted: string): Found {
	for (const [level, rung] of rungs.entries()) {
		const sought = rung(wanted).text;
		if (sought === '') return {kind: 'missing'};
		const mapped = rung(original);
		const offsets = occurrences(mapped.text, sought);
		if (offsets.length > 1) return {kind: 'many', offsets: offsets.map(at => mapped.from[at] ?? 0)};
		const [at] = offsets;
		if (at === undefined) continue;
		const start = mapped.from[at] ?? 0;
		const last = mapped.from[at + sought.length - 1] ?? start;
		return {kind: 'found', match: {start, end: endOf(original, last, sought)}, exact: level === 0};
	}

	return {kind: 'missing'};
}

/** A match that ends with a line end takes in all of it. */
function endOf(original: string, last: number, sought: string): number {
	const crlf = sought.endsWith('\n') && original[last] === '\r' && original[last + 1] === '\n';
	return last + (crlf ? 2 : 1);
}

export const lineOf = (text: string, offset: number): number =>
	text.slice(0, offset).split(/\r\n|\n|\r/).length;

const words = (line: string): string => line.trim().replace(/\s+/g, ' ');

/** The stretch of the original that looks most like the text that was not found. */
export function nearest(
	original: string,
	wanted: string,
): {readonly line: number; readonly text: string} | undefined {
	const lines = original.split(/\r\n|\n|\r/);
	const sought = wanted.split(/\r\n|\n|\r/);
	const targets = new Set(sought.map(words).filter(line => line.length > 3));
	if (targets.size === 0 || lines.length > 200_000) return undefined;
	let best = {score: 0, at: 0};
	const hits = lines.map(line => (targets.has(words(line)) ? 1 : 0));
	let score = 0;
	for (let at = 0; at < lines.length; at += 1) {
		score += hits[at] ?? 0;
		if (at >= sought.length) score -= hits[at - sought.length] ?? 0;
		if (score > best.score) best = {score, at: Math.max(0, at - sought.length + 1)};
	}

	if (best.score === 0) {
		const [longest = ''] = [...targets].sort((a, b) => b.length - a.length);
		const start = longest.slice(0, Math.max(6, Math.floor(longest.length / 2)));
		const at = lines.findIndex(line => words(line).includes(start));
		if (at < 0) return undefined;
		best = {score: 1, at};
	}

	return {
		line: best.at + 1,
		text: lines.slice(best.at, best.at + Math.min(sought.length, 12)).join('\n'),
	};
}
