import {describe, expect, it} from 'vitest';
import {
	type Motion,
	wordLeft,
	wordRight,
} from '../../../../source/modes/interactive/composer/motions.ts';
import {setText} from '../../../../source/modes/interactive/composer/text-buffer.ts';

/** Every stop of a motion over a line, marked in the text. */
function stops(text: string, motion: Motion, from: number): string {
	const buffer = setText(text);
	const columns: number[] = [];
	let column = from;
	for (;;) {
		const next = motion({lines: buffer.lines, caret: {line: 0, column}}).column;
		if (next === column) break;
		columns.push(next);
		column = next;
	}

	return (buffer.lines[0] ?? [])
		.map((unit, index) => (columns.includes(index) ? `|${unit}` : unit))
		.concat(columns.includes(buffer.lines[0]?.length ?? -1) ? ['|'] : [])
		.join('');
}

const forward = (text: string) => stops(text, wordRight, 0);
const backward = (text: string) => stops(text, wordLeft, setText(text).lines[0]?.length ?? 0);

describe('word by word', () => {
	it('forward stops behind words and runs of marks', () => {
		expect(forward('one  two_3.four() x')).toBe('one|  two_3|.|four|()| x|');
	});

	it('backward stops in front of them', () => {
		expect(backward('one  two_3.four() x')).toBe('|one  |two_3|.|four|() |x');
	});

	it('knows the words of scripts that put no space between them', () => {
		expect(forward('我喜欢电脑abc漢字')).toBe('我|喜欢|电脑|abc|漢字|');
		expect(backward('我喜欢电脑abc漢字')).toBe('|我|喜欢|电脑|abc|漢字');
	});

	it('takes letters with accents and other alphabets as letters', () => {
		expect(forward('na\u00efve e\u0301te\u0301 привет')).toBe(
			'na\u00efve| e\u0301te\u0301| привет|',
		);
	});

	it('goes on to the line before or behind at the ends of a line', () => {
		const {lines} = setText('ab\ncd');
		expect(wordLeft({lines, caret: {line: 1, column: 0}})).toEqual({line: 0, column: 2});
		expect(wordRight({lines, caret: {line: 0, column: 2}})).toEqual({line: 1, column: 0});
		expect(wordRight({lines, caret: {line: 1, column: 2}})).toEqual({line: 1, column: 2});
	});
});
