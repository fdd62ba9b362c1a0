import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	atEnd,
	type Content,
	rowsBetween,
	scrollBy,
	scrollTo,
	toPrompt,
	topOf,
	type View,
	visibleRows,
} from '../../../../source/modes/interactive/transcript/scroll.ts';

type Item = {readonly id: string; readonly rows: number; readonly gap?: number};

const content = (items: readonly Item[]): Content & {readonly asked: Set<number>} => {
	const asked = new Set<number>();
	return {
		asked,
		count: items.length,
		idAt: index => items[index]?.id,
		rowsAt(index) {
			asked.add(index);
			const {id = '', rows = 0} = items[index] ?? {};
			return Array.from({length: rows}, (_, row) => `${id}${row}`);
		},
		gapAfter: index => items[index]?.gap ?? 0,
	};
};

const of = (...heights: readonly number[]) =>
	content(heights.map((rows, index) => ({id: `${String.fromCharCode(97 + index)}`, rows})));

const seen = (view: View, all: Content, height: number) =>
	visibleRows(topOf(view, all, height), all, height);

describe('the view of the transcript', () => {
	it('follows the end, and lays out nothing above it', () => {
		const all = content(Array.from({length: 10_000}, (_, index) => ({id: `${index}.`, rows: 3})));
		expect(seen(atEnd, all, 5)).toEqual(['9998.1', '9998.2', '9999.0', '9999.1', '9999.2']);
		expect(all.asked.size).toBeLessThan(5);
	});

	it('stays where the person looks while more comes below, and while items above it change', () => {
		const up = scrollBy(atEnd, -5, {content: of(4, 4, 4), height: 4});
		expect(seen(up, of(4, 4, 4), 4)).toEqual(['a3', 'b0', 'b1', 'b2']);
		expect(seen(up, of(4, 4, 4, 9, 9), 4)).toEqual(['a3', 'b0', 'b1', 'b2']);
		const inSecond = scrollBy(up, 1, {content: of(4, 4, 4), height: 4});
		expect(seen(inSecond, of(40, 4, 4), 4)).toEqual(['b0', 'b1', 'b2', 'b3']);
	});

	it('knows the item it looks at by its name when others come before it', () => {
		const view = scrollTo({index: 1, row: 1}, {content: of(4, 4, 9), height: 4});
		const moved = content([
			{id: 'new', rows: 2},
			{id: 'a', rows: 4},
			{id: 'b', rows: 4},
			{id: 'c', rows: 9},
		]);
		expect(seen(view, moved, 4)).toEqual(['b1', 'b2', 'b3', 'c0']);
		expect(seen(view, content([{id: 'z', rows: 9}]), 4)).toEqual(['z5', 'z6', 'z7', 'z8']);
	});

	it('follows again when it is scrolled to the end, and stops at the beginning', () => {
		const window = {content: of(4, 4, 4), height: 4};
		let view: View = atEnd;
		for (let step = 0; step < 20; step += 1) view = scrollBy(view, -3, window);
		expect(topOf(view, window.content, 4)).toEqual({index: 0, row: 0});
		for (let step = 0; step < 20; step += 1) view = scrollBy(view, 3, window);
		expect(view).toEqual(atEnd);
	});

	it('counts the rows between items as rows', () => {
		const all = content([
			{id: 'a', rows: 2, gap: 1},
			{id: 'b', rows: 0},
			{id: 'c', rows: 2},
		]);
		expect(seen(atEnd, all, 4)).toEqual(['a1', '', 'c0', 'c1']);
		expect(seen(atEnd, all, 9)).toEqual(['a0', 'a1', '', 'c0', 'c1']);
		const inGap = scrollTo({index: 0, row: 2}, {content: all, height: 2});
		expect(seen(inGap, all, 2)).toEqual(['', 'c0']);
	});

	it('shows what there is when that is less than the window', () => {
		expect(seen(atEnd, of(2), 10)).toEqual(['a0', 'a1']);
		expect(seen(scrollBy(atEnd, -5, {content: of(), height: 3}), of(), 3)).toEqual([]);
	});

	it('goes from prompt to prompt', () => {
		const all = of(3, 3, 3, 3, 3, 3);
		const window = {content: all, height: 4, isPrompt: (index: number) => index % 2 === 0};
		const first = toPrompt(atEnd, -1, window);
		const tops = [first];
		for (let step = 0; step < 3; step += 1) tops.push(toPrompt(tops.at(-1) ?? atEnd, -1, window));
		expect(tops.map(view => topOf(view, all, 4).index)).toEqual([4, 2, 0, 0]);
		expect(topOf(toPrompt(tops[2] ?? atEnd, 1, window), all, 4)).toEqual({index: 2, row: 0});
		expect(toPrompt(first, 1, window)).toEqual(atEnd);
	});

	it('moves by as many rows as it is told, whatever is in between', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({rows: fc.nat({max: 6}), gap: fc.nat({max: 1})}), {maxLength: 12}),
				fc.array(fc.integer({min: -9, max: 9}), {maxLength: 12}),
				fc.integer({min: 1, max: 8}),
				(heights, steps, height) => {
					const all = content(heights.map((each, index) => ({id: `${index}.`, ...each})));
					const total = heights.reduce((sum, {rows, gap}) => sum + rows + gap, 0);
					const last = Math.max(0, total - height);
					let at = last;
					let view: View = atEnd;
					for (const by of steps) {
						view = scrollBy(view, by, {content: all, height});
						at = Math.max(0, Math.min(last, at + by));
						const top = topOf(view, all, height);
						const window = {content: all, height: 1000};
						expect(rowsBetween({index: 0, row: 0}, top, window)).toBe(at);
						expect(seen(view, all, height)).toHaveLength(Math.min(height, total));
					}
				},
			),
		);
	});

	it('says how far two places are apart, up to a limit', () => {
		const window = {content: of(4, 4, 4), height: 6};
		expect(rowsBetween({index: 0, row: 1}, {index: 1, row: 2}, window)).toBe(5);
		expect(rowsBetween({index: 1, row: 2}, {index: 0, row: 1}, window)).toBe(-5);
		expect(rowsBetween({index: 0, row: 0}, {index: 2, row: 3}, window)).toBe(6);
	});
});
