/** Texts of entries in lower case, read little by little so that nobody waits for it. */
export type SearchIndex = {
	/** Whether every word occurs. What is not read yet has none. */
	matches(number: number, words: readonly string[]): boolean;
	/** Reads on until all is there; a second call while it goes on does nothing. */
	fill(): void;
	/** From 0 to 1. */
	progress(): number;
	stop(): void;
};

export type SearchIndexParts = {
	readonly size: number;
	textOf(number: number): string;
	/** More was read. */
	onMore(): void;
	/** Runs a slice of work when there is time for it; returns what calls it off. */
	later(run: () => void): () => void;
	readonly now: () => number;
};

/** What a slice may take: a key in between still feels immediate. */
const sliceMs = 8;
/** Rows are not made anew more often than this while it goes on. */
const tellMs = 150;

export const wordsOf = (query: string): readonly string[] =>
	query
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '');

export function createSearchIndex({
	size,
	textOf,
	onMore,
	later,
	now,
}: SearchIndexParts): SearchIndex {
	const texts: string[] = [];
	let callOff: (() => void) | undefined;
	let toldAt = now();

	const slice = () => {
		callOff = undefined;
		const end = now() + sliceMs;
		do {
			// Latest first: what one looks for is rarely long ago.
			texts.push(textOf(size - 1 - texts.length));
		} while (texts.length < size && now() < end);

		if (texts.length < size) callOff = later(slice);
		if (texts.length < size && now() - toldAt < tellMs) return;
		toldAt = now();
		onMore();
	};

	return {
		matches(number, words) {
			const text = texts[size - 1 - number];
			return text !== undefined && words.every(word => text.includes(word));
		},
		fill() {
			if (texts.length < size) callOff ??= later(slice);
		},
		progress: () => (size === 0 ? 1 : texts.length / size),
		stop() {
			callOff?.();
			callOff = undefined;
		},
	};
}
