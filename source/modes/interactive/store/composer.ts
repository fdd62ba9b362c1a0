import {type EditorAction, type EditorCommand, edit} from '../composer/edit.ts';
import {
	addPrompt,
	emptyHistory,
	historyOf,
	type PromptHistory,
	recall,
} from '../composer/history.ts';
import {firstRowEnd, moveRows} from '../composer/layout.ts';
import {emptyBuffer, fullText, isEmpty, type TextBuffer} from '../composer/text-buffer.ts';

/** What is being written, and what was. */
export type ComposerState = {
	readonly buffer: TextBuffer;
	readonly history: PromptHistory;
	/** The next character typed is one to go to. */
	readonly jump: 1 | -1 | undefined;
};

export const initialComposer: ComposerState = {
	buffer: emptyBuffer,
	history: emptyHistory,
	jump: undefined,
};

export type ComposerAction =
	| EditorAction
	| {readonly type: 'awaitJump'; readonly direction: 1 | -1}
	/** One visual row; at the first and the last row to an earlier or later prompt. */
	| {readonly type: 'vertical'; readonly by: -1 | 1; readonly width: number}
	| {readonly type: 'recall'; readonly by: -1 | 1; readonly width: number}
	/** The text was sent: the editor is empty, and the text the newest of the history. */
	| {readonly type: 'sent'; readonly text: string}
	| {readonly type: 'cleared'}
	/** Texts that were not delivered stand in the editor again, before what is there. */
	| {readonly type: 'givenBack'; readonly texts: readonly string[]}
	| {readonly type: 'seeded'; readonly prompts: readonly string[]};

const withBuffer = (state: ComposerState, buffer: TextBuffer): ComposerState =>
	buffer === state.buffer && state.jump === undefined ? state : {...state, buffer, jump: undefined};

/** One undo brings back what was sent or cleared by mistake. */
const emptied = (buffer: TextBuffer): TextBuffer => ({
	...emptyBuffer,
	kills: buffer.kills,
	chips: buffer.chips,
	undo: [{lines: buffer.lines, caret: buffer.caret}],
});

function recalled(state: ComposerState, by: -1 | 1, width: number): ComposerState {
	const found = recall(state.history, by, state.buffer);
	if (!found) {
		// No prompt further on: to the very start or end of this one.
		const command: EditorCommand =
			by < 0 ? 'tui.editor.cursorLineStart' : 'tui.editor.cursorLineEnd';
		return withBuffer(state, edit(state.buffer, {type: command}));
	}

	const {buffer, history} = found;
	const isDraft = history.at === history.entries.length;
	const caret = by < 0 && !isDraft ? firstRowEnd(buffer, width) : buffer.caret;
	return {history, buffer: {...buffer, caret}, jump: undefined};
}

function givenBack(state: ComposerState, texts: readonly string[]): ComposerState {
	if (texts.length === 0) return state;
	const own = fullText(state.buffer);
	const text = [...texts, ...(own === '' ? [] : [own])].join('\n\n');
	return withBuffer(state, edit(state.buffer, {type: 'setText', text}));
}

/** Pure: what a key or a command makes of the editor. */
export function reduceComposer(state: ComposerState, action: ComposerAction): ComposerState {
	const {buffer, history, jump} = state;
	switch (action.type) {
		case 'awaitJump':
			return {...state, jump: action.direction};
		case 'insert':
			return jump === undefined
				? withBuffer(state, edit(buffer, action))
				: withBuffer(state, edit(buffer, {type: 'jump', character: action.text, direction: jump}));
		case 'vertical': {
			const moved = moveRows(buffer, action.by, action.width);
			return moved
				? withBuffer(state, {...buffer, ...moved, last: 'other'})
				: recalled(state, action.by, action.width);
		}

		case 'recall':
			return recalled(state, action.by, action.width);
		case 'sent':
			return {
				buffer: emptied(buffer),
				history: addPrompt(history, action.text),
				jump: undefined,
			};
		case 'cleared':
			return isEmpty(buffer) ? withBuffer(state, buffer) : withBuffer(state, emptied(buffer));
		case 'givenBack':
			return givenBack(state, action.texts);
		case 'seeded':
			return {...state, history: historyOf(action.prompts)};
		default:
			return withBuffer(state, edit(buffer, action));
	}
}
