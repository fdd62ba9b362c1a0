type Weigh = (length: number) => number;

const word: Weigh = length =>
	1.07 + 0.13 * Math.max(0, length - 6) + 0.4 * Math.max(0, length - 12);

const perCharacter =
	(tokens: number): Weigh =>
	length =>
		tokens * length;

/** Tokens of a run of one kind of characters. */
const weights = {
	// Capitals alone are rarely words of their own.
	upper: length => word(length) + 0.5 * Math.max(0, length - 2),
	lower: word,
	digit: length => 1.45 * Math.ceil(length / 3),
	// A single blank belongs to the word behind it.
	blank: length => (length > 1 ? 1.15 : 0),
	newline: () => 0.3,
	sign: length => 0.65 + 0.08 * (length - 1),
	accent: perCharacter(0.9),
	vietnamese: perCharacter(0.2),
	alphabet: length => 0.5 + 0.2 * length,
	han: perCharacter(0.82),
	kana: perCharacter(0.69),
	hangul: perCharacter(0.84),
	// Half of an emoji.
	surrogate: perCharacter(1.3),
	other: perCharacter(0.9),
} satisfies Readonly<Record<string, Weigh>>;

type Kind = keyof typeof weights;

/** Where the stretches of Unicode begin that are weighed alike. */
const stretches: readonly (readonly [from: number, kind: Kind])[] = [
	[0x00, 'sign'],
	[0x30, 'digit'],
	[0x3a, 'sign'],
	[0x41, 'upper'],
	[0x5b, 'sign'],
	[0x61, 'lower'],
	[0x7b, 'sign'],
	[0x80, 'accent'],
	[0x0250, 'other'],
	[0x0370, 'alphabet'],
	[0x0530, 'other'],
	[0x1e00, 'vietnamese'],
	[0x2000, 'other'],
	[0x2e80, 'han'],
	[0x3040, 'kana'],
	[0x3100, 'han'],
	[0xa000, 'other'],
	[0xac00, 'hangul'],
	[0xd800, 'surrogate'],
	[0xe000, 'other'],
	[0xff00, 'han'],
];

const entries = Object.entries(weights);
const kindIndex = (kind: Kind): number => entries.findIndex(([name]) => name === kind);
const upper = kindIndex('upper');
const lower = kindIndex('lower');

/** Index of the kind of every UTF-16 unit. */
const kindOf = new Uint8Array(0x1_0000);
for (const [from, kind] of stretches) kindOf.fill(kindIndex(kind), from);
for (const character of '\t ') kindOf[character.charCodeAt(0)] = kindIndex('blank');
for (const character of '\n\r') kindOf[character.charCodeAt(0)] = kindIndex('newline');

/**
 * About how many tokens a text is, for models whose tokenizer we do not have. The text is cut into the runs
 * that tokenizers start from (words at changes of case, groups of digits, runs of signs) and each is
 * weighed. The weights were fitted to o200k_base over prose in 30 languages, code, JSON and terminal output.
 */
export function estimateTokens(text: string): number {
	let tokens = 0;
	for (let at = 0; at < text.length; ) {
		const start = at;
		let kind = kindOf[text.charCodeAt(at)];
		at = endOfRun(text, at, kind);
		// `Word` is one run, and so is `JSONParser`.
		if (kind === upper && kindOf[text.charCodeAt(at)] === lower) {
			kind = lower;
			at = endOfRun(text, at, kind);
		}

		tokens += entries[kind ?? 0]?.[1](at - start) ?? 0;
	}

	return Math.ceil(tokens);
}

function endOfRun(text: string, start: number, kind: number | undefined): number {
	let at = start + 1;
	while (at < text.length && kindOf[text.charCodeAt(at)] === kind) at += 1;
	return at;
}
