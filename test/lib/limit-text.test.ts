import {describe, expect, it} from 'vitest';
import {limitHead, limitTail, sizeInWords} from '../../source/lib/limit-text.ts';

describe('a text within limits', () => {
	it.each([
		[
			'all of it',
			'a\nb',
			{lines: 2, bytes: 3},
			{text: 'a\nb', lines: 2, totalLines: 2, cutBy: undefined},
		],
		[
			'the first lines',
			'a\nb\nc',
			{lines: 2},
			{text: 'a\nb', lines: 2, totalLines: 3, cutBy: 'lines'},
		],
		[
			'the first bytes, in whole lines',
			'é\né\né',
			{bytes: 6},
			{text: 'é\né', lines: 2, totalLines: 3, cutBy: 'bytes'},
		],
		[
			'nothing of a line that is too long',
			'abc',
			{bytes: 2},
			{text: '', lines: 0, totalLines: 1, cutBy: 'bytes'},
		],
	])('keeps %s', (_what, text, limits, expected) => {
		expect(limitHead(text, limits)).toEqual(expected);
	});

	it.each([
		[
			'all of it',
			'a\nb',
			{lines: 2, bytes: 3},
			{text: 'a\nb', lines: 2, totalLines: 2, cutBy: undefined},
		],
		[
			'the last lines',
			'a\nb\nc',
			{lines: 2},
			{text: 'b\nc', lines: 2, totalLines: 3, cutBy: 'lines'},
		],
		[
			'the last bytes, in whole lines',
			'é\né\né',
			{bytes: 6},
			{text: 'é\né', lines: 2, totalLines: 3, cutBy: 'bytes'},
		],
		[
			'the end of a line that is too long, in whole characters',
			'aéé',
			{bytes: 3},
			{text: 'é', lines: 1, totalLines: 1, cutBy: 'bytes'},
		],
	])('keeps of the end %s', (_what, text, limits, expected) => {
		expect(limitTail(text, limits)).toEqual(expected);
	});

	it('is told in words', () => {
		expect([0, 1023, 51_200, 3_000_000].map(sizeInWords)).toEqual([
			'0B',
			'1023B',
			'50.0KB',
			'2.9MB',
		]);
	});
});
