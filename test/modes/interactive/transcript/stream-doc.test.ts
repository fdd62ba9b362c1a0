import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../../source/lib/text-width.ts';
import {
	type MarkdownLook,
	markdownRows,
} from '../../../../source/modes/interactive/components/markdown.ts';
import {createStreamDoc} from '../../../../source/modes/interactive/transcript/stream-doc.ts';
import {anyMarkdown, goodMarkdown, plainLook} from '../../../helpers/markdown.ts';

/** The rows after each of the pieces that a text comes in. */
function stream(source: string, step: number, options: {width?: number; look?: MarkdownLook} = {}) {
	const {width = 30, look = plainLook} = options;
	const doc = createStreamDoc(width, look);
	const seen: (readonly string[])[] = [];
	for (let at = 0; at < source.length; at += step) {
		doc.append(source.slice(at, at + step));
		seen.push([...doc.rows()]);
	}

	return seen;
}

/** A highlighter that counts the characters it is given. */
function counting() {
	const counted = {characters: 0};
	const look: MarkdownLook = {
		...plainLook,
		highlighter: {
			highlight(code) {
				counted.characters += code.length;
				return code.split('\n');
			},
		},
	};
	return {look, counted};
}

describe('markdown that is still being written', () => {
	it('ends as it would have come at once, however it is cut', () => {
		fc.assert(
			fc.property(
				goodMarkdown,
				fc.integer({min: 1, max: 40}),
				fc.integer({min: 1, max: 60}),
				(source, step, width) => {
					const last = stream(source, step, {width}).at(-1) ?? [];
					expect(last).toEqual(markdownRows(source, width, plainLook));
				},
			),
			{numRuns: 200},
		);
	});

	it('is never wider than the window on its way, whatever comes', () => {
		fc.assert(
			fc.property(
				anyMarkdown,
				fc.integer({min: 1, max: 9}),
				fc.integer({min: 1, max: 50}),
				(source, step, width) => {
					for (const rows of stream(source, step, {width})) {
						for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(width);
					}
				},
			),
			{numRuns: 150},
		);
	});

	it('makes rows of finished blocks once', () => {
		const {look, counted} = counting();
		const code = 'x'.repeat(20);
		const block = `\`\`\`\n${code}\n\`\`\`\n\ntext\n\n`;
		stream(block.repeat(50), 7, {look});
		// Each block once while it comes, piece by piece, and once as a whole.
		expect(counted.characters).toBeLessThan(50 * code.length * 6);
	});

	it('does as much for a delta at the end of a long message as at its start', () => {
		let painted = 0;
		const {paint} = plainLook;
		const counting = {
			...paint,
			fg: (...given: Parameters<typeof paint.fg>) => {
				painted += 1;
				return paint.fg(...given);
			},
		};
		const doc = createStreamDoc(60, {...plainLook, paint: counting});
		const block = '- one `code` and two\n- three\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
		const cost = () => {
			const before = painted;
			for (const delta of block.match(/.{1,4}|\n/g) ?? []) {
				doc.append(delta);
				doc.rows();
			}

			return painted - before;
		};
		const first = cost();
		for (let count = 0; count < 300; count += 1) doc.append(block);
		doc.rows();
		expect(cost()).toBeLessThanOrEqual(first * 1.5);
	});

	it('reads the lines of a long block of code a bounded number of times', () => {
		const read = (lines: number) => {
			const {look, counted} = counting();
			stream(`\`\`\`\n${'let x = 1;\n'.repeat(lines)}\`\`\`\n`, 100, {look});
			return counted.characters / (lines * 11);
		};

		expect(read(4000) / read(500)).toBeLessThan(1.3);
	});

	it('closes marks that are still open, and hides half of one', () => {
		const last = (source: string) =>
			(stream(source, 100).at(-1) ?? []).join('\n').replace(/\u001b\[[\d;]*m/g, '');
		expect([
			last('a **bold'),
			last('a **bold*'),
			last('a **'),
			last('a `code'),
			last('a `'),
			last('see [the link](https://x'),
			last('2 ** 3'),
			last('- `a` **b** ~~c'),
		]).toEqual(['a bold', 'a bold', 'a', 'a code', 'a', 'see the link', '2 ** 3', '• a b c']);
	});

	it('shows no half of a fence', () => {
		const seen = stream('a\n\n```ts\nx\n```\n', 1, {width: 20}).map(rows => rows.join('/'));
		expect(seen).not.toContain('a//`');
		expect(seen).not.toContain('a//``');
		expect(seen.filter(rows => /x\/`/.test(rows))).toEqual(
			seen.filter(rows => rows === 'a//```ts/x/```'),
		);
	});

	it('finds a link by a definition that came before it', () => {
		const source = '[d]: https://z.z\n\nfirst\n\n[text][d]\n\nend\n';
		expect(stream(source, 5, {width: 60}).at(-1)).toEqual(markdownRows(source, 60, plainLook));
	});

	it('tells which languages were not there yet', () => {
		const look: MarkdownLook = {
			...plainLook,
			highlighter: {
				highlight(code, language, {onMiss}) {
					if (language !== '') onMiss?.(language);
					return code.split('\n');
				},
			},
		};
		const doc = createStreamDoc(20, look);
		doc.append('```ts\nx\n```\n\n```py\ny');
		doc.rows();
		expect([...doc.missed]).toEqual(['ts', 'py']);
	});
});
