import {smallDiff} from '../../lib/line-diff.ts';
import {ToolError} from './define-tool.ts';
import {findText, type Match} from './edit-match.ts';
import type {FileText} from './file-text.ts';
import {nearestText} from './nearest-text.ts';

export type Edit = {readonly oldText: string; readonly newText: string};
type Placed = Match & {readonly newText: string; readonly index: number};
type Target = {readonly file: FileText; readonly edits: readonly Edit[]; readonly given: string};

const shownLines = 16;
const shownWidth = 200;

/** A lone CR ends lines only where no LF does. */
const lineEndIn = (text: string): RegExp => (text.includes('\n') ? /\r?\n/g : /\r/g);

function lineOf(text: string, offset: number): number {
	let line = 1;
	for (const {index} of text.matchAll(lineEndIn(text))) {
		if (index >= offset) break;
		line += 1;
	}

	return line;
}

/** That of the line where the match starts, else of the line before. */
function endingAt(text: string, start: number): string | undefined {
	const ending = text.includes('\n') ? '\n' : '\r';
	const after = text.indexOf(ending, start);
	const at = after >= 0 ? after : text.lastIndexOf(ending, start);
	if (at < 0) return undefined;
	return ending === '\n' && text[at - 1] === '\r' ? '\r\n' : ending;
}

function withEnding(text: string, ending: string | undefined): string {
	return ending === undefined ? text : text.replace(/\r?\n/g, () => ending);
}

const cutLine = (line: string): string =>
	line.length > shownWidth ? `${line.slice(0, shownWidth)}…` : line;

/** What models copy from numbered listings: `12: `, `12| `, `12<tab>`. */
const numbered = /^\s*\d+(?:[:|\u2192] ?|\t)/;

function withoutNumbers(text: string): string | undefined {
	const lines = text.split('\n');
	const isNumbered = lines.every(line => line.trim() === '' || numbered.test(line));
	return isNumbered ? lines.map(line => line.replace(numbered, '')).join('\n') : undefined;
}

const sameButIndented = (a: readonly string[], b: readonly string[]): boolean =>
	a.length === b.length && a.every((line, index) => line.trim() === b[index]?.trim());

/** Why a text may not have been found: what is there instead, or what the model took for a part of it. */
function hint(text: string, oldText: string): string {
	const bare = withoutNumbers(oldText);
	if (bare !== undefined && findText(text, bare).kind !== 'missing') {
		return 'It is there without the line numbers: leave them out.';
	}

	const near = nearestText(text, oldText);
	if (!near) return 'Nothing like it is there. Read the file again.';
	const wanted = oldText.replace(/\r?\n$/, '').split(/\r?\n/);
	const lines = smallDiff(wanted.slice(0, shownLines), near.lines.slice(0, shownLines));
	const what = sameButIndented(wanted, near.lines) ? ' Only the indentation differs.' : '';
	return `The nearest text is at line ${near.line}.${what} Lines with - are yours, lines with + are in the file:\n${lines.map(cutLine).join('\n')}\nCopy the text exactly as it is in the file.`;
}

function place({file, edits, given}: Target, index: number): Placed {
	const {oldText, newText} = edits[index] ?? {oldText: '', newText: ''};
	const where = edits.length > 1 ? `edits[${index}]: ` : '';
	if (oldText === '')
		throw new ToolError(
			`${where}oldText is empty. To create a file, use write; to add text, take in a line beside it.`,
		);
	const {text, inBytes} = file;
	const found = findText(text, file.fromModel(oldText), inBytes);
	if (found.kind === 'missing') {
		throw new ToolError(
			`${where}The text to replace is not in ${given}. ${hint(text, file.fromModel(oldText))}`,
		);
	}

	if (found.kind === 'many') {
		const lines = found.offsets.slice(0, 20).map(offset => lineOf(text, offset));
		const more = found.offsets.length > 20 ? ', …' : '';
		throw new ToolError(
			`${where}The text to replace occurs ${found.offsets.length} times in ${given}, at lines ${lines.join(', ')}${more}. Take in more text around it, so that it is the only one.`,
		);
	}

	const isForeign = inBytes && /[^\0-\x7f]/.test(newText) && !/[^\0-\x7f]/.test(oldText);
	if (isForeign) {
		throw new ToolError(
			`${where}${given} is not UTF-8, and newText has characters beyond ASCII: their bytes in the encoding of the file are not known. Nothing was changed.`,
		);
	}

	const {match} = found;
	const inserted = withEnding(file.fromModel(newText), endingAt(text, match.start));
	return {...match, newText: inserted, index};
}

function checkApart(placed: readonly Placed[]): void {
	for (const [position, edit] of placed.entries()) {
		const before = placed[position - 1];
		if (before && before.end > edit.start) {
			const [first, second] = [before.index, edit.index].sort((a, b) => a - b);
			throw new ToolError(`edits[${first}] and edits[${second}] overlap. Make them one edit.`);
		}
	}
}

/** All edits against the same original, or none. Outside of the matches not a byte changes. */
export function applyEdits(target: Target): string {
	const {file, edits, given} = target;
	if (edits.length === 0) throw new ToolError('There are no edits.');
	const placed = edits
		.map((_edit, index) => place(target, index))
		.sort((a, b) => a.start - b.start || a.end - b.end);
	checkApart(placed);
	const parts: string[] = [];
	let at = 0;
	for (const {start, end, newText} of placed) {
		parts.push(file.text.slice(at, start), newText);
		at = end;
	}

	const result = parts.join('') + file.text.slice(at);
	if (result === file.text) {
		throw new ToolError(`Nothing would change in ${given}: the new text is what is there already.`);
	}

	return result;
}
