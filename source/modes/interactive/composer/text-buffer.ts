import {graphemes} from '../../../lib/text-width.ts';

/** A place in the text: line, and characters as a person counts them. */
export type Caret = {readonly line: number; readonly column: number};

type Snapshot = {readonly lines: readonly (readonly string[])[]; readonly caret: Caret};

/** Text being written. Immutable; every line is a list of graphemes, a pasted chip is one of them. */
export type TextBuffer = Snapshot & {
	/** Where the caret wants to be when it moves over shorter lines. */
	readonly wanted: number | undefined;
	readonly undo: readonly Snapshot[];
	readonly redo: readonly Snapshot[];
	readonly kills: readonly string[];
	readonly last: 'type' | 'kill' | 'yank' | 'other';
	/** What chips stand for. */
	readonly chips: Readonly<Record<string, string>>;
};

export const emptyBuffer: TextBuffer = {
	lines: [[]],
	caret: {line: 0, column: 0},
	wanted: undefined,
	undo: [],
	redo: [],
	kills: [],
	last: 'other',
	chips: {},
};

const undoLimit = 200;
const killLimit = 30;

const lineAt = (buffer: Snapshot, line: number): readonly string[] => buffer.lines[line] ?? [];

const toLines = (text: string): readonly (readonly string[])[] =>
	text
		.replace(/\r\n?/g, '\n')
		.split('\n')
		.map(line => graphemes(line));

/** The text as it is shown: chips by their names. */
export const shownText = ({lines}: Snapshot): string => lines.map(line => line.join('')).join('\n');

/** The text as it is sent: chips replaced by what was pasted. */
export const fullText = ({lines, chips}: TextBuffer): string =>
	lines.map(line => line.map(unit => chips[unit] ?? unit).join('')).join('\n');

export const isEmpty = ({lines}: Snapshot): boolean => lines.length === 1 && lines[0]?.length === 0;

export function setText(text: string, buffer: TextBuffer = emptyBuffer): TextBuffer {
	const lines = toLines(text);
	const line = lines.length - 1;
	return remember(
		{...buffer, lines, caret: {line, column: lines[line]?.length ?? 0}, wanted: undefined},
		buffer,
		'other',
	);
}

/** Notes the state before a change, unless the change goes on with the one before it. */
function remember(
	next: TextBuffer,
	before: TextBuffer,
	how: TextBuffer['last'] | {readonly kind: TextBuffer['last']; readonly joins: boolean},
): TextBuffer {
	const {lines, caret} = before;
	const {kind, joins} = typeof how === 'string' ? {kind: how, joins: false} : how;
	const undo = joins ? before.undo : [...before.undo.slice(-undoLimit), {lines, caret}];
	return {...next, undo, redo: [], last: kind, wanted: undefined};
}

type Span = {readonly from: Caret; readonly to: Caret};

const here = ({caret}: TextBuffer): Span => ({from: caret, to: caret});

function splice(
	buffer: TextBuffer,
	{from, to}: Span,
	put: readonly (readonly string[])[],
): TextBuffer {
	const head = lineAt(buffer, from.line).slice(0, from.column);
	const tail = lineAt(buffer, to.line).slice(to.column);
	const [first = [], ...rest] = put;
	const last = rest.pop();
	const middle =
		last === undefined
			? [[...head, ...first, ...tail]]
			: [[...head, ...first], ...rest, [...last, ...tail]];
	const lines = [
		...buffer.lines.slice(0, from.line),
		...middle,
		...buffer.lines.slice(to.line + 1),
	];
	const line = from.line + middle.length - 1;
	const column = last === undefined ? from.column + first.length : last.length;
	return {...buffer, lines, caret: {line, column}};
}

const isSpace = (unit: string): boolean => /^\s$/.test(unit);

export function insert(buffer: TextBuffer, text: string): TextBuffer {
	const put = toLines(text);
	const {caret} = buffer;
	const next = splice(buffer, here(buffer), put);
	// Typing is undone word by word: a space after a word begins a new step.
	const before = lineAt(buffer, caret.line)[caret.column - 1] ?? ' ';
	const joins = buffer.last === 'type' && put.length === 1 && !(isSpace(text) && !isSpace(before));
	return remember(next, buffer, {kind: 'type', joins});
}

