import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs} from '../../../lib/text-width.ts';
import {markdownRows} from '../components/markdown.ts';
import {wrapMarked} from '../components/row-marks.ts';
import type {AssistantItem} from '../store/state.ts';
import {type ItemLook, stacked} from './item-look.ts';

/** Rows of thinking that are shown unless all of it is asked for. */
const foldedThinking = 12;

/** The end of a text that is longer than anyone will see of it: from a line end, if there is one in reach. */
function lastPart(text: string, length: number): string {
	if (text.length <= length) return text;
	const part = text.slice(-length);
	const line = part.indexOf('\n');
	return line < 0 || line > length / 2 ? part : part.slice(line + 1);
}

export function thinkingRows(thinking: string, look: ItemLook): readonly string[] {
	const {paint, width, showThinking, expanded} = look;
	const tone = (row: string) => paint.fg('thinkingText', paint.italic(row));
	if (thinking.trim() === '') return [];
	if (!showThinking) return [tone('Thinking…')];
	const text = thinking.trim();
	const seen = expanded ? text : lastPart(text, foldedThinking * (width + 1) * 2);
	const rows = wrapMarked(expandTabs(printable(seen)), width);
	const isCut = !expanded && (rows.length > foldedThinking || seen.length < text.length);
	return (isCut ? ['…', ...rows.slice(-foldedThinking)] : rows).map(tone);
}

export function problemRows(
	problem: string | undefined,
	{paint, width}: ItemLook,
): readonly string[] {
	if (problem === undefined) return [];
	const isStopped = problem === 'Stopped';
	const text = `${isStopped ? '■' : '✗'} ${expandTabs(printable(problem))}`;
	return wrapMarked(text, width).map(row => paint.fg(isStopped ? 'warning' : 'error', row));
}

export const assistantRows = (item: AssistantItem, look: ItemLook): readonly string[] =>
	stacked([
		thinkingRows(item.thinking, look),
		item.text.trim() === '' ? [] : markdownRows(item.text, look.width, look),
		problemRows(item.problem, look),
	]);
