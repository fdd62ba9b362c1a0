import {describe, expect, it} from 'vitest';
import {
	countChanges,
	diffRows,
	parseDiff,
} from '../../../../source/modes/interactive/components/diff.ts';
import {shippedTheme} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {createPaint} from '../../../../source/modes/interactive/theme/paint.ts';
import {plainLook} from '../../../helpers/markdown.ts';

const look = {...plainLook, paint: createPaint(shippedTheme('dark'), 0)};
const rows = (...lines: readonly string[]) =>
	diffRows(parseDiff(lines.join('\n')), {look, language: 'ts'}).map(row =>
		row.replace(/\u001b\[7m/g, '<').replace(/\u001b\[27m/g, '>'),
	);

describe('a diff', () => {
	it('marks what changed within lines that became one another', () => {
		expect(rows(' 1 a', '-2 let x = 1;', '+2 let x = 20;', ' 3 c')).toEqual([
			' 1 a',
			'-2 let x = <1>;',
			'+2 let x = <20>;',
			' 3 c',
		]);
		expect(rows('-1 call one', '-2 call two', '+1 call 1', '+2 call 2')).toEqual([
			'-1 call <one>',
			'-2 call <two>',
			'+1 call <1>',
			'+2 call <2>',
		]);
	});

	it('marks nothing where lines were replaced by others, or by more of them', () => {
		expect(rows('-1 completely different', '+1 nothing in common')).toEqual([
			'-1 completely different',
			'+1 nothing in common',
		]);
		expect(rows('-1 let x = 1;', '+1 let x = 2;', '+2 let y;')).toEqual([
			'-1 let x = 1;',
			'+1 let x = 2;',
			'+2 let y;',
		]);
	});

	it('shows tabs, gaps and what is hostile in a line', () => {
		expect(rows('+10 \tx\u001b[2Jy', '    ...', '- 9 ')).toEqual(['+10     xy', '    ...', '- 9 ']);
	});

	it('keeps the colours of the language where there is a ground to tell the lines by', () => {
		const paint = createPaint(shippedTheme('dark'), 24);
		const highlight = (code: string) =>
			code.split('\n').map(line => paint.fg('syntaxKeyword', line));
		const shown = diffRows(parseDiff('-1 let a;\n+1 let b;'), {
			look: {paint, highlighter: {highlight}},
			language: 'ts',
		});
		const line = (sign: '-' | '+', word: string) => {
			const removed = sign === '-';
			const before = paint.fg('syntaxKeyword', 'let ');
			const marked = paint.inverse(paint.fg('syntaxKeyword', word));
			const after = paint.fg('syntaxKeyword', ';');
			return (
				paint.fg(removed ? 'toolDiffRemoved' : 'toolDiffAdded', `${sign}1 `) +
				paint.bg(removed ? 'toolErrorBg' : 'toolSuccessBg', before + marked + after)
			);
		};
		expect(shown).toEqual([line('-', 'a'), line('+', 'b')]);
	});

	it('counts what was added and removed', () => {
		expect(countChanges(parseDiff(' 1 a\n-2 b\n+2 c\n+3 d'))).toEqual({added: 2, removed: 1});
	});

	it('takes long lines as they are', () => {
		const long = 'x'.repeat(2000);
		expect(rows(`-1 ${long}`, `+1 ${long}y`)).toEqual([`-1 ${long}`, `+1 ${long}y`]);
	});
});
