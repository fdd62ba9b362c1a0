import {describe, expect, it} from 'vitest';
import {markdownRows} from '../../../../source/modes/interactive/components/markdown.ts';
import {plainLook} from '../../../helpers/markdown.ts';

const shown = (lines: readonly string[], width: number) =>
	markdownRows(lines.join('\n'), width, plainLook)
		.map(row => row.replace(/\u001b\[[\d;]*m/g, '').trimEnd())
		.join('\n');

describe('a table', () => {
	it('is as wide as its cells, which stand as they are aligned', () => {
		expect(
			shown(
				['| name | n | mid |', '|---|--:|:-:|', '| 漢字 | 7 | b |', '| a | 100 | **long** |'],
				40,
			),
		).toBe(
			['name │   n │ mid', '─────┼─────┼─────', '漢字 │   7 │  b', 'a    │ 100 │ long'].join('\n'),
		);
	});

	it('breaks its widest cells to fit, at words as long as that is possible', () => {
		const table = ['| a | b |', '|---|---|', '| short | some longer text here |'];
		expect(shown(table, 20)).toBe(
			['a     │ b', '──────┼─────────────', 'short │ some longer', '      │ text here'].join('\n'),
		);
		expect(shown(['| abcdefgh | b |', '|---|---|', '| x | y |'], 9)).toBe(
			['abcde │ b', 'fgh   │', '──────┼──', 'x     │ y'].join('\n'),
		);
	});

	it('is a list of named cells where columns do not fit', () => {
		expect(shown(['| a | b | c |', '|---|---|---|', '| 1 | 2 | 3 |', '| 4 | 5 | 6 |'], 9)).toBe(
			'a: 1\nb: 2\nc: 3\n\na: 4\nb: 5\nc: 6',
		);
		expect(shown(['| a | b | c |', '|---|---|---|'], 9)).toBe('a\nb\nc');
	});

	it('takes rows with too few or too many cells', () => {
		expect(shown(['| a | b |', '|---|---|', '| 1 |', '| 1 | 2 | 3 |'], 20)).toBe(
			'a │ b\n──┼──\n1 │\n1 │ 2',
		);
	});
});
