import type {ImageContent} from '../../../ai/index.ts';
import {graphemes} from '../../../lib/text-width.ts';
import {moveRows} from './layout.ts';
import {
	left,
	lineEnd,
	lineStart,
	type Motion,
	right,
	toCharacter,
	wordLeft,
	wordRight,
} from './motions.ts';
import {attach, openChip, paste} from './paste.ts';
import {
	between,
	type Caret,
	isBefore,
	type Line,
	lineAt,
	redo,
	remember,
	setText,
	splice,
	type TextBuffer,
	toLines,
	undo,
} from './text-buffer.ts';

const killLimit = 30;

/** Moves the caret; the next change is a step of its own. */
function move(buffer: TextBuffer, caret: Caret): TextBuffer {
	const {line, column} = buffer.caret;
	const isThere = caret.line === line && caret.column === column;
	if (isThere && buffer.wanted === undefined && buffer.last === 'other') return buffer;
	return {...buffer, caret, wanted: undefined, last: 'other'};
}

const isSpace = (unit: string): boolean => /^\s+$/.test(unit);

function insert(buffer: TextBuffer, text: string): TextBuffer {
	if (text === '') return buffer;
	const {caret} = buffer;
	const next = splice(buffer, {from: caret, to: caret}, toLines(text));
	// Typing is undone word by word: a space after a word begins a new step.
	const before = lineAt(buffer, caret.line)[caret.column - 1] ?? ' ';
	const goesOn = !text.includes('\n') && !(isSpace(text) && !isSpace(before));
	return remember(next, buffer, {kind: 'type', joins: buffer.last === 'type' && goesOn});
}

type Cut = {readonly from: Caret; readonly to: Caret};

/** What lies between the caret and where a motion leads. */
function cutTo(buffer: TextBuffer, motion: Motion): Cut | undefined {
	const to = motion(buffer);
	if (isBefore(to, buffer.caret)) return {from: to, to: buffer.caret};
	return isBefore(buffer.caret, to) ? {from: buffer.caret, to} : undefined;
}

function erase(buffer: TextBuffer, motion: Motion): TextBuffer {
	const cut = cutTo(buffer, motion);
	if (!cut) return {...buffer, last: 'other'};
	const isWithinWord = !between(buffer, cut).some(line => line.length === 0 || line.some(isSpace));
	const joins = buffer.last === 'delete' && isWithinWord;
	return remember(splice(buffer, cut, [[]]), buffer, {kind: 'delete', joins});
}

const join = (first: readonly Line[], second: readonly Line[]): readonly Line[] => [
	...first.slice(0, -1),
	[...(first.at(-1) ?? []), ...(second[0] ?? [])],
	...second.slice(1),
];

/** Cuts up to where a motion leads. Cuts in a row become one entry of the ring. */
function kill(buffer: TextBuffer, motion: Motion): TextBuffer {
	const cut = cutTo(buffer, motion);
	if (!cut) return buffer;
	const text = between(buffer, cut);
	const [newest, ...older] = buffer.kills;
	const isBackward = cut.to === buffer.caret;
	const kills =
		buffer.last === 'kill' && newest
			? [isBackward ? join(text, newest) : join(newest, text), ...older]
			: [text, ...buffer.kills].slice(0, killLimit);
	return remember({...splice(buffer, cut, [[]]), kills}, buffer, {kind: 'kill'});
}

function yank(buffer: TextBuffer): TextBuffer {
	const [text] = buffer.kills;
	if (!text) return buffer;
	const {caret} = buffer;
	return remember(splice(buffer, {from: caret, to: caret}, text), buffer, {kind: 'yank'});
}

/** Replaces what was just put in by the entry before it. */
function yankPop(buffer: TextBuffer): TextBuffer {
	const [newest, ...older] = buffer.kills;
	const state = buffer.undo.at(-1);
	if (buffer.last !== 'yank' || !newest || older.length === 0 || !state) return buffer;
	const kills = [...older, newest];
	return yank({...buffer, ...state, undo: buffer.undo.slice(0, -1), kills});
}

const upToLineStart: Motion = buffer =>
	buffer.caret.column === 0 ? left(buffer) : lineStart(buffer);

const upToLineEnd: Motion = buffer => {
	const end = lineEnd(buffer);
	return isBefore(buffer.caret, end) ? end : right(buffer);
};