/** Long pastes become one unit with a name; what they stand for goes out when the text is sent. */
export function paste(buffer: TextBuffer, text: string): TextBuffer {
	const clean = text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ');
	const lines = clean.split('\n').length;
	if (lines <= 10 && clean.length <= 1000) {
		return remember(insert({...buffer, last: 'other'}, clean), buffer, 'other');
	}

	const number = Object.keys(buffer.chips).length + 1;
	const size = lines > 10 ? `+${lines} lines` : `${clean.length} chars`;
	const name = `[paste #${number} ${size}]`;
	const next = splice(buffer, here(buffer), [[name]]);
	return remember({...next, chips: {...buffer.chips, [name]: clean}}, buffer, 'other');
}

function before({line, column}: Caret, buffer: Snapshot): Caret {
	if (column > 0) return {line, column: column - 1};
	return line > 0 ? {line: line - 1, column: lineAt(buffer, line - 1).length} : {line, column};
}

function after({line, column}: Caret, buffer: Snapshot): Caret {
	if (column < lineAt(buffer, line).length) return {line, column: column + 1};
	return line < buffer.lines.length - 1 ? {line: line + 1, column: 0} : {line, column};
}

type Kind = 'space' | 'word' | 'mark' | 'wide';

function kindOf(unit: string | undefined): Kind {
	if (unit === undefined || isSpace(unit)) return 'space';
	if (/[\u2e80-\ud7a3\uf900-\ufaff]/.test(unit)) return 'wide';
	return /[\p{L}\p{N}_]/u.test(unit) ? 'word' : 'mark';
}

function wordLeft(buffer: Snapshot): Caret {
	let at = buffer.caret;
	const left = () => (at.column === 0 ? undefined : lineAt(buffer, at.line)[at.column - 1]);
	if (at.column === 0) return before(at, buffer);
	while (at.column > 0 && kindOf(left()) === 'space') at = before(at, buffer);
	const kind = kindOf(left());
	while (at.column > 0 && kindOf(left()) === kind) at = before(at, buffer);
	return at;
}

function wordRight(buffer: Snapshot): Caret {
	let at = buffer.caret;
	const line = lineAt(buffer, at.line);
	if (at.column === line.length) return after(at, buffer);
	while (at.column < line.length && kindOf(line[at.column]) === 'space') at = after(at, buffer);
	const kind = kindOf(line[at.column]);
	while (at.column < line.length && kindOf(line[at.column]) === kind) at = after(at, buffer);
	return at;
}

const lineStart = ({caret}: Snapshot): Caret => ({line: caret.line, column: 0});
const lineEnd = (buffer: Snapshot): Caret => ({
	line: buffer.caret.line,
	column: lineAt(buffer, buffer.caret.line).length,
});

function move(buffer: TextBuffer, caret: Caret): TextBuffer {
	return {...buffer, caret, wanted: undefined, last: 'other'};
}

function vertical(buffer: TextBuffer, by: number): TextBuffer {
	const {caret} = buffer;
	const wanted = buffer.wanted ?? caret.column;
	const line = Math.min(buffer.lines.length - 1, Math.max(0, caret.line + by));
	const column = Math.min(wanted, lineAt(buffer, line).length);
	return {...buffer, caret: {line, column}, wanted, last: 'other'};
}

const between = (buffer: TextBuffer, from: Caret, to: Caret): string => {
	const cut = buffer.lines.slice(from.line, to.line + 1).map((line, index, all) => {
		const start = index === 0 ? from.column : 0;
		const end = index === all.length - 1 ? to.column : line.length;
		return line.slice(start, end).join('');
	});
	return cut.join('\n');
};

const isBefore = (a: Caret, b: Caret): boolean =>
	a.line < b.line || (a.line === b.line && a.column < b.column);

function erase(buffer: TextBuffer, to: Caret): TextBuffer {
	const [from, until] = isBefore(to, buffer.caret) ? [to, buffer.caret] : [buffer.caret, to];
	if (!isBefore(from, until)) return {...buffer, last: 'other'};
	return remember(splice(buffer, {from, to: until}, [[]]), buffer, 'other');
}

