import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../../source/lib/text-width.ts';
import {edit} from '../../../../source/modes/interactive/composer/edit.ts';
import {
	composerRows,
	firstRowEnd,
	moveRows,
} from '../../../../source/modes/interactive/composer/layout.ts';
import {paste} from '../../../../source/modes/interactive/composer/paste.ts';
import {
	setText,
	type TextBuffer,
} from '../../../../source/modes/interactive/composer/text-buffer.ts';

const at = (buffer: TextBuffer, line: number, column: number): TextBuffer =>
	edit(buffer, {type: 'moveTo', caret: {line, column}});

const shown = (text: string, width: number) =>
	composerRows(setText(text), {width, height: 20}).rows;

const soup = fc
	.array(
		fc.oneof(
			fc.string({unit: 'grapheme', maxLength: 12}),
			fc.constantFrom(
				'漢字',
				' ',
				'  ',
				'\n',
				'word',
				'👩‍👩‍👧',
				'\u202e',
				'\u0007',
				'\u0301',
				'\t',
			),
		),
		{maxLength: 12},
	)
	.map(parts => parts.join(''));

describe('the rows of the editor', () => {
	it('are never wider or more than asked, and every place of the text has a cell of its own', () => {
		fc.assert(
			fc.property(soup, fc.integer({min: 1, max: 24}), (text, width) => {
				const chipped = paste(setText(text), `${'x\n'.repeat(20)}`);
				const cells = new Set<string>();
				let places = 0;
				for (const [line, units] of chipped.lines.entries()) {
					for (let column = 0; column <= units.length; column += 1) {
						const view = composerRows(at(chipped, line, column), {width, height: 1000});
						for (const row of view.rows) expect(textWidth(row)).toBeLessThanOrEqual(width);
						expect(view.caret.column).toBeLessThan(width);
						expect(view.caret.row).toBeLessThan(view.rows.length);
						cells.add(`${view.caret.row}:${view.caret.column}`);
						places += 1;
					}
				}

				expect(cells.size).toBe(places);
			}),
			{numRuns: 150},
		);
	});

	it('hold all of the text', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[a-z ]{0,60}$/),
				fc.integer({min: 1, max: 20}),
				(text, width) => {
					expect(shown(text, width).join('')).toBe(text);
				},
			),
		);
	});

	it('break between words, inside of words that are longer than a row, and beside wide characters', () => {
		expect(shown('one two three', 8)).toEqual(['one two ', 'three']);
		expect(shown('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
		expect(shown('a漢字漢字', 4)).toEqual(['a漢', '字漢', '字']);
		expect(shown('abcdef', 3)).toEqual(['abc', 'def', '']);
		expect(shown('漢', 1)).toEqual([' ', '']);
	});

	it('break a chip that is too long, and leave it one unit', () => {
		const chip = paste(setText('a'), 'x\n'.repeat(20));
		const view = composerRows(chip, {width: 10, height: 9});
		expect(view.rows).toEqual(['a[paste #1', ' +21 lines', ']']);
		expect(view.caret).toEqual({row: 2, column: 1});
		expect(composerRows(at(chip, 0, 1), {width: 10, height: 9}).caret).toEqual({row: 0, column: 1});
	});

	it('put the caret where the text before it ends', () => {
		const back = at(setText('a漢字b'), 0, 2);
		expect(composerRows(back, {width: 20, height: 5}).caret).toEqual({row: 0, column: 3});
		expect(composerRows(setText('abcdef'), {width: 3, height: 5}).caret).toEqual({
			row: 2,
			column: 0,
		});
	});

	it('scroll no more than the caret asks for', () => {
		const text = setText(Array.from({length: 10}, (_, line) => `line ${line}`).join('\n'));
		const room = {width: 20, height: 3};
		expect(composerRows(text, room)).toMatchObject({above: 7, below: 0, caret: {row: 2}});
		const up = composerRows(at(text, 8, 0), {...room, top: 7});
		expect(up).toMatchObject({above: 7, below: 0, caret: {row: 1}});
		expect(composerRows(at(text, 5, 0), {...room, top: 7})).toEqual({
			rows: ['line 5', 'line 6', 'line 7'],
			caret: {row: 0, column: 0},
			above: 5,
			below: 2,
		});
	});

	it('are crossed by their cells, until the text ends', () => {
		const buffer = setText('abcdef');
		const up = moveRows(buffer, -1, 4);
		expect(up).toEqual({caret: {line: 0, column: 2}, wanted: 2});
		expect(moveRows({...buffer, ...up}, -1, 4)).toBeUndefined();
		expect(moveRows(at(setText('漢字\nabcd'), 1, 3), -1, 9)?.caret).toEqual({line: 0, column: 1});
		expect(moveRows(at(setText('a\nb\nc'), 2, 0), -10, 9)?.caret).toEqual({line: 0, column: 0});
	});

	it('are crossed over a chip that has no place for the caret in its middle', () => {
		const chip = paste(setText('ab\n'), 'x\n'.repeat(20));
		expect(moveRows(chip, -1, 10)?.caret).toEqual({line: 1, column: 0});
		expect(moveRows(at(chip, 1, 0), 1, 10)?.caret).toEqual({line: 1, column: 1});
	});

	it('know the last place of the first of them', () => {
		expect(firstRowEnd(setText('one two three'), 8)).toEqual({line: 0, column: 7});
		expect(firstRowEnd(setText('one\ntwo'), 8)).toEqual({line: 0, column: 3});
	});
});
