import {diffLines} from 'diff';
import {countChanges, type DiffLine, diffRows, parseDiff} from '../components/diff.ts';
import type {ToolItem} from '../store/state.ts';
import {
	argument,
	foldRows,
	isFailed,
	languageOfPath,
	oneLine,
	preview,
	type ToolView,
} from './tool-view.ts';

const folded = 30;

function doneDiff({details}: ToolItem): readonly DiffLine[] {
	const diff =
		typeof details === 'object' && details !== null && 'diff' in details ? details.diff : undefined;
	return typeof diff === 'string' ? parseDiff(diff) : [];
}

const lineText = (edit: unknown, name: 'oldText' | 'newText'): string => {
	if (typeof edit !== 'object' || edit === null || !(name in edit)) return '';
	const value = (edit as Record<typeof name, unknown>)[name];
	return typeof value === 'string' ? value : '';
};

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');

/** What will be changed, as far as the call says it already. */
function comingDiff({args}: ToolItem): readonly DiffLine[] {
	const edits = Array.isArray(args.edits) ? args.edits : [args];
	return edits.flatMap((edit): readonly DiffLine[] => {
		const [before, after] = [lineText(edit, 'oldText'), lineText(edit, 'newText')];
		if (before === '' && after === '') return [];
		return diffLines(before, after).flatMap(({value, added, removed}) =>
			linesOf(value).map(text => ({
				sign: added ? ('+' as const) : removed ? ('-' as const) : (' ' as const),
				number: ' ',
				text,
			})),
		);
	});
}

const diffOf = (item: ToolItem): readonly DiffLine[] =>
	item.status === 'done' ? doneDiff(item) : comingDiff(item);

export const editView: ToolView = {
	title: item => oneLine(argument(item, 'path')),
	aside(item, paint) {
		if (isFailed(item)) return '';
		const {added, removed} = countChanges(diffOf(item));
		if (added + removed === 0) return '';
		return `${paint.fg('toolDiffAdded', `+${added}`)} ${paint.fg('toolDiffRemoved', `-${removed}`)}`;
	},
	body(item, look) {
		const lines = isFailed(item) ? [] : diffOf(item);
		if (lines.length === 0) return preview(item.output, look, {lines: 10, from: 'start'});
		const language = languageOfPath(argument(item, 'path'));
		return foldRows(diffRows(lines, {look, language}), look, {lines: folded, from: 'start'});
	},
};
