import {type Caret, type Line, lineAt, type TextBuffer} from './text-buffer.ts';

// Where a key takes the caret. A motion changes nothing; edit.ts moves there, or deletes up to there.

export type Motion = (buffer: Pick<TextBuffer, 'lines' | 'caret'>) => Caret;

export const left: Motion = ({lines, caret: {line, column}}) => {
	if (column > 0) return {line, column: column - 1};
	return line > 0 ? {line: line - 1, column: lineAt({lines}, line - 1).length} : {line, column};
};

export const right: Motion = ({lines, caret: {line, column}}) => {
	if (column < lineAt({lines}, line).length) return {line, column: column + 1};
	return line < lines.length - 1 ? {line: line + 1, column: 0} : {line, column};
};

export const lineStart: Motion = ({caret}) => ({line: caret.line, column: 0});

export const lineEnd: Motion = buffer => ({
	line: buffer.caret.line,
	column: lineAt(buffer, buffer.caret.line).length,
});

/** To the start of the word before; at the start of a line, to the line before. */
export const wordLeft: Motion = buffer => {
	const {line, column} = buffer.caret;
	if (column === 0) return left(buffer);
	const units = lineAt(buffer, line);
	let end = column;
	while (end > 0 && kindOf(units[end - 1]) === 'space') end -= 1;
	const kind = kindOf(units[end - 1]);
	let start = end;
	while (start > 0 && kindOf(units[start - 1]) === kind) start -= 1;
	return {line, column: kind === 'unspaced' ? lastWord(units.slice(start, end)) + start : start};
};

/** To the end of the next word; at the end of a line, to the next line. */
export const wordRight: Motion = buffer => {
	const {line, column} = buffer.caret;
	const units = lineAt(buffer, line);
	if (column === units.length) return right(buffer);
	let start = column;
	while (start < units.length && kindOf(units[start]) === 'space') start += 1;
	const kind = kindOf(units[start]);
	let end = start;
	while (end < units.length && kindOf(units[end]) === kind) end += 1;
	return {line, column: kind === 'unspaced' ? firstWord(units.slice(start, end)) + start : end};
};

type Kind = 'space' | 'word' | 'mark' | 'unspaced';

/** Scripts that put no space between words. */
const unspaced =
	/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}\u30FC]/u;

function kindOf(unit: string | undefined): Kind {
	if (unit === undefined || /^\s/.test(unit)) return 'space';
	if (unspaced.test(unit)) return 'unspaced';
	return /^[\p{L}\p{N}\p{M}_]/u.test(unit) ? 'word' : 'mark';
}

const words = new Intl.Segmenter(undefined, {granularity: 'word'});

/** Units in front of the last word of a run. */
function lastWord(units: Line): number {
	const text = units.join('');
	const start = Array.from(words.segment(text)).at(-1)?.index ?? 0;
	return unitsIn(units, start);
}

function firstWord(units: Line): number {
	const [word] = words.segment(units.join(''));
	return unitsIn(units, word?.segment.length ?? 0);
}

function unitsIn(units: Line, length: number): number {
	let count = 0;
	for (let passed = 0; passed < length && count < units.length; count += 1) {
		passed += units[count]?.length ?? 0;
	}

	return count;
}

/** To the next place with that character; where there is none, nowhere. */
export const toCharacter =
	(character: string, direction: 1 | -1): Motion =>
	buffer => {
		const {line, column} = buffer.caret;
		const units = lineAt(buffer, line);
		const here =
			direction === 1
				? units.indexOf(character, column + 1)
				: units.slice(0, column).lastIndexOf(character);
		if (here >= 0) return {line, column: here};
		for (let at = line + direction; at >= 0 && at < buffer.lines.length; at += direction) {
			const found =
				direction === 1
					? lineAt(buffer, at).indexOf(character)
					: lineAt(buffer, at).lastIndexOf(character);
			if (found >= 0) return {line: at, column: found};
		}

		return buffer.caret;
	};
