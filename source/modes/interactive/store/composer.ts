import type {ImageContent} from '../../../ai/index.ts';
import {type EditorAction, type EditorCommand, edit} from '../composer/edit.ts';
import {
	addPrompt,
	emptyHistory,
	historyOf,
	type PromptHistory,
	recall,
} from '../composer/history.ts';
import {firstRowEnd, moveRows} from '../composer/layout.ts';
import {
	emptyBuffer,
	fullText,
	imagesIn,
	isEmpty,
	type TextBuffer,
} from '../composer/text-buffer.ts';

/** What is being written, and what was. */
export type ComposerState = {
	readonly buffer: TextBuffer;
	readonly history: PromptHistory;
	/** Prompts of other sessions, the oldest first. */
	readonly earlier: readonly string[];
	/** The next character typed is one to go to. */
	readonly jump: 1 | -1 | undefined;
};

export const initialComposer: ComposerState = {
	buffer: emptyBuffer,
	history: emptyHistory,
	earlier: [],
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
	/** What was not delivered stands in the editor again, before what is there. */
	| {readonly type: 'givenBack'; readonly prompts: readonly Undelivered[]}
	| {readonly type: 'seeded'; readonly prompts: readonly string[]}
	/** What was sent in other sessions of the project, before all that is known. */
	| {readonly type: 'remembered'; readonly prompts: readonly string[]};

export type Undelivered = {readonly text: string; readonly images?: readonly ImageContent[]};

const withBuffer = (state: ComposerState, buffer: TextBuffer): ComposerState =>
	buffer === state.buffer && state.jump === undefined ? state : {...state, buffer, jump: undefined};

/** One undo brings back what was sent or cleared by mistake. */
const emptied = (buffer: TextBuffer): TextBuffer => ({
	...emptyBuffer,
	kills: buffer.kills,
	chips: buffer.chips,
	images: buffer.images,
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
	return {...state, history, buffer: {...buffer, caret}, jump: undefined};
}

/** Images that no name in the text stands for get one. */
function withNameless(buffer: TextBuffer, prompts: readonly Undelivered[]): TextBuffer {
	const named = imagesIn(buffer).length;
	const images = prompts.flatMap(prompt => prompt.images ?? []);
	return images
		.slice(named)
		.reduce((next, image) => edit(next, {type: 'attach', label: '', image}), buffer);
}

function givenBack(state: ComposerState, prompts: readonly Undelivered[]): ComposerState {
	if (prompts.length === 0) return state;
	const own = fullText(state.buffer);
	const texts = prompts.map(({text}) => text);
	const text = [...texts, ...(own === '' ? [] : [own])].join('\n\n');
	const buffer = edit(state.buffer, {type: 'setText', text});
	return withBuffer(state, withNameless(buffer, prompts));
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
				...state,
				buffer: emptied(buffer),
				history: addPrompt(history, action.text),
				jump: undefined,
			};
		case 'cleared':
			return isEmpty(buffer) ? withBuffer(state, buffer) : withBuffer(state, emptied(buffer));
		case 'givenBack':
			return givenBack(state, action.prompts);
		case 'seeded':
			return {...state, history: historyOf([...state.earlier, ...action.prompts])};
		case 'remembered':
			return {
				...state,
				earlier: action.prompts,
				history: historyOf([...action.prompts, ...history.entries]),
			};
		default:
			return withBuffer(state, edit(buffer, action));
	}
}
