import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, test} from 'vitest';
import {breakAscii, breakLine} from '../../source/lib/line-break.ts';
import {
	cutToWidth,
	expandTabs,
	fitToWidth,
	graphemes,
	sliceColumns,
	textWidth,
	toPieces,
	wrap,
} from '../../source/lib/text-width.ts';

const family = '👩‍👩‍👧‍👦';
const red = '\x1B[31m';
const bold = '\x1B[1m';
const endRed = '\x1B[39m';
const endBold = '\x1B[22m';
const link = (uri: string) => `\x1B]8;;${uri}\x1B\\`;

/** Everything that takes another number of cells than characters. */
const soup = fc
	.array(
		fc.oneof(
			{weight: 4, arbitrary: fc.constantFrom('a', 'word', ' ', '  ', '-', 'é', '─')},
			fc.constantFrom(
				'完',
				'漢字',
				'、',
				'（',
				'ｶﾞ',
				'한',
				'ᄀ',
				family,
				'👍🏽',
				'🇩🇪',
				'1️⃣',
				'❤️',
				'⌛',
			),
			fc.constantFrom(
				'e\u0301\u0301',
				'नमस्ते',
				'สวัสดี',
				'\u0301',
				'שלום',
				'مرحبا',
				'\u200b',
				'\u200d',
				'\ud800',
			),
			fc.constantFrom(
				'\t',
				red,
				endRed,
				bold,
				'\x1B[0m',
				'\x1B[38;2;1;2;3;4m',
				link('http://a/b'),
				link(''),
			),
			fc.string({unit: 'grapheme', maxLength: 3}).map(text => text.replaceAll(/[\n\x1B\x9B]/g, '')),
		),
		{maxLength: 30},
	)
	.map(parts => parts.join(''));
const widths = fc.nat({max: 30});

describe('measuring', () => {
	test('cells, not characters', () => {
		expect([
			textWidth('abc'),
			textWidth('完了'),
			textWidth(family),
			textWidth('e\u0301\u0301'),
		]).toEqual([3, 4, 2, 1]);
		expect(textWidth(`${red}完${endRed}${link('http://x')}ab${link('')}`)).toBe(4);
		expect([textWidth(''), textWidth('\u200b'), textWidth('─│')]).toEqual([0, 0, 2]);
	});

	test('a tab reaches to the next stop', () => {
		expect(expandTabs('\ta\tbcd\te')).toBe('    a   bcd e');
		expect(expandTabs('完\t|\n\tx', 1)).toBe('完 |\n    x');
		expect(expandTabs(`${red}a${endRed}\tb`)).toBe(`${red}a${endRed}   b`);
		expect(textWidth('\t\tif (ok)')).toBe(15);
	});

	test('without sequences and tabs Ink comes to the same result', () => {
		fc.assert(
			fc.property(soup, text => {
				const plain = text.replaceAll(/\x1B\[[\d;]*m|\x1B\]8;;[^\x1B]*\x1B\\|\t/g, '');
				expect(textWidth(plain)).toBe(stringWidth(plain));
			}),
		);
	});

	test('graphemes put together are the text', () => {
		expect(graphemes(`ae\u0301${family}完`)).toEqual(['a', 'e\u0301', family, '完']);
		fc.assert(
			fc.property(soup, text => {
				expect(graphemes(text).join('')).toBe(text);
			}),
		);
	});
});

