import type {ImageContent} from '../../../ai/index.ts';
import {graphemes} from '../../../lib/text-width.ts';

/** A place in the text: line, and units before it in that line. */
export type Caret = {readonly line: number; readonly column: number};

/** What the caret passes in one step: characters as a person counts them, and pasted chips. */
export type Line = readonly string[];

type Snapshot = {readonly lines: readonly Line[]; readonly caret: Caret};

/** What the last change was: changes of a kind in a row are one step of undo, or one entry of the kill ring. */
type Change = 'type' | 'delete' | 'kill' | 'yank' | 'other';

/** Text being written. Immutable; an unchanged line is the same object in the next buffer. */
export type TextBuffer = Snapshot & {
	/** The cell where the caret wants to be when it crosses shorter rows. */
	readonly wanted: number | undefined;
	readonly undo: readonly Snapshot[];
	readonly redo: readonly Snapshot[];
	/** What was cut, the newest first. */
	readonly kills: readonly (readonly Line[])[];
	readonly last: Change;
	/** What chips stand for, by the name they are shown with. */
	readonly chips: Readonly<Record<string, string>>;
	/** Images that chips stand for; those are sent by their names beside them. */
	readonly images: Readonly<Record<string, ImageContent>>;
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
	images: {},
};

const undoLimit = 500;

export const lineAt = ({lines}: Pick<TextBuffer, 'lines'>, line: number): Line => lines[line] ?? [];

export const toLines = (text: string): readonly Line[] =>
	text
		.replace(/\r\n?/g, '\n')
		.split('\n')
		.map(line => graphemes(line));

/** The text as it is shown: chips by their names. */
export const shownText = ({lines}: Pick<TextBuffer, 'lines'>): string =>
	lines.map(line => line.join('')).join('\n');

/** The text as it is sent: chips replaced by what was pasted. */
export const fullText = ({lines, chips}: Pick<TextBuffer, 'lines' | 'chips'>): string =>
	lines.map(line => line.map(unit => chips[unit] ?? unit).join('')).join('\n');

export const isEmpty = ({lines}: Pick<TextBuffer, 'lines'>): boolean =>
	lines.length === 1 && lines[0]?.length === 0;

export const isBefore = (a: Caret, b: Caret): boolean =>
	a.line < b.line || (a.line === b.line && a.column < b.column);

/** A command for the shell: kept from the model or not. undefined: a prompt. */
export function shellMode({lines}: Pick<TextBuffer, 'lines'>): 'shared' | 'private' | undefined {
	const [first, second] = lines[0] ?? [];
	if (first !== '!') return undefined;
	return second === '!' ? 'private' : 'shared';
}

/** The images of the text in its order. */
export const imagesIn = ({
	lines,
	images,
}: Pick<TextBuffer, 'lines' | 'images'>): readonly ImageContent[] =>
	lines.flatMap(line => line.flatMap(unit => images[unit] ?? []));

/** The name of an image is one unit wherever it comes from: a prompt that is taken back keeps its images. */
function withImages(line: Line, {images}: TextBuffer): Line {
	const text = line.join('');
	const names = Object.keys(images).filter(name => text.includes(name));
	if (names.length === 0) return line;
	const [name = ''] = names;
	const parts = text.split(name);
	return parts.flatMap((part, index) => [
		...withImages(graphemes(part), {...emptyBuffer, images: omit(images, name)}),
		...(index < parts.length - 1 ? [name] : []),
	]);
}

const omit = (images: TextBuffer['images'], name: string): TextBuffer['images'] =>
	Object.fromEntries(Object.entries(images).filter(([each]) => each !== name));

/** Another text as one step; the caret is at its end. */
export function setText(text: string, buffer: TextBuffer = emptyBuffer): TextBuffer {
	const lines = toLines(text).map(line => withImages(line, buffer));
	const line = lines.length - 1;
	const caret = {line, column: lineAt({lines}, line).length};
	return remember({...buffer, lines, caret}, buffer, {kind: 'other'});
}

/** Notes the state before a change, unless the change goes on with the one before it. */
export function remember(
	next: TextBuffer,
	before: TextBuffer,
	{kind, joins = false}: {readonly kind: Change; readonly joins?: boolean},
): TextBuffer {
	const {lines, caret} = before;
	const undo = joins ? before.undo : [...before.undo.slice(1 - undoLimit), {lines, caret}];
	return {...next, undo, redo: [], last: kind, wanted: undefined};
}

type Span = {readonly from: Caret; readonly to: Caret};

/** Puts lines, at least one, in place of a part of the text; the caret stands behind them. */
export function splice(buffer: TextBuffer, {from, to}: Span, put: readonly Line[]): TextBuffer {
	const head = lineAt(buffer, from.line).slice(0, from.column);
	const tail = lineAt(buffer, to.line).slice(to.column);
	const [first = [], ...rest] = put;
	const last = rest.pop();
	const isOne = last === undefined;
	const top = fuse([...head, ...first, ...(isOne ? tail : [])], buffer);
	const bottom = isOne ? [] : [fuse([...last, ...tail], buffer)];
	const lines = [
		...buffer.lines.slice(0, from.line),
		top,
		...rest,
		...bottom,
		...buffer.lines.slice(to.line + 1),
	];
	const line = from.line + put.length - 1;
	const before = isOne ? [...head, ...first] : last;
	const column = columnAt(lineAt({lines}, line), before.join('').length);
	return {...buffer, lines, caret: {line, column}};
}

/** The units that come before a place counted in characters of the string. */
function columnAt(line: Line, length: number): number {
	let column = 0;
	for (let passed = 0; passed < length && column < line.length; column += 1) {
		passed += line[column]?.length ?? 0;
	}

	return column;
}

/** What stands side by side now may be one character: a letter and its accent, the halves of a flag. */
function fuse(line: Line, {chips}: TextBuffer): Line {
	const text = line.join('');
	if (isPlain.test(text)) return line;
	const units: string[] = [];
	let run = '';
	for (const unit of line) {
		if (Object.hasOwn(chips, unit)) {
			units.push(...graphemes(run), unit);
			run = '';
		} else run += unit;
	}

	units.push(...graphemes(run));
	return units;
}

const isPlain = /^[ -~\u2E80-\u3029\u3030-\u3098\u3105-\u9FFF\uAC00-\uD7A3]*$/;

/** The text between two places. */
export const between = (buffer: TextBuffer, {from, to}: Span): readonly Line[] =>
	buffer.lines.slice(from.line, to.line + 1).map((line, index, all) => {
		const start = index === 0 ? from.column : 0;
		return line.slice(start, index === all.length - 1 ? to.column : line.length);
	});

export function undo(buffer: TextBuffer): TextBuffer {
	return travel(buffer, 'undo', 'redo');
}

export function redo(buffer: TextBuffer): TextBuffer {
	return travel(buffer, 'redo', 'undo');
}

function travel(buffer: TextBuffer, from: 'undo' | 'redo', to: 'undo' | 'redo'): TextBuffer {
	const state = buffer[from].at(-1);
	if (!state) return buffer;
	const {lines, caret} = buffer;
	return {
		...buffer,
		...state,
		[from]: buffer[from].slice(0, -1),
		[to]: [...buffer[to], {lines, caret}],
		last: 'other',
		wanted: undefined,
	};
}
