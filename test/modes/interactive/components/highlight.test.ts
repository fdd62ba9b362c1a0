import {describe, expect, it} from 'vitest';
import {grammarOf, grammars} from '../../../../source/modes/interactive/components/grammars.ts';
import {createHighlighter} from '../../../../source/modes/interactive/components/highlight.ts';
import {shippedTheme} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {createPaint} from '../../../../source/modes/interactive/theme/paint.ts';

const paint = createPaint(shippedTheme('dark'), 8);
const plain = (row: string) => row.replace(/\u001b\[[\d;]*m/g, '');

/** A highlighter, and a wait for a language. */
function loading() {
	const waiting = new Map<string, () => void>();
	const highlighter = createHighlighter(language => waiting.get(language)?.());
	return {
		highlighter,
		async load(name: string) {
			const loaded = new Promise<void>(resolve => waiting.set(name, resolve));
			// It may be there already, since another one builds on it.
			let isMissing = false;
			const onMiss = () => {
				isMissing = true;
			};
			highlighter.highlight('', name, {paint, onMiss});
			if (isMissing) await loaded;
		},
	};
}

describe('the colours of code', () => {
	it('are plain at first, and told of when they are there', async () => {
		const {highlighter, load} = loading();
		const missed: string[] = [];
		const look = {paint, onMiss: (language: string) => void missed.push(language)};
		const before = highlighter.highlight('const x = 1;', 'ts', look);
		await load('typescript');
		const after = highlighter.highlight('const x = 1;', 'ts', look);
		expect(missed).toEqual(['typescript']);
		expect(before).toEqual([paint.fg('mdCodeBlock', 'const x = 1;')]);
		expect(after[0]).toContain(paint.fg('syntaxKeyword', 'const'));
		expect(after[0]).toContain(paint.fg('syntaxNumber', '1'));
		expect(after.map(plain)).toEqual(['const x = 1;']);
	});

	it('come for each language of the list, and change no character', async () => {
		const {highlighter, load} = loading();
		const code = 'a = "x" // y\n\n# z\n<b c="d">\n  1 + 2';
		for (const {name} of grammars) {
			await load(name);
			const rows = highlighter.highlight(code, name, {paint});
			expect([name, rows.map(plain)]).toEqual([name, code.split('\n')]);
		}
	});

	it('end in every row, though a comment goes on', async () => {
		const {highlighter, load} = loading();
		await load('javascript');
		const rows = highlighter.highlight('/* a\nb */ x', 'js', {paint});
		expect(rows[0]).toBe(paint.fg('syntaxComment', '/* a'));
		expect(rows[1]?.startsWith(paint.fg('syntaxComment', 'b */'))).toBe(true);
	});

	it('are left out where they would take longer than anyone waits, and for unknown languages', async () => {
		const {highlighter, load} = loading();
		await load('json');
		const long = `{"a": "${'x'.repeat(5000)}"}`;
		expect(highlighter.highlight(long, 'json', {paint})).toEqual([paint.fg('mdCodeBlock', long)]);
		expect(highlighter.highlight('x', 'nonsense', {paint})).toEqual([paint.fg('mdCodeBlock', 'x')]);
		expect(highlighter.highlight('x', 'constructor', {paint})).toHaveLength(1);
	});

	it('are found by the names that people use', () => {
		expect(
			['TS', 'py', 'sh', 'c++', 'yml', 'Dockerfile', 'rs'].map(name => grammarOf(name)?.name),
		).toEqual(['typescript', 'python', 'bash', 'cpp', 'yaml', 'docker', 'rust']);
		const names = grammars.flatMap(({name, aliases}) => [name, ...aliases]);
		expect(new Set(names).size).toBe(names.length);
	});
});
