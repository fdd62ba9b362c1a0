import {describe, expect, it} from 'vitest';
import {
	atEnd,
	type Content,
	rowsBelow,
	scrollBy,
	topOf,
	type View,
	visibleRows,
} from '../../../../source/modes/interactive/transcript/viewport.ts';

const content = (heights: readonly number[]): Content & {readonly asked: Set<number>} => {
	const asked = new Set<number>();
	return {
		asked,
		count: heights.length,
		rowsAt(index) {
			asked.add(index);
			return Array.from({length: heights[index] ?? 0}, (_, row) => `${index}.${row}`);
		},
	};
};

describe('the view of the transcript', () => {
	it('follows the end, and lays out nothing above it', () => {
		const all = content(Array.from({length: 10_000}, () => 3));
		expect(visibleRows(atEnd, all, 5)).toEqual(['9998.1', '9998.2', '9999.0', '9999.1', '9999.2']);
		expect(all.asked.size).toBeLessThan(5);
	});

	it('stays where the person looks while more comes below', () => {
		const few = content([4, 4, 4]);
		const up = scrollBy(atEnd, -5, {content: few, height: 4});
		const seen = visibleRows(up, few, 4);
		const more = content([4, 4, 4, 9, 9]);
		expect(visibleRows(up, more, 4)).toEqual(seen);
		expect(rowsBelow(up, more, 4)).toBe(23);
	});

	it('follows again when it is scrolled to the end, and stops at the beginning', () => {
		const all = content([4, 4, 4]);
		const place = {content: all, height: 4};
		let view: View = atEnd;
		for (let step = 0; step < 20; step += 1) view = scrollBy(view, -3, place);
		expect(topOf(view, all, 4)).toEqual({index: 0, row: 0});
		for (let step = 0; step < 20; step += 1) view = scrollBy(view, 3, place);
		expect(view).toEqual(atEnd);
	});

	it('shows what there is when that is less than the window', () => {
		expect(visibleRows(atEnd, content([2]), 10)).toEqual(['0.0', '0.1']);
		expect(
			visibleRows(scrollBy(atEnd, -5, {content: content([]), height: 3}), content([]), 3),
		).toEqual([]);
	});
});
