import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {scrollbarOf} from '../../../../source/modes/interactive/transcript/scrollbar.ts';

describe('the scrollbar', () => {
	it('is as long as the part that is seen, and stands where that is', () => {
		expect(scrollbarOf(0, 100, 10)).toEqual({from: 0, rows: 1});
		expect(scrollbarOf(90, 100, 10)).toEqual({from: 9, rows: 1});
		expect(scrollbarOf(45, 100, 10)).toEqual({from: 5, rows: 1});
		expect(scrollbarOf(5, 20, 10)).toEqual({from: 3, rows: 5});
	});

	it('is not there when everything is seen', () => {
		expect([scrollbarOf(0, 10, 10), scrollbarOf(0, 5, 10), scrollbarOf(0, 5, 0)]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	});

	it('touches an end only when there is no more, and never leaves the bar', () => {
		fc.assert(
			fc.property(
				fc.integer({min: 3, max: 60}),
				fc.integer({min: 1, max: 100_000}),
				fc.nat(),
				(height, more, seed) => {
					const total = height + more;
					const above = seed % (more + 1);
					const bar = scrollbarOf(above, total, height);
					if (!bar) throw new Error('There is more than is seen.');
					expect(bar.from).toBeGreaterThanOrEqual(0);
					expect(bar.from + bar.rows).toBeLessThanOrEqual(height);
					if (height - bar.rows < 2) return;
					expect(bar.from === 0).toBe(above === 0);
					expect(bar.from + bar.rows === height).toBe(above === more);
				},
			),
		);
	});
});
