import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../../source/lib/text-width.ts';
import {markdownRows} from '../../../../source/modes/interactive/components/markdown.ts';
import {withoutMarks} from '../../../../source/modes/interactive/components/row-marks.ts';
import {shippedTheme} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {createPaint} from '../../../../source/modes/interactive/theme/paint.ts';
import {anyMarkdown, plainLook} from '../../../helpers/markdown.ts';

const rows = (source: string, width = 40) =>
	markdownRows(source, width, plainLook).map(row =>
		row.replace(/\u001b\][^\u001b]*\u001b\\|\u001b\[[\d;]*m/g, '').trimEnd(),
	);

const shown = (source: string, width = 40) => rows(source, width).join('\n');

describe('markdown', () => {
	it('becomes rows as a person reads it', () => {
		expect(shown('# Hi\n\nA **b** *c* ~~d~~ `e`\n\n---\n\n> q **r**\n> s', 12)).toBe(
			'# Hi\n\nA b c d e\n\n────────────\n\n│ q r\n│ s',
		);
		expect(shown('```ts title\nlet x;\n\n  y\n```')).toBe('```ts title\nlet x;\n\n  y\n```');
		expect(shown('    let x;\n      y')).toBe('let x;\n  y');
		expect(shown('a  \nb<br>c\nd')).toBe('a\nb\nc\nd');
	});

	it('shows lists with their numbers, boxes and depth', () => {
		expect(shown('- one\n  - two\n    three\n- [x] done\n- [ ] open')).toBe(
			'• one\n  • two\n    three\n• ☑ done\n• ☐ open',
		);
		expect(shown('9. a\n10. b')).toBe('9. a\n10. b');
		expect(shown('- [x] a\n\n  more\n\n- b')).toBe('• ☑ a\n\n    more\n\n• b');
		expect(shown('- a\n  ```\n  x\n  ```\n- b')).toBe('• a\n  ```\n  x\n  ```\n• b');
	});

	it('breaks flowing text at words and code anywhere', () => {
		expect(shown('one two three', 8)).toBe('one two\nthree');
		expect(shown('- one two three', 10)).toBe('• one two\n  three');
		expect(shown('```\nab  cd ef\n```', 5)).toBe('```\nab  c\nd ef\n```');
	});

	it('puts what has no room beside its mark below it', () => {
		expect(shown('- a b', 2)).toBe('•\na\nb');
		expect(shown('> a b', 2)).toBe('a\nb');
	});

	it('decodes entities once, and not within code', () => {
		expect(shown('&lt;b&gt; &amp;amp; &#65; &nope; `&lt;`')).toBe('<b> &amp; A &nope; &lt;');
	});

	it('names where links lead, and makes them links where that is safe', () => {
		const link = (source: string) => markdownRows(source, 60, plainLook).join('\n');
		expect(link('[a](https://x.y/ü?q=1)')).toMatch(
			/^\u001b\]8;id=\w+;https:\/\/x\.y\/%C3%BC\?q=1\u001b\\.*a.*\u001b\]8;;\u001b\\ \(https:\/\/x\.y\/ü\?q=1\)$/,
		);
		expect(shown('https://x.y and <me@x.y> ![pic](p.png) [r][d]\n\n[d]: https://z')).toBe(
			'https://x.y and me@x.y [pic] r\n(https://z)',
		);
		expect(link('[a](javascript:alert)')).not.toContain('\u001b]8');
	});

	it('holds a link together over rows with one id', () => {
		const ids = markdownRows('[one two three](https://x.y)', 6, plainLook)
			.flatMap(row => [...row.matchAll(/8;(id=\w+);/g)])
			.map(([, id]) => id);
		expect(ids.length).toBeGreaterThan(2);
		expect(new Set(ids).size).toBe(1);
	});

	it('is never wider than the window, whatever it holds', () => {
		fc.assert(
			fc.property(anyMarkdown, fc.integer({min: 1, max: 200}), (source, width) => {
				for (const row of markdownRows(source, width, plainLook)) {
					expect(textWidth(row)).toBeLessThanOrEqual(width);
					expect(row).not.toMatch(/[\n\t]/);
				}
			}),
			{numRuns: 400},
		);
	});

	it('closes in each row what it opens there', () => {
		const paint = createPaint(shippedTheme('dark'), 8);
		fc.assert(
			fc.property(anyMarkdown, fc.integer({min: 4, max: 60}), (source, width) => {
				for (const row of markdownRows(source, width, {...plainLook, paint})) {
					const opened = new Set<string>();
					for (const [, code = ''] of withoutMarks(row).matchAll(/\u001b\[([\d;]*)m/g)) {
						const kind = closes[code.split(';')[0] ?? ''] ?? code;
						if (closers.has(code)) opened.delete(code);
						else opened.add(kind);
					}

					expect([...opened]).toEqual([]);
					expect([...row.matchAll(/\u001b\]8;/g)].length % 2).toBe(0);
				}
			}),
		);
	});

	it('lets nothing that it holds drive the terminal', () => {
		const hostile = [
			'a\u001b]52;c;Zm9v\u0007b\u001b[2Jc\u009b31md',
			'[x](javascript:alert(1)) [y](https://a\u001b]0;t\u0007b)',
			'&#27;]8;;https://evil&#27;\\click&#x1b;[31m `\u001b[2J`',
			'[&#27;[2J](https://x&#27;[2J)',
			'| a\u001b[2J |\n|---|\n| &#155;2J |',
		].join('\n\n');
		const text = markdownRows(hostile, 80, plainLook).join('\n');
		expect(text).not.toMatch(/\u001b\](?!8;(?:id=\w+;https:\/\/[!-~]+|;)\u001b\\)/);
		expect(text).not.toMatch(/\u001b\[(?!(?:2?[14]|22)m)|[\u0007\u009b]/);
		expect(text).not.toMatch(/8;[^\u001b]*javascript/);
	});

	it('shows what is nested beyond all reason as it was written', () => {
		expect(markdownRows(`${'> '.repeat(5000)}x`, 200, plainLook).at(-1)).toContain('x');
		expect(markdownRows(`${'1. '.repeat(5000)}x`, 200, plainLook).at(-1)).toContain('x');
	});
});

const closes: Readonly<Record<string, string>> = {
	'1': '22',
	'3': '23',
	'4': '24',
	'7': '27',
	'9': '29',
	'38': '39',
	'48': '49',
};
const closers = new Set(Object.values(closes));
