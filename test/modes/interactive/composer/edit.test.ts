import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {graphemes} from '../../../../source/lib/text-width.ts';
import {
	type EditorAction,
	edit,
	editorCommands,
	takeBackslash,
} from '../../../../source/modes/interactive/composer/edit.ts';
import {
	emptyBuffer,
	fullText,
	setText,
	shellMode,
	shownText,
	type TextBuffer,
} from '../../../../source/modes/interactive/composer/text-buffer.ts';

type Step = EditorAction | EditorAction['type'];

/** `|` in the result is the caret. */
const withCaret = ({lines, caret}: TextBuffer): string =>
	lines
		.map((line, index) =>
			index === caret.line
				? [...line.slice(0, caret.column), '|', ...line.slice(caret.column)].join('')
				: line.join(''),
		)
		.join('\n');

const isPlainStep = (step: Step): step is Extract<Step, string> => typeof step === 'string';

const act = (buffer: TextBuffer, ...steps: readonly Step[]): TextBuffer =>
	steps.reduce<TextBuffer>(
		(at, step) => edit(at, isPlainStep(step) ? ({type: step} as EditorAction) : step),
		buffer,
	);

const type = (text: string, buffer = emptyBuffer): TextBuffer =>
	[...text].reduce((at, letter) => edit(at, {type: 'insert', text: letter}), buffer);

const pieces = [
	'a',
	' ',
	'漢',
	'👩‍👩‍👧',
	'e\u0301',
	'\u0301',
	'🇩',
	'🇪',
	'\u200d',
	'x\ny',
	'\t',
	'.',
	'ก',
];
const longText = Array.from({length: 12}, (_, index) => `line ${index}`).join('\n');

const anyAction: fc.Arbitrary<EditorAction> = fc.oneof(
	{weight: 4, arbitrary: fc.constantFrom(...editorCommands).map(id => ({type: id}))},
	{
		weight: 4,
		arbitrary: fc.constantFrom(...pieces).map(text => ({type: 'insert' as const, text})),
	},
	fc.constantFrom('a\tb', longText, '/some/file').map(text => ({type: 'paste' as const, text})),
	fc.record({
		type: fc.constant('moveRows' as const),
		by: fc.integer({min: -3, max: 3}),
		width: fc.integer({min: 1, max: 12}),
	}),
	fc.record({
		type: fc.constant('jump' as const),
		character: fc.constantFrom('a', '漢', '.'),
		direction: fc.constantFrom(1 as const, -1 as const),
	}),
	fc.record({
		type: fc.constant('moveTo' as const),
		caret: fc.record({line: fc.integer({min: -1, max: 5}), column: fc.integer({min: -1, max: 9})}),
	}),
	fc.constant({type: 'breakAtBackslash' as const}),
);

/** What a line would be made of if it were read anew; chips stay whole. */
const readAnew = ({chips}: TextBuffer, line: readonly string[]): readonly string[] => {
	const parts: string[][] = [[]];
	for (const unit of line) {
		if (Object.hasOwn(chips, unit)) parts.push([unit], []);
		else parts.at(-1)?.push(unit);
	}

	return parts.flatMap(part =>
		part.length === 1 && Object.hasOwn(chips, part[0] ?? '') ? part : graphemes(part.join('')),
	);
};