describe('cutting', () => {
	test('what fits stays as it is', () => {
		expect(cutToWidth(`${red}abc${endRed}`, 3, '…')).toBe(`${red}abc${endRed}`);
	});

	test('what does not fit ends with the ending, styles and links closed before it', () => {
		expect(cutToWidth('完了完了', 5, '…')).toBe('完了…');
		expect(cutToWidth(`${red}${link('http://x')}abcdef`, 4, '…')).toBe(
			`${red}${link('http://x')}abc${link('')}${endRed}…`,
		);
		expect([cutToWidth('abc', 1, '...'), cutToWidth('abc', 0, '…'), cutToWidth('abc', -1)]).toEqual(
			['.', '', ''],
		);
	});

	test('a slice has the styles of its place and spaces for halves', () => {
		expect(sliceColumns('完了完了', 1, 7)).toBe(' 了完 ');
		expect(sliceColumns(`a${red}bc${bold}de${endBold}${endRed}f`, 2, 4)).toBe(
			`${red}c${bold}d${endBold}${endRed}`,
		);
		expect([
			sliceColumns('abc', 2, 9),
			sliceColumns('abc', 3, 9),
			sliceColumns('abc', 2, 1),
		]).toEqual(['c', '', '']);
	});

	test('a cut is never wider than asked, and a slice takes just the cells that are there', () => {
		fc.assert(
			fc.property(soup, widths, widths, (text, from, to) => {
				expect(textWidth(cutToWidth(text, to, '…'))).toBeLessThanOrEqual(to);
				expect(textWidth(fitToWidth(text, to, '…'))).toBe(to);
				const cells = Math.max(0, Math.min(to, textWidth(text)) - from);
				expect(textWidth(sliceColumns(text, from, to))).toBe(cells);
			}),
		);
	});
});

describe('wrapping', () => {
	test('breaks at spaces, which go', () => {
		expect(wrap('The quick   brown fox', 9)).toEqual(['The quick', 'brown fox']);
		expect(wrap('a\n\nb ', 9)).toEqual(['a', '', 'b ']);
	});

	test('keeps the indent of a line', () => {
		expect(wrap('    indented text', 12)).toEqual(['    indented', 'text']);
	});

	test('breaks inside of what is longer than a row', () => {
		expect(wrap('aaaaaaa bb', 3)).toEqual(['aaa', 'aaa', 'a', 'bb']);
		expect(wrap(`x ${family}${family}${family}`, 4)).toEqual([`x ${family}`, `${family}${family}`]);
	});

	test('breaks between wide characters, but not before or after their punctuation', () => {
		expect(wrap('完了、漢字（括弧）です', 8)).toEqual(['完了、漢', '字（括', '弧）です']);
	});

	test('each row opens and closes its own styles, over line ends too', () => {
		expect(wrap(`${red}one two\nthree${endRed}`, 4)).toEqual([
			`${red}one${endRed}`,
			`${red}two${endRed}`,
			`${red}thre${endRed}`,
			`${red}e${endRed}`,
		]);
		expect(wrap(`${link('http://x')}one two${link('')}`, 3)).toEqual([
			`${link('http://x')}one${link('')}`,
			`${link('http://x')}two${link('')}`,
		]);
	});

	test('colours of three parts survive a break', () => {
		expect(wrap('\x1B[1;38;2;1;2;3mone two\x1B[0m', 3)).toEqual([
			'\x1B[1;38;2;1;2;3mone\x1B[22m\x1B[39m',
			'\x1B[1m\x1B[38;2;1;2;3mtwo\x1B[0m',
		]);
	});

	test('any width has rows, and what cannot be shown at all is left out', () => {
		expect([wrap('完', 1), wrap('a', 0), wrap('a', -5), wrap('', 5)]).toEqual([
			[''],
			[''],
			[''],
			[''],
		]);
		expect(wrap('a完b', 1)).toEqual(['a', '', 'b']);
	});

	test('no row is wider than asked, and nothing but spaces gets lost', () => {
		fc.assert(
			fc.property(soup, widths, (text, width) => {
				const rows = wrap(text, width);
				for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(width);
				const letters = (line: string) =>
					toPieces(line)
						.filter(piece => !piece.isSequence && piece.width <= width && piece.text !== ' ')
						.map(piece => piece.text)
						.join('');
				expect(letters(rows.join(''))).toBe(width === 0 ? '' : letters(text));
			}),
		);
	});

	test('the fast way for plain letters finds the same rows', () => {
		const letters = fc
			.array(fc.constantFrom('a', 'bb', ' ', '   ', 'longer', '-'), {maxLength: 20})
			.map(parts => parts.join(''));
		fc.assert(
			fc.property(letters, fc.integer({min: 1, max: 12}), (line, width) => {
				const rows = breakLine(toPieces(line), width).map(({start, end}) =>
					line.slice(start, end).slice(0, width),
				);
				expect(breakAscii(line, width)).toEqual(rows);
			}),
		);
	});
});
