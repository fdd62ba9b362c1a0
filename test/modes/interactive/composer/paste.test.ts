import {describe, expect, it} from 'vitest';
import {edit} from '../../../../source/modes/interactive/composer/edit.ts';
import {paste} from '../../../../source/modes/interactive/composer/paste.ts';
import {
	emptyBuffer,
	fullText,
	setText,
	shownText,
} from '../../../../source/modes/interactive/composer/text-buffer.ts';

const lines = (count: number) =>
	Array.from({length: count}, (_, index) => `line ${index}`).join('\n');

describe('a paste', () => {
	it('stands in the text when it is short: line ends of one kind, tabs as spaces, nothing hidden', () => {
		expect(shownText(paste(emptyBuffer, 'a\tb\r\nc\rd\u001b[31m\u0000'))).toBe('a    b\nc\nd[31m');
		expect(shownText(paste(emptyBuffer, lines(10)))).toBe(lines(10));
		expect(shownText(paste(emptyBuffer, 'x'.repeat(1000)))).toBe('x'.repeat(1000));
	});

	it('is one unit when it is long, and is sent whole', () => {
		const long = lines(12);
		const pasted = paste(setText('see: '), long);
		expect(shownText(pasted)).toBe('see: [paste #1 +12 lines]');
		expect(fullText(pasted)).toBe(`see: ${long}`);
		expect(shownText(edit(pasted, {type: 'tui.editor.deleteCharBackward'}))).toBe('see: ');
		expect(shownText(edit(pasted, {type: 'tui.editor.undo'}))).toBe('see: ');
		const both = paste(pasted, 'y'.repeat(1001));
		expect(shownText(both)).toBe('see: [paste #1 +12 lines][paste #2 1001 chars]');
		expect(fullText(both)).toBe(`see: ${long}${'y'.repeat(1001)}`);
	});

	it('stays what it is when it is cut and put back', () => {
		const cut = edit(paste(setText('see: '), lines(12)), {type: 'tui.editor.deleteToLineStart'});
		const back = edit(cut, {type: 'tui.editor.yank'});
		expect(fullText(back)).toBe(`see: ${lines(12)}`);
	});

	it('is not taken for a chip when a person types the same words', () => {
		const typed = edit(paste(emptyBuffer, lines(12)), {
			type: 'insert',
			text: ' [paste #1 +12 lines]',
		});
		expect(fullText(typed)).toBe(`${lines(12)} [paste #1 +12 lines]`);
	});

	it('keeps a dropped file apart from the word before it', () => {
		expect(shownText(paste(setText('see'), '/tmp/a.png'))).toBe('see /tmp/a.png');
		expect(shownText(paste(setText('see '), '~/a.png'))).toBe('see ~/a.png');
		expect(shownText(paste(setText('a'), '/ b'))).toBe('a/ b');
	});
});