describe('the editor', () => {
	it('keeps a caret within the text and whole characters, whatever is done', () => {
		fc.assert(
			fc.property(fc.array(anyAction, {maxLength: 60}), actions => {
				let buffer = emptyBuffer;
				for (const action of actions) {
					buffer = edit(buffer, action);
					const {line, column} = buffer.caret;
					expect(column).toBeGreaterThanOrEqual(0);
					expect(buffer.lines[line]?.length ?? -1).toBeGreaterThanOrEqual(column);
					for (const units of buffer.lines) expect(units).toEqual(readAnew(buffer, units));
				}
			}),
			{numRuns: 400},
		);
	});

	it('undoes all the way back to nothing, and redoes all the way forward', () => {
		fc.assert(
			fc.property(fc.array(anyAction, {maxLength: 60}), actions => {
				const end = actions.reduce(edit, emptyBuffer);
				let buffer = end;
				while (buffer.undo.length > 0) buffer = act(buffer, 'tui.editor.undo');
				expect(shownText(buffer)).toBe('');
				while (buffer.redo.length > 0) buffer = act(buffer, 'tui.editor.redo');
				expect(fullText(buffer)).toBe(fullText(actions.length > 0 ? redone(end) : end));
			}),
		);
	});

	it('gives a text back as it was set', () => {
		fc.assert(
			fc.property(fc.string({unit: 'binary', maxLength: 80}), text => {
				expect(fullText(setText(text))).toBe(text.replace(/\r\n?/g, '\n'));
			}),
		);
	});

	it('moves and deletes by characters as a person counts them', () => {
		const family = setText('a👩‍👩‍👧e\u0301');
		expect(withCaret(act(family, 'tui.editor.deleteCharBackward'))).toBe('a👩‍👩‍👧|');
		expect(
			withCaret(act(family, 'tui.editor.deleteCharBackward', 'tui.editor.deleteCharBackward')),
		).toBe('a|');
		expect(withCaret(act(family, 'tui.editor.cursorLeft', 'tui.editor.cursorLeft'))).toBe(
			'a|👩‍👩‍👧e\u0301',
		);
	});

	it('joins what becomes one character when it is typed piece by piece', () => {
		expect(type('e\u0301').lines).toEqual([['e\u0301']]);
		expect(type('🇩🇪').lines).toEqual([['🇩🇪']]);
		const apart = act(setText('ex\u0301'), 'tui.editor.cursorLeft', 'tui.editor.deleteCharForward');
		expect(shownText(apart)).toBe('e');
	});

	it('goes from one line to the next at its ends', () => {
		const two = setText('ab\ncd');
		const start = act(two, 'tui.editor.cursorLineStart');
		expect(withCaret(act(start, 'tui.editor.cursorLeft'))).toBe('ab|\ncd');
		expect(withCaret(act(start, 'tui.editor.deleteCharBackward'))).toBe('ab|cd');
		expect(withCaret(act(start, 'tui.editor.cursorLeft', 'tui.editor.cursorRight'))).toBe(
			'ab\n|cd',
		);
	});

	it('cuts words and lines, joins cuts in a row, and puts them back in turn', () => {
		const word = 'tui.editor.deleteWordBackward';
		const cut = act(setText('one two three'), word, word);
		expect(withCaret(cut)).toBe('one |');
		expect(withCaret(act(cut, 'tui.editor.yank'))).toBe('one two three|');
		const second = act(
			act(cut, {type: 'setText', text: 'x'}),
			'tui.editor.deleteToLineStart',
			'tui.editor.yank',
		);
		expect(withCaret(second)).toBe('x|');
		expect(withCaret(act(second, 'tui.editor.yankPop'))).toBe('two three|');
		expect(withCaret(act(second, 'tui.editor.yankPop', 'tui.editor.yankPop'))).toBe('x|');
		expect(withCaret(act(second, 'tui.editor.cursorLeft', 'tui.editor.yankPop'))).toBe('|x');
	});

	it('joins cuts forwards as well, over the end of a line', () => {
		const end = 'tui.editor.deleteToLineEnd';
		const cut = act(
			setText('ab\ncd'),
			{type: 'moveTo', caret: {line: 0, column: 1}},
			end,
			end,
			end,
		);
		expect(withCaret(cut)).toBe('a|');
		expect(withCaret(act(cut, 'tui.editor.yank'))).toBe('ab\ncd|');
	});

	it('undoes typing word by word, and deletions in a word at once', () => {
		const typed = type('hello big world');
		expect(withCaret(act(typed, 'tui.editor.undo'))).toBe('hello big|');
		expect(withCaret(act(typed, 'tui.editor.undo', 'tui.editor.undo'))).toBe('hello|');
		expect(withCaret(act(typed, 'tui.editor.undo', 'tui.editor.redo'))).toBe('hello big world|');
		const back = 'tui.editor.deleteCharBackward';
		expect(withCaret(act(typed, back, back, back, 'tui.editor.undo'))).toBe('hello big world|');
		expect(withCaret(act(typed, 'tui.editor.cursorLeft', {type: 'insert', text: 'x'}))).toBe(
			'hello big worlx|d',
		);
	});

	it('keeps the column while it crosses shorter rows', () => {
		const by = (rows: number) => ({type: 'moveRows' as const, by: rows, width: 20});
		const text = setText('long line\nab\nanother one');
		expect(withCaret(act(text, by(-1)))).toBe('long line\nab|\nanother one');
		expect(withCaret(act(text, by(-1), by(1)))).toBe('long line\nab\nanother one|');
		expect(withCaret(act(text, {type: 'moveTo', caret: {line: 0, column: 5}}, by(2)))).toBe(
			'long line\nab\nanoth|er one',
		);
	});

	it('jumps to a character before or behind the caret', () => {
		const jump = (character: string, direction: 1 | -1) =>
			({type: 'jump', character, direction}) as const;
		const text = act(setText('a.b.c\nd.e'), {type: 'moveTo', caret: {line: 0, column: 1}});
		expect(withCaret(act(text, jump('.', 1)))).toBe('a.b|.c\nd.e');
		expect(withCaret(act(text, jump('.', 1), jump('.', 1)))).toBe('a.b.c\nd|.e');
		expect(withCaret(act(text, jump('e', 1), jump('a', -1)))).toBe('|a.b.c\nd.e');
		expect(withCaret(act(text, jump('z', 1)))).toBe('a|.b.c\nd.e');
	});

	it('breaks the line at a backslash before Enter', () => {
		expect(withCaret(takeBackslash(setText('a\\')) ?? emptyBuffer)).toBe('a\n|');
		expect(takeBackslash(setText('a'))).toBeUndefined();
		expect(withCaret(act(setText('a'), 'breakAtBackslash'))).toBe('a|');
	});

	it('knows a command for the shell from a prompt', () => {
		expect(['ls', '!ls', '!!ls', ' !ls', ''].map(text => shellMode(setText(text)))).toEqual([
			undefined,
			'shared',
			'private',
			undefined,
			undefined,
		]);
	});

	it('leaves other lines as they are, so that their rows need not be made again', () => {
		const before = setText('one\ntwo\nthree');
		const after = act(before, {type: 'insert', text: '!'});
		expect(after.lines[0]).toBe(before.lines[0]);
		expect(after.lines[1]).toBe(before.lines[1]);
	});
});

/** The end of all that can be redone. */
function redone(buffer: TextBuffer): TextBuffer {
	return buffer.redo.length > 0 ? redone(edit(buffer, {type: 'tui.editor.redo'})) : buffer;
}
