import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, expandTabs, fitToWidth} from '../../../lib/text-width.ts';
import {markdownRows} from '../components/markdown.ts';
import {framed, ornament, wrapMarked} from '../components/row-marks.ts';
import type {ItemOf, TranscriptItem} from '../store/state.ts';
import {oneLine} from '../tool-views/tool-view.ts';
import {assistantRows} from './assistant-message.ts';
import {bashRows} from './bash-run.tsx';
import type {ItemLook} from './item-look.ts';
import {toolCallRows} from './tool-call.tsx';

const flowing = (text: string, width: number): readonly string[] =>
	wrapMarked(expandTabs(printable(text)), Math.max(1, width));

function userRows(item: ItemOf<'user'>, {paint, width}: ItemLook): readonly string[] {
	const count = item.images === 1 ? '1 image' : `${item.images} images`;
	const text = item.images > 0 ? `${item.text.trim()}\n[${count}]` : item.text;
	const pad = width > 20 ? ' ' : '';
	const onGround = (row: string) => paint.bg('userMessageBg', fitToWidth(row, width));
	const edge = ornament(onGround(''));
	const rows = flowing(text.trim(), width - pad.length * 2).map(row =>
		onGround(framed(pad, paint.fg('userMessageText', row))),
	);
	return [edge, ...rows, edge];
}

const noticeSigns = {
	info: ['ℹ', 'muted'],
	warning: ['⚠', 'warning'],
	error: ['✗', 'error'],
} as const;

function noticeRows(item: ItemOf<'notice'>, {paint, width}: ItemLook): readonly string[] {
	const [sign, token] = noticeSigns[item.level];
	return flowing(item.text, width - 2).map((row, index) =>
		framed(paint.fg(token, `${index === 0 ? sign : ' '} `), paint.fg(token, row)),
	);
}

function summaryRows(item: ItemOf<'summary'>, look: ItemLook): readonly string[] {
	const {paint, width, expanded, expandKey} = look;
	const title = paint.bold(paint.fg('customMessageLabel', `▣ ${oneLine(item.title)}`));
	const hint = expanded || expandKey === '' ? '' : paint.fg('dim', ` (${expandKey} shows it)`);
	return [title + hint, ...(expanded ? markdownRows(item.text, width, look) : [])];
}

function rowsOf(item: TranscriptItem, look: ItemLook): readonly string[] {
	switch (item.kind) {
		case 'user':
			return userRows(item, look);
		case 'assistant':
			return assistantRows(item, look);
		case 'tool':
			return toolCallRows(item, look);
		case 'bash':
			return bashRows(item, look);
		case 'summary':
			return summaryRows(item, look);
		case 'notice':
			return noticeRows(item, look);
	}
}

/** Rows of an item, none wider than the width. What cannot be shown is an error in its place, not a crash. */
export function renderItem(item: TranscriptItem, look: ItemLook): readonly string[] {
	const width = Math.max(1, look.width);
	try {
		return rowsOf(item, {...look, width}).map(row => cutToWidth(row, width));
	} catch (error) {
		const words = error instanceof Error ? error.message : String(error);
		return [look.paint.fg('error', cutToWidth(`✗ cannot be shown: ${oneLine(words)}`, width))];
	}
}
