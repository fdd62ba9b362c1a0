import fc from 'fast-check';
import type {MarkdownLook} from '../../source/modes/interactive/components/markdown.ts';
import {shippedTheme} from '../../source/modes/interactive/theme/load-theme.ts';
import {createPaint} from '../../source/modes/interactive/theme/paint.ts';

/** No colours, no languages. */
export const plainLook: MarkdownLook = {
	paint: createPaint(shippedTheme('dark'), 0),
	highlighter: {highlight: code => code.split('\n')},
};

const words = fc.constantFrom(
	'word',
	'**bold**',
	'`code`',
	'[link](https://x.y)',
	'漢字',
	'👩‍👩‍👧',
	'a_long_word_that_has_to_be_broken_somewhere',
	'e\u0301',
	'~~gone~~',
	'<br>',
	'&amp;',
	'tab\there',
);

const line = fc.array(words, {minLength: 1, maxLength: 6}).map(parts => parts.join(' '));

const blocks = fc.oneof(
	line,
	line.map(text => `## ${text}`),
	fc
		.array(line, {minLength: 1, maxLength: 4})
		.map(items => items.map(text => `- ${text}`).join('\n')),
	fc
		.array(line, {minLength: 1, maxLength: 4})
		.map(items => items.map((text, at) => `${'  '.repeat(at)}- ${text}`).join('\n')),
	fc
		.array(line, {minLength: 1, maxLength: 3})
		.map(items => items.map((text, at) => `${at + 8}. ${text}\n\n   more`).join('\n\n')),
	fc
		.array(line, {minLength: 1, maxLength: 3})
		.map(items => items.map(text => `> ${text}`).join('\n')),
	fc
		.array(line, {maxLength: 5})
		.map(lines => ['```ts', ...lines.map(text => text.replaceAll('`', "'")), '```'].join('\n')),
	fc
		.array(fc.tuple(line, line), {minLength: 1, maxLength: 3})
		.map(rows => ['| a | b |', '|--|:-:|', ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n')),
	fc.constantFrom(
		'---',
		'- [x] done\n- [ ] open',
		'Title\n=====',
		'<div>\nraw\n</div>',
		'    indented',
	),
);

/** Well-formed: every mark that is opened is closed. */
export const goodMarkdown = fc
	.array(fc.tuple(blocks, fc.constantFrom('\n\n', '\n\n\n', '\n')), {maxLength: 8})
	.map(parts => parts.map(([block, end]) => block + end).join(''));

/** Anything at all. */
export const anyMarkdown = fc.oneof(
	goodMarkdown,
	fc
		.array(
			fc.oneof(
				blocks,
				fc.string({unit: 'grapheme', maxLength: 30}),
				fc.string({unit: 'binary', maxLength: 30}),
				fc.constantFrom(
					'\u001b[2J',
					'\u001b]52;c;x\u0007',
					'&#27;[31m',
					'\u202e',
					'>'.repeat(30),
					'\t',
				),
			),
			{maxLength: 8},
		)
		.chain(parts => fc.constantFrom('\n', '\n\n', ' ').map(end => parts.join(end))),
);
