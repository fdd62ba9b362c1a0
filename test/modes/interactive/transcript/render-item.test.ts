import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../../source/lib/text-width.ts';
import type {TranscriptItem} from '../../../../source/modes/interactive/store/state.ts';
import {shippedTheme} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {createPaint} from '../../../../source/modes/interactive/theme/paint.ts';
import type {ItemLook} from '../../../../source/modes/interactive/transcript/item-look.ts';
import {renderItem} from '../../../../source/modes/interactive/transcript/render-item.ts';
import {itemLook, seen, toolItem} from '../../../helpers/items.ts';

const shown = (item: TranscriptItem, look: Partial<ItemLook> = {}) =>
	seen(renderItem(item, itemLook(look)));

const soup = fc
	.array(
		fc.oneof(
			fc.string({unit: 'grapheme', maxLength: 20}),
			fc.string({unit: 'binary', maxLength: 20}),
			fc.constantFrom(
				'\t\tif (ok) return\t// 完了 👩‍👩‍👧‍👦 e\u0301\u0301',
				'\u001b[2J\u001b]52;c;x\u0007',
				'\u009b31m',
				'مرحبا \u202e',
				'\n',
				'**bold** `code`',
				'```ts\nlet x\n```',
			),
		),
		{maxLength: 6},
	)
	.map(parts => parts.join(''));

const bash = fc.record({
	kind: fc.constant('bash' as const),
	id: fc.constant('b'),
	message: fc.record({
		role: fc.constant('bashExecution' as const),
		command: soup,
		output: soup,
		exitCode: fc.constantFrom(0, 1),
		cancelled: fc.boolean(),
		truncated: fc.boolean(),
		fullOutputPath: soup,
		timestamp: fc.constant(0),
	}),
	isRunning: fc.boolean(),
});

const anyItem: fc.Arbitrary<TranscriptItem> = fc.oneof(
	soup.map(text => ({kind: 'user' as const, id: 'u', text, images: text.length % 3})),
	fc.tuple(soup, soup, soup).map(([text, thinking, problem]) => ({
		kind: 'assistant' as const,
		id: 'a',
		text,
		thinking,
		problem,
	})),
	fc
		.tuple(
			soup,
			soup,
			soup,
			fc.constantFrom('read', 'bash', 'edit', 'write', 'grep', 'x\u001b[2Jy'),
		)
		.chain(([path, text, output, name]) =>
			fc
				.constantFrom('pending' as const, 'running' as const, 'done' as const, 'failed' as const)
				.map(status =>
					toolItem({
						name,
						status,
						output,
						args: {
							path,
							command: text,
							pattern: text,
							content: text,
							edits: [{oldText: text, newText: output}],
						},
						details: {diff: `-1 ${text}\n+1 ${output}`},
					}),
				),
		),
	bash,
	fc.tuple(soup, soup).map(([title, text]) => ({kind: 'summary' as const, id: 's', title, text})),
	fc
		.tuple(soup, fc.constantFrom('info' as const, 'warning' as const, 'error' as const))
		.map(([text, level]) => ({kind: 'notice' as const, id: 'n', level, text})),
);

describe('an item', () => {
	it('is never wider than the window and drives no terminal, whatever it holds', () => {
		const paint = createPaint(shippedTheme('dark'), 24);
		fc.assert(
			fc.property(
				anyItem,
				fc.oneof(fc.integer({min: 1, max: 30}), fc.integer({min: 31, max: 200})),
				fc.boolean(),
				(item, width, expanded) => {
					for (const row of renderItem(item, itemLook({paint, width, expanded}))) {
						expect(textWidth(row)).toBeLessThanOrEqual(width);
						const rest = row.replace(/\u001b\[[\d;]*m|\u001b\]8;(?:id=\w+;[!-~]+|;)\u001b\\/g, '');
						expect(rest).not.toMatch(/[\0-\u001f\u007f-\u009f\u202e]/);
					}
				},
			),
			{numRuns: 300},
		);
	});

	it('is an error in its place when it cannot be shown', () => {
		const broken = {
			...toolItem(),
			get output(): string {
				throw new Error('no\noutput');
			},
		};
		expect(shown(broken)).toEqual(['✗ cannot be shown: no output']);
	});

	it('is what was said, with room around it', () => {
		expect(shown({kind: 'user', id: 'u', text: 'hi\nyou\n', images: 1})).toEqual([
			'',
			' hi',
			' you',
			' [1 image]',
			'',
		]);
		expect(shown({kind: 'notice', id: 'n', level: 'warning', text: 'careful\nnow'})).toEqual([
			'⚠ careful',
			'  now',
		]);
	});

	it('shows thinking, answer and what went wrong below one another', () => {
		const item = {
			kind: 'assistant',
			id: 'a',
			text: 'So **it** is.',
			thinking: 'Is it?',
			problem: 'Stopped',
		} as const;
		expect(shown(item)).toEqual(['Is it?', '', 'So it is.', '', '■ Stopped']);
		expect(shown(item, {showThinking: false})[0]).toBe('Thinking…');
	});

	it('shows the end of long thinking, and all of it when it is unfolded', () => {
		const thinking = Array.from({length: 400}, (_, index) => `thought ${index}`).join('\n');
		const item = {kind: 'assistant', id: 'a', text: '', thinking} as const;
		const folded = shown(item);
		expect([folded[0], folded[1], folded.at(-1), folded.length]).toEqual([
			'…',
			'thought 388',
			'thought 399',
			13,
		]);
		expect(shown(item, {expanded: true})).toHaveLength(400);
	});

	it('shows a command of the person, how it ended, and what it said last', () => {
		const message = {
			role: 'bashExecution',
			command: 'make all',
			output: 'a\nb\n',
			exitCode: 2,
			cancelled: false,
			truncated: false,
			timestamp: 1000,
		} as const;
		expect(shown({kind: 'bash', id: 'b', message})).toEqual(['! make all ✗ exit 2', '  a', '  b']);
		expect(shown({kind: 'bash', id: 'b', message: {...message, excludeFromContext: true}})[0]).toBe(
			'!! make all ✗ exit 2',
		);
		expect(shown({kind: 'bash', id: 'b', message, isRunning: true}, {now: 3400})[0]).toBe(
			'! make all ◐ 2.4s',
		);
	});

	it('folds a summary to its title', () => {
		const item = {kind: 'summary', id: 's', title: 'Compacted', text: '# Goal\n\nx'} as const;
		expect(shown(item)).toEqual(['▣ Compacted (ctrl+o shows it)']);
		expect(shown(item, {expanded: true})).toEqual(['▣ Compacted', '# Goal', '', 'x']);
	});
});
