import {Box, renderToString, Text} from 'ink';
import type {ReactNode} from 'react';
import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, expandTabs, fitToWidth, wrap} from '../../../lib/text-width.ts';
import {type MarkdownLook, markdownRows} from '../components/markdown.ts';
import type {TranscriptItem} from '../store/state.ts';
import {ToolCall} from '../tool-views/tool-call.tsx';
import {preview} from '../tool-views/tool-view.ts';

export type ItemLook = MarkdownLook & {
	readonly width: number;
	readonly expanded: boolean;
	readonly showThinking: boolean;
};

const noticeSigns = {
	info: ['ℹ', 'muted'],
	warning: ['⚠', 'warning'],
	error: ['✗', 'error'],
} as const;

/** Rows of a component, laid out by Ink off the screen. */
const laidOut = (element: ReactNode, width: number): readonly string[] =>
	renderToString(element, {columns: width}).split('\n');

function userRows(
	item: Extract<TranscriptItem, {kind: 'user'}>,
	{paint, width}: ItemLook,
): readonly string[] {
	const images =
		item.images > 0 ? `\n[${item.images} ${item.images === 1 ? 'image' : 'images'}]` : '';
	const rows = wrap(expandTabs(printable(item.text + images)), Math.max(1, width - 2));
	return ['', ...rows, ''].map(row =>
		paint.bg('userMessageBg', fitToWidth(` ${paint.fg('userMessageText', row)}`, width)),
	);
}

export function thinkingRows(
	thinking: string,
	{paint, width, showThinking, expanded}: ItemLook,
): readonly string[] {
	if (thinking.trim() === '') return [];
	if (!showThinking) return [paint.fg('thinkingText', paint.italic('Thinking…'))];
	const rows = wrap(expandTabs(printable(thinking.trim())), Math.max(1, width));
	const shown = expanded || rows.length <= 12 ? rows : ['…', ...rows.slice(-12)];
	return shown.map(row => paint.fg('thinkingText', paint.italic(row)));
}

export function problemRows(
	problem: string | undefined,
	{paint, width}: ItemLook,
): readonly string[] {
	if (problem === undefined) return [];
	const stopped = problem === 'Stopped';
	const sign = stopped ? '■' : '✗';
	return wrap(printable(`${sign} ${problem}`), width).map(row =>
		paint.fg(stopped ? 'warning' : 'error', row),
	);
}

function assistantRows(
	item: Extract<TranscriptItem, {kind: 'assistant'}>,
	look: ItemLook,
): readonly string[] {
	const parts = [
		thinkingRows(item.thinking, look),
		item.text.trim() === '' ? [] : markdownRows(item.text, look.width, look),
		problemRows(item.problem, look),
	].filter(rows => rows.length > 0);
	return parts.flatMap((rows, index) => (index === 0 ? rows : ['', ...rows]));
}

function noticeRows(
	item: Extract<TranscriptItem, {kind: 'notice'}>,
	{paint, width}: ItemLook,
): readonly string[] {
	const [sign, role] = noticeSigns[item.level];
	const rows = wrap(expandTabs(printable(item.text)), Math.max(1, width - 2));
	return rows.map((row, index) => paint.fg(role, `${index === 0 ? sign : ' '} ${row}`));
}

function summaryRows(
	item: Extract<TranscriptItem, {kind: 'summary'}>,
	look: ItemLook,
): readonly string[] {
	const {paint, width, expanded} = look;
	const title = paint.bold(
		paint.fg('customMessageLabel', `▣ ${printable(item.title).replaceAll('\n', ' ')}`),
	);
	const hint = expanded ? '' : paint.fg('dim', ' (ctrl+o shows it)');
	return [title + hint, ...(expanded ? markdownRows(item.text, width, look) : [])];
}

function BashRun({
	item,
	look,
}: {
	item: Extract<TranscriptItem, {kind: 'bash'}>;
	look: ItemLook;
}): ReactNode {
	const {command, output, exitCode, cancelled, excludeFromContext} = item.message;
	const {paint} = look;
	const failed = exitCode !== undefined && exitCode !== 0;
	const lines = preview(output, look, {lines: 10, from: 'end'});
	return (
		<Box flexDirection="column">
			<Text wrap="truncate-end">
				{paint.fg('bashMode', excludeFromContext ? '!! ' : '! ')}
				{printable(command)}
				{failed ? paint.fg('error', ` ✗ ${exitCode}`) : ''}
				{cancelled ? paint.fg('warning', ' ■ stopped') : ''}
			</Text>
			{lines.map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a row
				<Text key={index} wrap="truncate-end">{`  ${line}`}</Text>
			))}
		</Box>
	);
}

function rowsOf(item: TranscriptItem, look: ItemLook): readonly string[] {
	switch (item.kind) {
		case 'user':
			return userRows(item, look);
		case 'assistant':
			return assistantRows(item, look);
		case 'tool':
			return laidOut(<ToolCall item={item} look={look} />, look.width);
		case 'bash':
			return laidOut(<BashRun item={item} look={look} />, look.width);
		case 'summary':
			return summaryRows(item, look);
		case 'notice':
			return noticeRows(item, look);
	}
}

/** Rows of an item, none wider than the width. What cannot be shown is an error in its place, not a crash. */
export function renderItem(item: TranscriptItem, look: ItemLook): readonly string[] {
	try {
		return rowsOf(item, look).map(row => cutToWidth(row, look.width));
	} catch (error) {
		const words = error instanceof Error ? error.message : String(error);
		return [look.paint.fg('error', cutToWidth(`✗ cannot be shown: ${words}`, look.width))];
	}
}
