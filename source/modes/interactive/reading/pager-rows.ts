import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs, sliceColumns} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/paint.ts';
import {markMatches} from '../transcript/search.ts';

/** More of one line than this nobody scrolls to. */
const longest = 20_000;

export type PagerLook = {
	readonly width: number;
	/** The first column that is visible. */
	readonly left: number;
	readonly query: string;
	readonly paint: Paint;
};

/** Lines as rows: colours that a program gave them are kept, everything else that would act is not. */
export const pagerRows = (
	lines: readonly string[],
	{width, left, query, paint}: PagerLook,
): readonly string[] =>
	lines.map(line => {
		const text = expandTabs(printable(line.slice(0, longest), {colours: true}));
		return markMatches(sliceColumns(text, left, left + width), query, paint);
	});

/** The next line with the text, from a line on; beyond the last one it begins anew. */
export function findLine(
	lines: readonly string[],
	query: string,
	from: number,
): number | undefined {
	const wanted = query.toLowerCase();
	if (wanted === '') return undefined;
	for (let step = 0; step < lines.length; step += 1) {
		const at = (from + step) % lines.length;
		if (lines[at]?.toLowerCase().includes(wanted)) return at;
	}

	return undefined;
}
