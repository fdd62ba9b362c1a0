import {type ComparableText, type Replacement, toComparable} from './comparable-text.ts';

/** Where a text to be replaced stands in the original. */
export type Match = {readonly start: number; readonly end: number};

export type Found =
	| {readonly kind: 'found'; readonly match: Match}
	| {readonly kind: 'missing'}
	| {readonly kind: 'many'; readonly offsets: readonly number[]};

const singleQuotes = '\u2018\u2019\u201a\u201b';
const doubleQuotes = '\u201c\u201d\u201e\u201f';
const dashes = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212';

function toPlain(characters: string): string {
	return characters
		.normalize('NFKC')
		.replace(new RegExp(`[${singleQuotes}]`, 'g'), "'")
		.replace(new RegExp(`[${doubleQuotes}]`, 'g'), '"')
		.replace(new RegExp(`[${dashes}]`, 'g'), '-')
		.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ');
}

const lineEnds: Replacement = {pattern: /\r\n/g, as: () => '\n'};
const trailingBlanks: Replacement = {pattern: /(?<![ \t])[ \t]+(?=\n|$)/g, as: () => ''};
const typography: Replacement = {pattern: /[^\0-\x7f]\p{M}*|\w\p{M}+/gu, as: toPlain};

type Rung = {readonly steps: readonly Replacement[]; readonly forBytes: boolean};

/** From strict to lenient. They serve to find only: what is written is the original with the match replaced. */
const rungs: readonly Rung[] = [
	{steps: [lineEnds], forBytes: true},
	{steps: [lineEnds, trailingBlanks], forBytes: true},
	{steps: [lineEnds, typography, trailingBlanks], forBytes: false},
];

function occurrences(text: string, wanted: string): readonly number[] {
	const found: number[] = [];
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found.push(at);
	return found;
}

/** Where the match lies in the original, if it does not start or end inside of what was replaced as a whole. */
function toMatch(comparable: ComparableText, start: number, end: number): Match | undefined {
	const from = comparable.originalStart(start);
	const to = comparable.originalEnd(end);
	return from === undefined || to === undefined ? undefined : {start: from, end: to};
}

const endsLine = (text: string, at: number): boolean => at === text.length || text[at] === '\n';

function findOn({steps}: Rung, original: string, wanted: string): readonly Match[] {
	const sought = toComparable(wanted, steps).text;
	if (sought === '') return [];
	const comparable = toComparable(original, steps);
	// Blanks at the end of what is sought count as the end of a line, not as a part of a longer word.
	const mustEndLine = /[ \t]$/.test(wanted) && !/[ \t]$/.test(sought);
	return occurrences(comparable.text, sought)
		.filter(at => !mustEndLine || endsLine(comparable.text, at + sought.length))
		.map(at => toMatch(comparable, at, at + sought.length))
		.filter(match => match !== undefined);
}

function toFound(matches: readonly Match[]): Found | undefined {
	const [first, second] = matches;
	if (first === undefined) return undefined;
	if (second) return {kind: 'many', offsets: matches.map(({start}) => start)};
	return {kind: 'found', match: first};
}

/**
 * Looks rung by rung; the first that finds anything decides, and only a single place will do. With `inBytes` the texts
 * are bytes of no known encoding, of which only ASCII has a meaning.
 */
export function findText(original: string, wanted: string, inBytes = false): Found {
	const exact = occurrences(original, wanted).map(at => ({start: at, end: at + wanted.length}));
	const found = toFound(exact);
	if (found) return found;
	for (const rung of rungs) {
		if (inBytes && !rung.forBytes) continue;
		const lenient = toFound(findOn(rung, original, wanted));
		if (lenient) return lenient;
	}

	return {kind: 'missing'};
}
