import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {textWidth} from '../../../../source/lib/text-width.ts';
import {composerRows, moveByRow} from '../../../../source/modes/interactive/composer/layout.ts';
import {
	editorActions,
	emptyBuffer,
	fullText,
	insert,
	paste,
	setText,
	shownText,
	type TextBuffer,
	takeBackslash,
} from '../../../../source/modes/interactive/composer/text-buffer.ts';

const act = (buffer: TextBuffer, ...ids: readonly string[]): TextBuffer =>
	ids.reduce((at, id) => editorActions[id]?.(at) ?? at, buffer);

describe('the text buffer', () => {
	it('keeps a valid caret under any actions, and undo leads back to nothing', () => {
		const step = fc.oneof(
			fc.constantFrom(...Object.keys(editorActions)),
			fc.constantFrom('+a', '+ ', '+漢', '+👩‍👩‍👧', '+é', '+x\ny'),
		);
		fc.assert(
			fc.property(fc.array(step, {maxLength: 60}), steps => {
				let buffer = emptyBuffer;
				for (const each of steps) {
					buffer = each.startsWith('+') ? insert(buffer, each.slice(1)) : act(buffer, each);
					const {line, column} = buffer.caret;
					expect(buffer.lines[line]?.length).toBeGreaterThanOrEqual(column);
					expect(column).toBeGreaterThanOrEqual(0);
				}

				for (let guard = 0; buffer.undo.length > 0 && guard < 300; guard += 1)
					buffer = act(buffer, 'tui.editor.undo');
				expect(shownText(buffer)).toBe('');
			}),
		);
	});

	it('moves and deletes by characters as a person counts them', () => {
		const family = setText('a👩‍👩‍👧é');
		expect(shownText(act(family, 'tui.editor.deleteCharBackward'))).toBe('a👩‍👩‍👧');
		expect(
			shownText(act(family, 'tui.editor.deleteCharBackward', 'tui.editor.deleteCharBackward')),
		).toBe('a');
	});

	it('cuts words and lines, joins cuts in a row, and puts them back in turn', () => {
		const cut = act(
			setText('one two three'),
			'tui.editor.deleteWordBackward',
			'tui.editor.deleteWordBackward',
		);
		expect(shownText(cut)).toBe('one ');
		expect(shownText(act(cut, 'tui.editor.yank'))).toBe('one two three');
		const second = act(
			setText('x', cut),
			'tui.editor.deleteToLineStart',
			'tui.editor.yank',
			'tui.editor.yankPop',
		);
		expect(shownText(second)).toBe('two three');
	});

	it('undoes word by word', () => {
		const typed = [...'hello big world'].reduce(
			(buffer, letter) => insert(buffer, letter),
			emptyBuffer,
		);
		expect(shownText(act(typed, 'tui.editor.undo'))).toBe('hello big');
		expect(shownText(act(typed, 'tui.editor.undo', 'tui.editor.redo'))).toBe('hello big world');
	});

	it('shows a long paste as one unit and sends all of it', () => {
		const long = Array.from({length: 12}, (_, index) => `line ${index}`).join('\n');
		const pasted = paste(setText('see: '), long);
		expect(shownText(pasted)).toBe('see: [paste #1 +12 lines]');
		expect(fullText(pasted)).toBe(`see: ${long}`);
		expect(shownText(act(pasted, 'tui.editor.deleteCharBackward'))).toBe('see: ');
		expect(shownText(act(pasted, 'tui.editor.undo'))).toBe('see: ');
		expect(shownText(paste(emptyBuffer, 'a\tb\r\nc'))).toBe('a    b\nc');
	});

	it('breaks the line at a backslash before Enter', () => {
		expect(shownText(takeBackslash(setText('a\\')) ?? emptyBuffer)).toBe('a\n');
		expect(takeBackslash(setText('a'))).toBeUndefined();
	});
});

describe('the rows of the editor', () => {
	it('are never wider than asked, and the caret has a cell among them', () => {
		fc.assert(
			fc.property(
				fc.string({unit: 'grapheme', maxLength: 60}),
				fc.integer({min: 1, max: 30}),
				fc.integer({min: 1, max: 6}),
				(text, width, height) => {
					const shown = composerRows(setText(text), width, height);
					for (const row of shown.rows)
						expect(textWidth(row)).toBeLessThanOrEqual(Math.max(width, 2));
					expect(shown.rows.length).toBeLessThanOrEqual(height);
					expect(shown.caret.row).toBeLessThan(shown.rows.length);
					expect(shown.caret.column).toBeLessThan(width);
				},
			),
		);
	});

	it('put the caret where the text before it ends', () => {
		expect(
			composerRows(act(setText('a漢字b'), 'tui.editor.cursorLeft', 'tui.editor.cursorLeft'), 20, 5)
				.caret,
		).toEqual({row: 0, column: 3});
		expect(composerRows(setText('abcdef'), 3, 5)).toMatchObject({
			rows: ['abc', 'def', ''],
			caret: {row: 2, column: 0},
		});
	});

	it('are moved over by Up and Down until the text ends', () => {
		const buffer = setText('abcdef');
		const up = moveByRow(buffer, 4, -1);
		expect(up?.caret).toEqual({line: 0, column: 2});
		expect(moveByRow(up ?? buffer, 4, -1)).toBeUndefined();
	});
});
