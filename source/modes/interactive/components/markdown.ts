import {lexer, type Token, type Tokens} from 'marked';
import {printable} from '../../../lib/foreign-text.ts';
import {expandTabs, textWidth, wrap} from '../../../lib/text-width.ts';
import type {Paint} from '../theme/theme.ts';
import type {Highlighter} from './highlight.ts';
import {decode, inline} from './markdown-inline.ts';
import {tableRows} from './markdown-table.ts';

export type MarkdownLook = {readonly paint: Paint; readonly highlighter: Highlighter};

function codeRows(
	token: Tokens.Code,
	width: number,
	{paint, highlighter}: MarkdownLook,
): readonly string[] {
	const code = token.text
		.split('\n')
		.map(line => expandTabs(line))
		.join('\n');
	const lines = highlighter.highlight(code, token.lang?.split(/\s/)[0] ?? '', paint);
	return lines.flatMap(line => wrap(line, Math.max(1, width - 2))).map(row => `  ${row}`);
}

function listRows(token: Tokens.List, width: number, look: MarkdownLook): readonly string[] {
	const start = typeof token.start === 'number' ? token.start : 1;
	return token.items.flatMap((item, index) => {
		const box = item.task ? (item.checked ? '☑ ' : '☐ ') : '';
		const mark = `${token.ordered ? `${start + index}.` : '•'} ${box}`;
		const indent = textWidth(mark);
		const room = Math.max(1, width - indent);
		const parts = item.tokens.filter(({type}) => type !== 'checkbox');
		const rows = token.loose
			? blockRows(parts, room, look)
			: parts.flatMap(inner => rowsOf(inner, room, look));
		const [first = '', ...rest] = rows.length > 0 ? rows : [''];
		const bullet = look.paint.fg('mdListBullet', mark);
		return [bullet + first, ...rest.map(row => (row === '' ? '' : ' '.repeat(indent) + row))];
	});
}

function quoteRows(token: Tokens.Blockquote, width: number, look: MarkdownLook): readonly string[] {
	const bar = look.paint.fg('mdQuoteBorder', '│ ');
	return blockRows(token.tokens, Math.max(1, width - 2), look).map(
		row => bar + look.paint.fg('mdQuote', row),
	);
}

function rowsOf(token: Token, width: number, look: MarkdownLook): readonly string[] {
	const {paint} = look;
	switch (token.type) {
		case 'heading':
			return wrap(
				paint.bold(
					paint.fg('mdHeading', `${'#'.repeat(token.depth)} ${inline(token.tokens, paint)}`),
				),
				width,
			);
		case 'code':
			return codeRows(token as Tokens.Code, width, look);
		case 'list':
			return listRows(token as Tokens.List, width, look);
		case 'table':
			return tableRows(token as Tokens.Table, width, paint);
		case 'blockquote':
			return quoteRows(token as Tokens.Blockquote, width, look);
		case 'hr':
			return [paint.fg('mdHr', '─'.repeat(Math.max(1, width)))];
		case 'space':
		case 'def':
			return [];
		case 'html':
			return wrap(token.raw.trimEnd(), width);
		case 'paragraph':
		case 'text':
			return wrap(
				expandTabs(
					'tokens' in token && token.tokens ? inline(token.tokens, paint) : decode(token.text),
				),
				width,
			);
		default:
			return wrap(token.raw.trimEnd(), width);
	}
}

/** Rows of blocks with an empty row between them. */
function blockRows(tokens: readonly Token[], width: number, look: MarkdownLook): readonly string[] {
	const rows: string[] = [];
	for (const token of tokens) {
		const own = rowsOf(token, width, look);
		if (own.length === 0) continue;
		if (rows.length > 0) rows.push('');
		rows.push(...own);
	}

	return rows;
}

/** Markdown to rows of at most `width` cells. What it holds was written by others: nothing of it drives the terminal. */
export function markdownRows(source: string, width: number, look: MarkdownLook): readonly string[] {
	return blockRows(lexer(printable(source)), Math.max(1, width), look);
}

/** Blocks after blocks, with an empty row between them. */
const joined = (before: readonly string[], after: readonly string[]): readonly string[] =>
	before.length > 0 && after.length > 0 ? [...before, '', ...after] : [...before, ...after];

export type MarkdownStream = {
	/** Takes in more of the text. */
	append(delta: string): void;
	/** Rows of all so far; those of finished blocks are the same strings each time. */
	rows(): readonly string[];
};

/**
 * Markdown that is still being written. Only the last block can change, so only it is read again: a delta costs the
 * same however long the text is.
 */
export function createMarkdownStream(width: number, look: MarkdownLook): MarkdownStream {
	let done: readonly string[] = [];
	/** Whole lines of blocks that are not finished, made printable. */
	let tail = '';
	/** The line under way as it came: half a character is nothing to judge yet. */
	let line = '';
	let stale = false;
	let rows: readonly string[] = [];

	function settle(): void {
		const end = line.lastIndexOf('\n') + 1;
		tail += printable(line.slice(0, end));
		line = line.slice(end);
		// Only whole lines decide what is finished: a list goes on if the next line turns out to be an item.
		const tokens = end > 0 ? lexer(tail) : [];
		const last = tokens.findLastIndex(({type}) => type !== 'space');
		const finished = tokens.slice(0, Math.max(0, last));
		// A link definition may change what stands before it.
		if (finished.length > 0 && !/^ *\[[^\]]+\]:/m.test(tail)) {
			const own = blockRows(finished, Math.max(1, width), look);
			done = joined(done, own);
			tail = tail.slice(finished.reduce((sum, {raw}) => sum + raw.length, 0));
		}

		const open = markdownRows(tail + line, width, look);
		rows = joined(done, open);
	}

	return {
		append(delta) {
			line += delta;
			stale = true;
		},
		rows() {
			if (stale) settle();
			stale = false;
			return rows;
		},
	};
}
