const isWordStart = (text: string, at: number): boolean =>
	at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** The letters of the query in order, with others between them: the fewer gaps, the better. */
function spread(query: string, text: string): number | undefined {
	let at = -1;
	let gaps = 0;
	for (const character of query) {
		const next = text.indexOf(character, at + 1);
		if (next < 0) return undefined;
		if (next !== at + 1 && !isWordStart(text, next)) gaps += 1;
		at = next + character.length - 1;
	}

	return Math.max(1, 40 - 4 * gaps);
}

/** How well `query` fits `text`, both in lower case: 0 to 100; undefined when it does not. */
export function fuzzyScore(query: string, text: string): number | undefined {
	if (query === '') return 0;
	if (text === query) return 100;
	const at = text.indexOf(query);
	if (at === 0) return 80;
	if (at > 0) return isWordStart(text, at) ? 60 : 50;
	return spread(query, text);
}
