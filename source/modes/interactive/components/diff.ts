import {diffWordsWithSpace} from 'diff';
import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/paint.ts';
import type {ThemeToken} from '../theme/tokens.ts';

const roles: Readonly<Record<string, ThemeToken>> = {
	'+': 'toolDiffAdded',
	'-': 'toolDiffRemoved',
	' ': 'toolDiffContext',
};

type Line = {readonly sign: string; readonly number: string; readonly text: string};

function parse(line: string): Line {
	const [, sign = ' ', number = '', text = ''] = /^([+\- ])( *\d+) ?(.*)$/.exec(line) ?? [];
	return number === '' ? {sign: ' ', number: '', text: line} : {sign, number, text};
}

/** What changed within a line is marked, so that the eye need not compare. */
function marked(removed: string, added: string, paint: Paint): readonly [string, string] {
	const parts = diffWordsWithSpace(removed, added);
	const side = (skip: 'added' | 'removed', mark: 'added' | 'removed', role: ThemeToken) =>
		parts
			.filter(part => !part[skip])
			.map(part => paint.fg(role, part[mark] ? paint.inverse(part.value) : part.value))
			.join('');
	return [side('added', 'removed', 'toolDiffRemoved'), side('removed', 'added', 'toolDiffAdded')];
}

/** A numbered diff in colours; where one line became one other, the words that differ stand out. */
export function diffRows(diff: string, paint: Paint): readonly string[] {
	const lines = expandTabs(printable(diff)).split('\n').map(parse);
	const row = ({sign, number}: Line, text: string) =>
		paint.fg(roles[sign] ?? 'toolDiffContext', `${sign}${number} `) + text;
	return lines.map((line, index) => {
		const plain = () => row(line, paint.fg(roles[line.sign] ?? 'toolDiffContext', line.text));
		const before = lines[index - 1];
		const next = lines[index + 1];
		const alone = (
			first: Line | undefined,
			second: Line | undefined,
			around: readonly (Line | undefined)[],
		) =>
			first?.sign === '-' &&
			second?.sign === '+' &&
			around.every(other => other?.sign !== '-' && other?.sign !== '+');
		if (line.sign === '-' && alone(line, next, [before, lines[index + 2]])) {
			return row(line, marked(line.text, next?.text ?? '', paint)[0]);
		}

		if (line.sign === '+' && alone(before, line, [lines[index - 2], next])) {
			return row(line, marked(before?.text ?? '', line.text, paint)[1]);
		}

		return plain();
	});
}
