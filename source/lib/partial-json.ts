import {Allow, parse} from 'partial-json';

/** Control characters and lone backslashes inside strings are what writers of JSON get wrong most. */
function mend(text: string): string {
	return text.replace(/"(?:[^"\\]|\\[\s\S])*"?/g, string =>
		string
			.replace(/\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}|(?=u?[\dA-Fa-f]{0,3}$))|\\/g, match =>
				match.length === 1 ? '\\\\' : match,
			)
			.replace(/[\u0000-\u001f]/g, control => JSON.stringify(control).slice(1, -1)),
	);
}

/** Strict first; then once more with bad strings mended. The text still has to be whole: nothing is completed. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		const mended = mend(text);
		if (mended === text) throw error;
		return JSON.parse(mended);
	}
}

/** As much as can be seen so far of JSON that is still arriving; for display only. */
function parseStart(text: string): unknown {
	try {
		// The parser drops everything behind a bad string without a word, so strings are mended first.
		return parse(mend(text), Allow.ALL);
	} catch {
		// Nothing can be seen yet, or ever: the whole text is judged at its end.
		return undefined;
	}
}

export type PartialJson = {
	add(piece: string): void;
	/** The same object until more can be seen. */
	value(): unknown;
};

const restMs = 50;

/**
 * JSON that arrives piece by piece. It is parsed again only when it has grown by an eighth or after a rest,
 * so that long text in small pieces costs no more than a few passes over it.
 */
export function createPartialJson(now: () => number): PartialJson {
	let text = '';
	let seen: unknown;
	let parsedLength = 0;
	let parsedAt = Number.NEGATIVE_INFINITY;
	return {
		add(piece) {
			text += piece;
		},
		value() {
			const grown = text.length >= parsedLength * 1.125 || now() - parsedAt >= restMs;
			if (text.length > parsedLength && grown) {
				seen = parseStart(text) ?? seen;
				parsedLength = text.length;
				parsedAt = now();
			}

			return seen;
		},
	};
}
