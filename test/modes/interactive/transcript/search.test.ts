import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../../source/lib/text-width.ts';
import type {TranscriptItem} from '../../../../source/modes/interactive/store/state.ts';
import {shippedTheme} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {createPaint} from '../../../../source/modes/interactive/theme/paint.ts';
import {markMatches, nextMatch} from '../../../../source/modes/interactive/transcript/search.ts';

const paint = createPaint(shippedTheme('dark'), 24);
const bare = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '');

const texts = ['one', 'two\nONE\nx', 'three', 'one more\nand one'];
const items: readonly TranscriptItem[] = texts.map((text, index) => ({
	kind: 'user',
	id: String(index),
	text,
	images: 0,
}));

const hunt = (query: string, direction: 1 | -1, index: number, row: number) => {
	const asked: number[] = [];
	const place = nextMatch(items, {
		query,
		direction,
		from: {index, row},
		rowsAt(at) {
			asked.push(at);
			return (texts[at] ?? '').split('\n');
		},
	});
	return {place, asked};
};

describe('the search', () => {
	it('goes from match to match, and begins anew at the end', () => {
		expect(hunt('one', 1, 0, 0).place).toEqual({index: 1, row: 1});
		expect(hunt('one', 1, 1, 1).place).toEqual({index: 3, row: 0});
		expect(hunt('one', 1, 3, 0).place).toEqual({index: 3, row: 1});
		expect(hunt('one', 1, 3, 1).place).toEqual({index: 0, row: 0});
		expect(hunt('one', -1, 0, 0).place).toEqual({index: 3, row: 1});
		expect(hunt('one', -1, 3, 1).place).toEqual({index: 3, row: 0});
	});

	it('asks for the rows of items only that hold what is looked for', () => {
		expect(hunt('three', 1, 0, 0)).toEqual({place: {index: 2, row: 0}, asked: [2]});
		expect(hunt('nothing', 1, 0, 0)).toEqual({place: undefined, asked: []});
		expect(hunt('', 1, 0, 0)).toEqual({place: undefined, asked: []});
	});

	it('finds the same match again when it is the only one', () => {
		expect(hunt('three', 1, 2, 0).place).toEqual({index: 2, row: 0});
	});

	it('goes to the start of an item whose match is broken over rows', () => {
		expect(hunt('two\none', 1, 0, 0).place).toEqual({index: 1, row: 0});
	});

	it('marks matches in a row and leaves its width and the rest of it alone', () => {
		const row = `${paint.fg('accent', 'ab漢CD')} cd`;
		const marked = markMatches(row, 'cd', paint);
		expect(bare(marked)).toBe('ab漢CD cd');
		expect(marked.split(paint.bg('searchMatchBg', paint.fg('searchMatchText', 'CD')))).toHaveLength(
			2,
		);
		expect(marked.split(paint.bg('searchMatchBg', paint.fg('searchMatchText', 'cd')))).toHaveLength(
			2,
		);
		expect(markMatches(row, 'zz', paint)).toBe(row);
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom('a', 'b', '漢', ' '), {maxLength: 20}),
				fc.constantFrom('a', 'ab', '漢', ' a'),
				(parts, query) => {
					const plain = parts.join('');
					const text = markMatches(paint.bold(plain), query, paint);
					expect(bare(text)).toBe(plain);
					expect(textWidth(text)).toBe(textWidth(plain));
				},
			),
		);
	});
});
