import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../../source/lib/text-width.ts';
import {diffRows} from '../../../../source/modes/interactive/components/diff.ts';
import {
	createMarkdownStream,
	markdownRows,
} from '../../../../source/modes/interactive/components/markdown.ts';
import {shippedTheme} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {createPaint} from '../../../../source/modes/interactive/theme/paint.ts';

const plain = createPaint(shippedTheme('dark'), 0);
const look = {paint: plain, highlighter: {highlight: (code: string) => code.split('\n')}};
const rows = (source: string, width = 40) =>
	markdownRows(source, width, look).map(row =>
		row.replace(/\u001b\][^\u001b]*\u001b\\|\u001b\[[\d;]*m/g, ''),
	);

const blocks = [
	'# Title\n',
	'Some **bold** and `code` and a [link](https://x.y).\n',
	'- one\n- two\n  - deep\n',
	'1. a\n2. b\n',
	'> quoted\n> twice\n',
	'```ts\nconst x = 1;\n```\n',
	'| a | b |\n|---|---|\n| 漢字 | 2 |\n',
	'---\n',
	'- [x] done\n- [ ] open\n',
	'plain 👩‍👩‍👧 text\tend\n',
	'\n',
];

describe('markdown', () => {
	it('becomes rows as a person reads it', () => {
		expect(
			rows('# Hi\n\nA **b** c\n\n- one\n  - two\n- [x] done\n\n> q\n\n```ts\nlet x;\n```'),
		).toEqual(['# Hi', '', 'A b c', '', '• one', '  • two', '• ☑ done', '', '│ q', '', '  let x;']);
		expect(rows('| a | b |\n|---|---|\n| 漢字 | long cell |', 14)).toEqual(
			['a    │ b', '─────┼──────', '漢字 │ long', '     │ cell'].map(row =>
				expect.stringContaining(row.trimEnd().slice(0, 4)),
			),
		);
	});

	it('is never wider than the window, whatever it holds', () => {
		fc.assert(
			fc.property(
				fc.array(fc.oneof(fc.constantFrom(...blocks), fc.string({unit: 'grapheme'})), {
					maxLength: 8,
				}),
				fc.integer({min: 1, max: 60}),
				(parts, width) => {
					for (const row of markdownRows(parts.join('\n'), width, look)) {
						expect(textWidth(row)).toBeLessThanOrEqual(Math.max(width, 8));
					}
				},
			),
		);
	});

	it('is the same whether it comes at once or piece by piece', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...blocks), {maxLength: 10}),
				fc.integer({min: 1, max: 17}),
				(parts, step) => {
					const source = parts.join('\n');
					const stream = createMarkdownStream(30, look);
					for (let at = 0; at < source.length; at += step) {
						stream.append(source.slice(at, at + step));
						stream.rows();
					}

					expect(stream.rows()).toEqual(markdownRows(source, 30, look));
				},
			),
			{numRuns: 150},
		);
	});

	it('lets nothing that it holds drive the terminal', () => {
		const hostile =
			'a\u001b]52;c;Zm9v\u0007b\u001b[2Jc\u009b31md [x](javascript:alert(1)) [y](https://a\u001b]0;t\u0007b)';
		const shown = markdownRows(hostile, 80, look).join('\n');
		expect(shown).not.toMatch(/\u001b\](?!8;;)|\u001b\[2J|\u009b|\u0007/);
		expect(shown).not.toContain('8;;javascript');
	});
});

describe('a diff', () => {
	it('marks what changed within a line that became another', () => {
		const marked = diffRows(
			' 1 a\n-2 let x = 1\n+2 let x = 2\n 3 c',
			createPaint(shippedTheme('dark'), 8),
		);
		expect(marked[1]).toContain('\u001b[7m1\u001b[27m');
		expect(marked[2]).toContain('\u001b[7m2\u001b[27m');
	});
});
