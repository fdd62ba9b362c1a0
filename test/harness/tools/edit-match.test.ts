import {describe, expect, it} from 'vitest';
import {findText} from '../../../source/harness/tools/edit-match.ts';

const lastMissing = 'the last character missing';

/** What models get wrong when they copy a text, and whether it may still be taken for the one that is meant. */
const slips: readonly (readonly [string, (text: string) => string, 'found' | 'missing'])[] = [
	['copied exactly', text => text, 'found'],
	['DOS line ends', text => text.replaceAll('\n', '\r\n'), 'found'],
	['blanks at the end of lines', text => text.replace(/$/gm, '  '), 'found'],
	['a tab at the end of lines', text => text.replace(/$/gm, '\t'), 'found'],
	[
		'typographic quotes',
		text => text.replace(/'([^']*)'/g, '‘$1’').replace(/"([^"]*)"/g, '“$1”'),
		'found',
	],
	['a long dash', text => text.replaceAll('-', '–'), 'found'],
	['no-break spaces', text => text.replaceAll(' ', '\u00a0'), 'found'],
	['spaces for tabs', text => text.replaceAll('\t', '    '), 'missing'],
	['other case', text => text.toUpperCase(), 'missing'],
	['two spaces for one', text => text.replaceAll(' ', '  '), 'missing'],
	['an empty line inside', text => text.replaceAll('\n', '\n\n'), 'missing'],
	['line numbers', text => text.replace(/^/gm, '7: '), 'missing'],
	[lastMissing, text => text.slice(0, -1), 'found'],
];

const texts: readonly string[] = [
	'\tif (a - b > 0) {\n\t\treturn \'it is "so"\';\n\t}',
	'const x = \'one - two\';\n\tcall("y");',
	'name: \'a b\'\n\titems:\n\t- "first one"',
	'\tdef go(self):\n\t\treturn \'a\' - "b c"',
	'<p class="a">\n\tone - two \'three\'\n</p>',
	'# A title - with "quotes"\n\n\t\'code\' here',
	'SELECT \'a\' - "b"\n\tFROM t',
	'a - b "c" \'d\'\n\te f',
];

describe('a text that was copied', () => {
	const pairs = texts.flatMap(text =>
		slips.map(([slip, make, verdict]) => ({text, slip, wanted: make(text), verdict})),
	);

	it(`is judged as expected in all of ${pairs.length} cases`, () => {
		const wrong = pairs.filter(({text, wanted, slip, verdict}) => {
			const original = `before\n\n${text}\nafter\n`;
			const found = findText(original, wanted);
			// A slip that changes nothing in this text is no slip.
			if (found.kind !== 'found') return verdict === 'found' || wanted === text;
			const place = original.slice(found.match.start, found.match.end);
			const expected = slip === lastMissing ? text.slice(0, -1) : text;
			return place !== expected || (verdict !== 'found' && wanted !== text);
		});
		expect(pairs.length).toBeGreaterThanOrEqual(100);
		expect(wrong).toEqual([]);
	});

	it('is refused with every place when it is there more than once, also where only a lenient look finds it', () => {
		expect(findText('a “b”\na "c"\na ”b”\n', 'a "b"')).toEqual({kind: 'many', offsets: [0, 12]});
		expect(findText('x \ny\nx\t\ny\n', 'x\ny')).toEqual({kind: 'many', offsets: [0, 5]});
	});

	it('is taken where it stands exactly, though there is another like it', () => {
		expect(findText('a “b”\na "b"\n', 'a "b"')).toEqual({
			kind: 'found',
			match: {start: 6, end: 11},
		});
	});

	it('is no part of a longer word because blanks at its end do not count', () => {
		expect(findText('counter = 1;\ncount\n', 'count ')).toEqual({
			kind: 'found',
			match: {start: 13, end: 18},
		});
		expect(findText('counter = 1;\n', 'count ')).toEqual({kind: 'missing'});
	});

	it('does not begin or end inside of a character', () => {
		expect(findText('of\ufb01ce', 'ice')).toEqual({kind: 'missing'});
		expect(findText('of\ufb01ce', 'of')).toEqual({kind: 'found', match: {start: 0, end: 2}});
		expect(findText('of\ufb01ce', 'off')).toEqual({kind: 'missing'});
		expect(findText('a\r\nb', 'a\n')).toEqual({kind: 'found', match: {start: 0, end: 3}});
	});

	it('is found in time among very many blanks', () => {
		const blanks = ' '.repeat(200_000);
		expect(findText(`a${blanks}b${blanks}\nend`, 'b\nend')).toEqual({
			kind: 'found',
			match: {start: 200_001, end: 400_006},
		});
	});
});
