import {limitHead, maxBytes, sizeInWords} from '../../lib/limit-text.ts';

/** Lines within the byte limit, and below them in brackets what was left out and what to do about it. */
export function limitedList(lines: readonly string[], notes: readonly string[]): string {
	const limited = limitHead(lines.join('\n'), {lines: Number.POSITIVE_INFINITY});
	const all =
		limited.cutBy === undefined
			? notes
			: [
					...notes,
					`${sizeInWords(maxBytes)} limit reached after ${limited.lines} of ${lines.length} lines`,
				];
	return all.length === 0 ? limited.text : `${limited.text}\n\n[${all.join('. ')}.]`;
}