/** What keys do to the text, by the ids of the key table. */
const commands = {
	'tui.editor.cursorLeft': buffer => move(buffer, left(buffer)),
	'tui.editor.cursorRight': buffer => move(buffer, right(buffer)),
	'tui.editor.cursorWordLeft': buffer => move(buffer, wordLeft(buffer)),
	'tui.editor.cursorWordRight': buffer => move(buffer, wordRight(buffer)),
	'tui.editor.cursorLineStart': buffer => move(buffer, lineStart(buffer)),
	'tui.editor.cursorLineEnd': buffer => move(buffer, lineEnd(buffer)),
	'tui.editor.deleteCharBackward': buffer => erase(buffer, left),
	'tui.editor.deleteCharForward': buffer => erase(buffer, right),
	'tui.editor.deleteWordBackward': buffer => kill(buffer, wordLeft),
	'tui.editor.deleteWordForward': buffer => kill(buffer, wordRight),
	'tui.editor.deleteToLineStart': buffer => kill(buffer, upToLineStart),
	'tui.editor.deleteToLineEnd': buffer => kill(buffer, upToLineEnd),
	'tui.editor.yank': yank,
	'tui.editor.yankPop': yankPop,
	'tui.editor.undo': undo,
	'tui.editor.redo': redo,
	'tui.input.newLine': buffer => insert(buffer, '\n'),
} as const satisfies Readonly<Record<string, (buffer: TextBuffer) => TextBuffer>>;

export type EditorCommand = keyof typeof commands;

export const isEditorCommand = (id: string): id is EditorCommand => Object.hasOwn(commands, id);

export const editorCommands = Object.keys(commands).filter(isEditorCommand);

export type EditorAction =
	| {readonly type: EditorCommand}
	| {readonly type: 'insert' | 'paste' | 'setText'; readonly text: string}
	/** By visual rows of an editor of that width, negative up; as far as there are any. */
	| {readonly type: 'moveRows'; readonly by: number; readonly width: number}
	/** Enter behind a backslash, as terminals without Shift+Enter need it; nothing without one. */
	| {readonly type: 'breakAtBackslash'}
	| {readonly type: 'attach'; readonly label: string; readonly image: ImageContent}
	/** Puts the text of a chip beside the caret in its place. */
	| {readonly type: 'openChip'}
	| {readonly type: 'moveTo'; readonly caret: Caret}
	/** Puts a text in the place of what stands between `from` and the caret, which then is `back` units before its end. */
	| {readonly type: 'complete'; readonly from: Caret; readonly text: string; readonly back?: number}
	| {readonly type: 'jump'; readonly character: string; readonly direction: 1 | -1};

/** The text after something was done to it. What changes nothing of the text leaves its lines as they are. */
export function edit(buffer: TextBuffer, action: EditorAction): TextBuffer {
	switch (action.type) {
		case 'insert':
			return insert(buffer, action.text);
		case 'paste':
			return paste(buffer, action.text);
		case 'setText':
			return setText(action.text, buffer);
		case 'moveRows': {
			const moved = moveRows(buffer, action.by, action.width);
			return moved ? {...buffer, ...moved, last: 'other'} : buffer;
		}

		case 'breakAtBackslash':
			return takeBackslash(buffer) ?? buffer;
		case 'moveTo': {
			const line = Math.max(0, Math.min(action.caret.line, buffer.lines.length - 1));
			const column = Math.max(0, Math.min(action.caret.column, lineAt(buffer, line).length));
			return move(buffer, {line, column});
		}

		case 'attach':
			return attach(buffer, action.label, action.image);
		case 'openChip':
			return openChip(buffer) ?? buffer;
		case 'complete':
			return complete(buffer, action);
		case 'jump': {
			const [character = ''] = graphemes(action.character);
			return move(buffer, toCharacter(character, action.direction)(buffer));
		}

		default:
			return commands[action.type](buffer);
	}
}

function complete(
	buffer: TextBuffer,
	{from, text, back = 0}: Extract<EditorAction, {type: 'complete'}>,
): TextBuffer {
	const {line, column} = buffer.caret;
	const [first, second] = lineAt(buffer, line).slice(column);
	const end = text.trimEnd();
	// The quote and the space that the text brings along may stand there already.
	const quote = end.endsWith('"') && first === '"' ? 1 : 0;
	const space = end !== text && (quote === 0 ? first : second) === ' ' ? 1 : 0;
	const to = {line, column: column + quote + space};
	const put = remember(splice(buffer, {from, to}, toLines(text)), buffer, {kind: 'other'});
	const {caret} = put;
	return back === 0 ? put : {...put, caret: {line: caret.line, column: caret.column - back}};
}

/** The text with a line end for the backslash in front of the caret; undefined when there is none. */
export function takeBackslash(buffer: TextBuffer): TextBuffer | undefined {
	const {line, column} = buffer.caret;
	if (lineAt(buffer, line)[column - 1] !== '\\') return undefined;
	const cut = {from: {line, column: column - 1}, to: buffer.caret};
	return remember(splice(buffer, cut, [[], []]), buffer, {kind: 'other'});
}
