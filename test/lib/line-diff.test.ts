import {applyPatch} from 'diff';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {lineDiff, smallDiff} from '../../source/lib/line-diff.ts';

const text = fc
	.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd'), {maxLength: 30})
	.map(parts => parts.join(''));

describe('the difference of two texts', () => {
	it('is a patch that makes the one of the other', () => {
		fc.assert(
			fc.property(text, text, (before, after) => {
				const {patch} = lineDiff('f', before, after);
				expect(
					before === after ? after : applyPatch(before, patch, {autoConvertLineEndings: false}),
				).toBe(after);
			}),
			{numRuns: 500},
		);
	});

	it('numbers lines as they are in each of the texts', () => {
		const before = Array.from({length: 12}, (_, index) => `${index + 1}\n`).join('');
		expect(lineDiff('f', before, before.replace('7\n', 'seven\nand more\n'))).toMatchObject({
			diff: '  3 3\n  4 4\n  5 5\n  6 6\n- 7 7\n+ 7 seven\n+ 8 and more\n  9 8\n 10 9\n 11 10\n 12 11',
			firstChangedLine: 7,
		});
		expect(lineDiff('f', 'a\n', 'a\n')).toMatchObject({diff: '', firstChangedLine: undefined});
		expect(lineDiff('f', '', 'new')).toMatchObject({diff: '+1 new', firstChangedLine: 1});
	});

	it('of a few lines names both sides', () => {
		expect(smallDiff(['a', 'b'], ['a', 'c'])).toEqual([' a', '-b', '+c']);
	});
});