function kill(buffer: TextBuffer, to: Caret): TextBuffer {
	const backward = isBefore(to, buffer.caret);
	const [from, until] = backward ? [to, buffer.caret] : [buffer.caret, to];
	if (!isBefore(from, until)) return buffer;
	const text = between(buffer, from, until);
	const [newest = '', ...older] = buffer.kills;
	const joined = backward ? text + newest : newest + text;
	const kills =
		buffer.last === 'kill' ? [joined, ...older] : [text, ...buffer.kills].slice(0, killLimit);
	return remember({...splice(buffer, {from, to: until}, [[]]), kills}, buffer, 'kill');
}

function yank(buffer: TextBuffer): TextBuffer {
	const [text] = buffer.kills;
	return text === undefined
		? buffer
		: remember(splice(buffer, here(buffer), toLines(text)), buffer, 'yank');
}

/** Replaces what was just put in by the kill before it. */
function yankPop(buffer: TextBuffer): TextBuffer {
	if (buffer.last !== 'yank' || buffer.kills.length < 2) return buffer;
	const [newest = '', ...older] = buffer.kills;
	const [state] = buffer.undo.slice(-1);
	if (!state) return buffer;
	const restored = {...buffer, ...state, undo: buffer.undo.slice(0, -1), kills: [...older, newest]};
	return yank(restored);
}

function undo(buffer: TextBuffer): TextBuffer {
	const state = buffer.undo.at(-1);
	if (!state) return buffer;
	const {lines, caret} = buffer;
	return {
		...buffer,
		...state,
		undo: buffer.undo.slice(0, -1),
		redo: [...buffer.redo, {lines, caret}],
		last: 'other',
		wanted: undefined,
	};
}

function redo(buffer: TextBuffer): TextBuffer {
	const state = buffer.redo.at(-1);
	if (!state) return buffer;
	const {lines, caret} = buffer;
	return {
		...buffer,
		...state,
		redo: buffer.redo.slice(0, -1),
		undo: [...buffer.undo, {lines, caret}],
		last: 'other',
		wanted: undefined,
	};
}

/** What keys do to the text, by the ids of the key table. */
export const editorActions: Readonly<Record<string, (buffer: TextBuffer) => TextBuffer>> = {
	'tui.editor.cursorUp': buffer => vertical(buffer, -1),
	'tui.editor.cursorDown': buffer => vertical(buffer, 1),
	'tui.editor.cursorLeft': buffer => move(buffer, before(buffer.caret, buffer)),
	'tui.editor.cursorRight': buffer => move(buffer, after(buffer.caret, buffer)),
	'tui.editor.cursorWordLeft': buffer => move(buffer, wordLeft(buffer)),
	'tui.editor.cursorWordRight': buffer => move(buffer, wordRight(buffer)),
	'tui.editor.cursorLineStart': buffer => move(buffer, lineStart(buffer)),
	'tui.editor.cursorLineEnd': buffer => move(buffer, lineEnd(buffer)),
	'tui.editor.deleteCharBackward': buffer => erase(buffer, before(buffer.caret, buffer)),
	'tui.editor.deleteCharForward': buffer => erase(buffer, after(buffer.caret, buffer)),
	'tui.editor.deleteWordBackward': buffer => kill(buffer, wordLeft(buffer)),
	'tui.editor.deleteWordForward': buffer => kill(buffer, wordRight(buffer)),
	'tui.editor.deleteToLineStart': buffer =>
		kill(buffer, buffer.caret.column === 0 ? before(buffer.caret, buffer) : lineStart(buffer)),
	'tui.editor.deleteToLineEnd': buffer =>
		kill(
			buffer,
			isBefore(buffer.caret, lineEnd(buffer)) ? lineEnd(buffer) : after(buffer.caret, buffer),
		),
	'tui.editor.yank': yank,
	'tui.editor.yankPop': yankPop,
	'tui.editor.undo': undo,
	'tui.editor.redo': redo,
	'tui.input.newLine': buffer => remember(splice(buffer, here(buffer), [[], []]), buffer, 'other'),
};

/** Ends a backslash at the end of the line, as terminals without Shift+Enter need it. */
export function takeBackslash(buffer: TextBuffer): TextBuffer | undefined {
	const {line, column} = buffer.caret;
	if (lineAt(buffer, line)[column - 1] !== '\\') return undefined;
	const next = splice(buffer, {from: {line, column: column - 1}, to: buffer.caret}, [[], []]);
	return remember(next, buffer, 'other');
}
