import {type Json, record, text} from '../wire-json.ts';

const joined: Readonly<Record<string, 'text' | 'summary'>> = {
	'reasoning.text': 'text',
	'reasoning.summary': 'summary',
};

export const detailText = (detail: Json): string => text(detail.text) || text(detail.summary);

/**
 * Adds a piece of `reasoning_details`. Pieces of one text or summary become one entry, encrypted ones stay
 * apart: the list goes back to the server as it would have come in one piece.
 */
export function addDetail(details: Json[], piece: Json): void {
	const last = record(details.at(-1));
	const key = joined[text(piece.type)];
	if (key === undefined || last.type !== piece.type || last.index !== piece.index) {
		details.push(piece);
		return;
	}

	const said = Object.entries(piece).filter(([, value]) => value !== null);
	details[details.length - 1] = {
		...last,
		...Object.fromEntries(said),
		[key]: text(last[key]) + text(piece[key]),
	};
}
