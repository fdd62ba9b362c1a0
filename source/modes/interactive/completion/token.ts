import {type Caret, type Line, lineAt, type TextBuffer} from '../composer/text-buffer.ts';

/** What stands before the caret and can be completed. `from` is where a completion begins. */
export type Token = {
	readonly kind: 'command' | 'argument' | 'file' | 'path';
	readonly from: Caret;
	readonly query: string;
	/** The name of the command whose argument it is. */
	readonly command?: string;
	/** Within quotes that are still open. */
	readonly isQuoted: boolean;
};

const isBreak = (unit: string): boolean => /^[\s=([{,;]$/.test(unit);

/** The index of a quote that is still open; undefined when there is none. */
function openQuote(units: Line): number | undefined {
	let open: number | undefined;
	for (const [index, unit] of units.entries()) {
		if (unit === '"') open = open === undefined ? index : undefined;
	}

	return open;
}

function slashToken(units: Line, line: number): Token | undefined {
	if (line !== 0 || units[0] !== '/') return undefined;
	const space = units.indexOf(' ');
	const name = units.slice(1, space < 0 ? undefined : space).join('');
	if (name.includes('/')) return undefined;
	if (space < 0) return {kind: 'command', from: {line, column: 0}, query: name, isQuoted: false};
	const query = units.slice(space + 1).join('');
	const from = {line, column: space + 1};
	return {kind: 'argument', from, query, command: name, isQuoted: false};
}

function wordToken(units: Line, line: number): Token {
	const quote = openQuote(units);
	const isQuoted = quote !== undefined;
	const start = quote ?? units.findLastIndex(isBreak) + 1;
	const isFile = isQuoted ? units[start - 1] === '@' : units[start] === '@';
	const column = isFile && isQuoted ? start - 1 : start;
	const query = units.slice(start + (isQuoted || isFile ? 1 : 0)).join('');
	return {kind: isFile ? 'file' : 'path', from: {line, column}, query, isQuoted};
}

type Place = Pick<TextBuffer, 'lines' | 'caret' | 'chips'>;

function before({lines, caret, chips}: Place): Line {
	const units = lineAt({lines}, caret.line).slice(0, caret.column);
	// A chip is no part of a word.
	return units.map(unit => (Object.hasOwn(chips, unit) ? ' ' : unit));
}

/** What a person is writing that is completed without being asked: a command, its argument, a file after `@`. */
export function tokenAt(buffer: Place): Token | undefined {
	const units = before(buffer);
	const word = wordToken(units, buffer.caret.line);
	if (word.kind === 'file') return word;
	return slashToken(units, buffer.caret.line);
}

/** What Tab completes: whatever stands before the caret is taken for a path. */
export function pathAt(buffer: Place): Token {
	return wordToken(before(buffer), buffer.caret.line);
}
