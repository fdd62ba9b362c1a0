const fence = /```[\s\S]*?```/;
const quoted = /`[^`\n]+`|"[^"\n]*"|(?<![^\s(])'[^'\n]+'(?![^\s.,;:!?)])/;
const guarded = new RegExp(`${fence.source}|${quoted.source}`, 'g');

/** Where one request ends and the next begins. */
const joint =
	/\n+|;\s+|(?<=[^\s.])(?<!^\s*\d+)[.!?]\s+|,?\s+(?:and\s+)?then,?\s+|,?\s+(?:and\s+)?after that,?\s+/gim;

const courtesy =
	/^(?:(?:please|hey|ok(?:ay)?|now|first|next|then|finally|and|also|after that)[,:]?\s+|(?:can|could|would|will) you\s+|i(?:'d| would) like you to\s+|i want you to\s+|let's\s+|[-*]\s+|\d+[.)]\s+)/i;
const farewell = /(?:[,\s]+(?:please|now|for me|thanks|thank you)|\s+[!?]+|(?<=[^\s.])[.!?]+)$/i;

/** What is quoted is of no interest to those who look for words and dots; its length stays. */
const masked = (text: string): string =>
	text.replace(guarded, part => '\u0000'.repeat(part.length));

function withoutCourtesy(given: string): string {
	let text = given.trim();
	for (let start = courtesy.exec(text); start; start = courtesy.exec(text)) {
		text = text.slice(start[0].length);
	}

	for (let end = farewell.exec(masked(text)); end; end = farewell.exec(masked(text))) {
		text = text.slice(0, end.index);
	}

	return text.trim();
}

/** A message as the single requests in it, in order, without the words that only make it polite. */
export function toSentences(message: string): readonly string[] {
	// A block belongs to the words before it.
	const text = message.replace(/:?[ \t]*\n+(```[\s\S]*?```)/g, ' $1');
	const sentences: string[] = [];
	let from = 0;
	for (const found of masked(text).matchAll(joint)) {
		sentences.push(text.slice(from, found.index));
		from = found.index + found[0].length;
	}

	sentences.push(text.slice(from));
	return sentences.map(withoutCourtesy).filter(sentence => sentence !== '');
}

/** Something in quotes, backticks or a code block. */
export const quotedPattern = `(?:${fence.source}|${quoted.source})`;

/** A file or folder: quoted, or a word that looks like one. */
export const pathPattern = `(?:${quoted.source}|[^\\s"'\`]*[./~][^\\s"'\`]*|(?:Makefile|Dockerfile|LICENSE|README|CHANGELOG))`;

export function unquoted(text: string): string {
	const trimmed = text.trim();
	const block = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(trimmed);
	if (block) return block[1] ?? '';
	return /^(["'`])[\s\S]*\1$/.test(trimmed) && trimmed.length > 1 ? trimmed.slice(1, -1) : trimmed;
}

/**
 * Words that stand for themselves: quoted, or so plain that nothing else can be meant. "a function that sorts" is a
 * task, not a text.
 */
export function literal(text: string): string | undefined {
	const plain = unquoted(text);
	if (plain !== text.trim()) return plain;
	const isTask =
		/^(?:a|an|the|all|some|any|this|that|these|those|my|our|your|its|every|each|proper|better|new|code|content)\b/i;
	const words = plain.split(/\s+/);
	return plain === '' || words.length > 6 || isTask.test(plain) ? undefined : plain;
}
