const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Safe as text and inside quoted attributes. Characters that no page may hold become visible. */
export const escapeHtml = (text: string): string =>
	text
		.toWellFormed()
		.replaceAll(/[&<>"']/g, character => entities[character] ?? '')
		.replaceAll(/\p{Cc}/gu, character => ('\n\t'.includes(character) ? character : '\uFFFD'));

/** A piece of a page. */
export type Html = {readonly html: string};

/** Builds a piece: what stands in the holes is escaped unless it is a piece itself. */
export function html(
	parts: TemplateStringsArray,
	...holes: readonly (string | number | Html | readonly Html[])[]
): Html {
	const filled = holes.map(hole => {
		if (typeof hole === 'string' || typeof hole === 'number') return escapeHtml(String(hole));
		return 'html' in hole ? hole.html : hole.map(piece => piece.html).join('');
	});
	return {html: parts.map((part, at) => part + (filled[at] ?? '')).join('')};
}
