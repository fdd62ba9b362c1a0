import {fitToWidth} from '../../../lib/text-width.ts';
import {withoutMarks} from '../components/row-marks.ts';
import type {Paint} from '../theme/paint.ts';
import {scrollbarOf} from './scrollbar.ts';
import {markMatches} from './search.ts';
import {markSelected} from './selection.ts';

/** Below this there is no room for margins. */
const narrow = 20;
/** Empty columns on each side; the scrollbar stands in the last one. */
const margin = 1;

/** Empty columns beside the content. */
export const marginOf = (width: number): number => (width > narrow ? margin : 0);

export const contentWidth = (width: number): number => Math.max(1, width - 2 * marginOf(width));

export type Dress = {
	readonly width: number;
	readonly height: number;
	readonly paint: Paint;
	/** What is looked for; empty: nothing. */
	readonly query: string;
	/** Columns of a visible row that are selected. */
	selected(at: number): {readonly from: number; readonly to: number} | undefined;
	/** undefined: no scrollbar is wanted. */
	readonly scroll: {readonly above: number; readonly total: number} | undefined;
};

/** Margins, matches and the scrollbar are put on at the last moment, and only on what is seen. */
export function dress(rows: readonly string[], options: Dress): readonly string[] {
	const {width, height, paint, query, scroll} = options;
	const pad = ' '.repeat(marginOf(width));
	const marked = rows.map((row, at) => {
		const columns = options.selected(at);
		const found = query === '' ? row : markMatches(row, query, paint);
		return withoutMarks(columns ? markSelected(found, columns, paint) : found);
	});
	const bar = scroll && scrollbarOf(scroll.above, scroll.total, height);
	if (!bar) return marked.map(row => (row === '' ? row : pad + row));
	const thumb = paint.fg('scrollbarThumb', '█');
	const track = paint.fg('scrollbarTrack', '│');
	return Array.from({length: height}, (_, at) => {
		const isThumb = at >= bar.from && at < bar.from + bar.rows;
		return fitToWidth(pad + (marked[at] ?? ''), width - 1) + (isThumb ? thumb : track);
	});
}
