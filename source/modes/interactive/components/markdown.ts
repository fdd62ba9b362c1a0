import {Lexer, type Token, type Tokens, type TokensList} from 'marked';
import {printable} from '../../../lib/foreign-text.ts';
import {cutToWidth, expandTabs, textWidth} from '../../../lib/text-width.ts';
import {type CodeLook, codeRows, fenceRows} from './code.ts';
import {inline} from './inline.ts';
import {framed, wrapMarked} from './row-marks.ts';
import {tableRows} from './table.ts';

export type MarkdownLook = CodeLook & {
	/** Rows of finished list items, by what they are made of: kept while a list is still being written. */
	readonly memo?: Map<string, readonly string[]>;
};

/** So deep that nobody reads it and the lexer runs out of stack. */
const tooDeep =
	/^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){40}|^[ \t]{120,}(?:[*+-]|\d{1,9}[.)])[ \t]/m;

/** Definitions of links: a part of a text may use those of another part. */
export type Links = TokensList['links'];

/**
 * The blocks of a text that is printable already. What cannot be read as markdown is one block of plain text.
 * Definitions found are added to `links`.
 */
export function toBlocks(source: string, links: Links = {}): readonly Token[] {
	const plain = {type: 'plain', raw: source};
	if (tooDeep.test(source)) return [plain];
	try {
		const lexer = new Lexer();
		Object.assign(lexer.tokens.links, links);
		const blocks = lexer.lex(source);
		Object.assign(links, blocks.links);
		return blocks;
	} catch {
		// Nested beyond all reason; the text itself is still shown.
		return [plain];
	}
}

/** Room that is left to text beside its marks, where it can be helped. */
const leastRoom = 8;

type Marks = {readonly first: string; readonly rest: string; readonly width: number};

/** Rows beside a mark; where there is no room for that, below it. */
function beside(
	{first, rest, width}: Marks,
	look: MarkdownLook,
	rowsIn: (room: number) => readonly string[],
): readonly string[] {
	const taken = textWidth(first);
	const room = width - taken;
	if (room < Math.min(leastRoom, Math.ceil(width / 2))) {
		const mark = cutToWidth(first.trimEnd(), width);
		return [look.paint.fg('mdListBullet', mark), ...rowsIn(width)];
	}

	const rows = rowsIn(room);
	return (rows.length > 0 ? rows : ['']).map((row, index) =>
		index === 0 ? first + row : framed(rest, row),
	);
}

function listRows(token: Tokens.List, width: number, look: MarkdownLook): readonly string[] {
	const start = typeof token.start === 'number' ? token.start : 1;
	return token.items.flatMap((item, index) => {
		const box = item.task ? `${item.checked ? '☑' : '☐'} ` : '';
		const mark = `${token.ordered ? `${start + index}.` : '•'} ${box}`;
		const rows = () => itemRows(item, {mark, width}, look);
		// The last one may still grow.
		const isLast = index === token.items.length - 1;
		const own = isLast
			? rows()
			: remembered(`${width} ${token.loose} ${mark}${item.raw}`, rows, look);
		return token.loose && index > 0 ? ['', ...own] : own;
	});
}

function remembered(
	key: string,
	make: () => readonly string[],
	{memo}: MarkdownLook,
): readonly string[] {
	const known = memo?.get(key);
	if (known) return known;
	const rows = make();
	memo?.set(key, rows);
	return rows;
}

function itemRows(
	item: Tokens.ListItem,
	{mark, width}: {readonly mark: string; readonly width: number},
	look: MarkdownLook,
): readonly string[] {
	const first = look.paint.fg('mdListBullet', mark);
	return beside({first, rest: ' '.repeat(textWidth(mark)), width}, look, room =>
		blockRows(item.tokens, room, {...look, isTight: !item.loose}),
	);
}

function quoteRows(token: Tokens.Blockquote, width: number, look: MarkdownLook): readonly string[] {
	const {paint} = look;
	const room = width - 2 < Math.min(leastRoom, Math.ceil(width / 2)) ? width : width - 2;
	const bar = room < width ? paint.fg('mdQuoteBorder', '│ ') : '';
	return blockRows(token.tokens, room, look).map(row => framed(bar, paint.fg('mdQuote', row)));
}

const flowing = (text: string, width: number): readonly string[] =>
	wrapMarked(expandTabs(text.trimEnd()), width);

function rowsOf(token: Token, width: number, look: MarkdownLook): readonly string[] {
	const {paint} = look;
	switch (token.type) {
		case 'heading': {
			const text = `${'#'.repeat(token.depth)} ${inline(token.tokens, paint)}`;
			return flowing(paint.bold(paint.fg('mdHeading', text)), width);
		}

		case 'code':
			return token.codeBlockStyle === 'indented'
				? codeRows(token.text, '', {look, width})
				: fenceRows(token.text, token.lang ?? '', {look, width});
		case 'list':
			return listRows(token as Tokens.List, width, look);
		case 'table':
			return tableRows(token as Tokens.Table, width, paint);
		case 'blockquote':
			return quoteRows(token as Tokens.Blockquote, width, look);
		case 'hr':
			return [paint.fg('mdHr', '─'.repeat(width))];
		case 'space':
		case 'def':
		case 'checkbox':
			return [];
		case 'paragraph':
		case 'text':
			return flowing(inline('tokens' in token ? token.tokens : [token], paint), width);
		default:
			return flowing(printable(token.raw), width);
	}
}

/** Rows of blocks, with an empty row between them unless they are the parts of a tight list. */
export function blockRows(
	tokens: readonly Token[],
	width: number,
	look: MarkdownLook & {readonly isTight?: boolean},
): readonly string[] {
	const {isTight = false, ...inner} = look;
	const rows: string[] = [];
	for (const token of tokens) {
		const own = rowsOf(token, width, inner);
		if (own.length === 0) continue;
		if (rows.length > 0 && !isTight) rows.push('');
		for (const row of own) rows.push(row);
	}

	return rows;
}

/** Markdown to rows of at most `width` cells. What it holds was written by others: nothing of it drives the terminal. */
export function markdownRows(source: string, width: number, look: MarkdownLook): readonly string[] {
	return blockRows(toBlocks(printable(source)), Math.max(1, width), look);
}
