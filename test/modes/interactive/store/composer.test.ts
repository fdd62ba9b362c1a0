import {describe, expect, it} from 'vitest';
import {fullText, shownText} from '../../../../source/modes/interactive/composer/text-buffer.ts';
import {
	type ComposerAction,
	type ComposerState,
	initialComposer,
	reduceComposer,
} from '../../../../source/modes/interactive/store/composer.ts';

const act = (state: ComposerState, ...actions: readonly ComposerAction[]): ComposerState =>
	actions.reduce(reduceComposer, state);

const insert = (text: string): ComposerAction => ({type: 'insert', text});
const up: ComposerAction = {type: 'vertical', by: -1, width: 20};
const down: ComposerAction = {type: 'vertical', by: 1, width: 20};
const seen = ({buffer}: ComposerState) => [
	shownText(buffer),
	buffer.caret.line,
	buffer.caret.column,
];

const seeded = act(initialComposer, {type: 'seeded', prompts: ['first', 'second\nlines', 'third']});

describe('the editor and its history', () => {
	it('goes back through prompts at the top and forward at the bottom', () => {
		expect(seen(act(seeded, up))).toEqual(['third', 0, 5]);
		expect(seen(act(seeded, up, up))).toEqual(['second\nlines', 0, 6]);
		expect(seen(act(seeded, up, up, up, up))).toEqual(['first', 0, 0]);
		expect(seen(act(seeded, up, up, up, down))).toEqual(['second\nlines', 1, 5]);
		expect(seen(act(seeded, up, up, down))).toEqual(['second\nlines', 1, 5]);
		expect(seen(act(seeded, up, up, down, down))).toEqual(['third', 0, 5]);
	});

	it('moves within a text before it leaves it', () => {
		const two = act(seeded, insert('one\ntwo'), up);
		expect(seen(two)).toEqual(['one\ntwo', 0, 3]);
		expect(seen(act(two, up))).toEqual(['third', 0, 5]);
		expect(seen(act(initialComposer, insert('one'), up))).toEqual(['one', 0, 0]);
	});

	it('keeps the draft with all that belongs to it', () => {
		const long = 'x\n'.repeat(20);
		const draft = act(seeded, insert('see '), {type: 'paste', text: long});
		const back = act(draft, up, up, down, down, down);
		expect(fullText(back.buffer)).toBe(`see ${long}`);
		expect(shownText(act(back, {type: 'tui.editor.undo'}).buffer)).toBe('see ');
	});

	it('remembers what was sent once, as the newest, a hundred at most', () => {
		const sent = act(seeded, insert('first'), {type: 'sent', text: 'first'});
		expect(sent.history.entries).toEqual(['second\nlines', 'third', 'first']);
		expect(seen(sent)).toEqual(['', 0, 0]);
		expect(seen(act(sent, up))).toEqual(['first', 0, 5]);
		const many = Array.from({length: 1030}, (_, index) => `prompt ${index}`);
		expect(act(initialComposer, {type: 'seeded', prompts: many}).history.entries).toEqual(
			many.slice(30),
		);
	});

	it('brings back by one undo what was sent or cleared by mistake', () => {
		const long = 'x\n'.repeat(20);
		const draft = act(seeded, insert('see '), {type: 'paste', text: long});
		for (const action of [{type: 'sent', text: 'see'}, {type: 'cleared'}] as const) {
			const back = act(draft, action, {type: 'tui.editor.undo'});
			expect(fullText(back.buffer)).toBe(`see ${long}`);
		}
	});

	it('puts what was not delivered in front of what is there', () => {
		const given = act(initialComposer, insert('own'), {
			type: 'givenBack',
			prompts: [{text: 'a'}, {text: 'b'}],
		});
		expect(fullText(given.buffer)).toBe('a\n\nb\n\nown');
		expect(act(given, {type: 'givenBack', prompts: []})).toBe(given);
	});

	it('takes the next character as the one to go to after a jump key, once', () => {
		const text = act(initialComposer, insert('a.b.c'), {type: 'tui.editor.cursorLineStart'});
		const jumped = act(text, {type: 'awaitJump', direction: 1}, insert('.'));
		expect(seen(jumped)).toEqual(['a.b.c', 0, 1]);
		expect(seen(act(jumped, insert('.')))).toEqual(['a..b.c', 0, 2]);
		const left = act(text, {type: 'awaitJump', direction: 1}, {type: 'tui.editor.cursorRight'});
		expect(seen(act(left, insert('.')))).toEqual(['a..b.c', 0, 2]);
	});
});
