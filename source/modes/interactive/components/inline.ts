import type {Token} from 'marked';
import {printable} from '../../../lib/foreign-text.ts';
import type {Paint} from '../theme/paint.ts';

/** Only links that a person may follow safely; everything else is shown as text. */
const isSafe = (url: string): boolean =>
	/^(?:https?|mailto|file):/i.test(url) && !/[\0-\u0020\u007F-\u009F]/.test(url);

/** A link of the terminal. The id holds its parts together when it is broken over rows. */
export function hyperlink(url: string, text: string): string {
	if (!isSafe(url)) return text;
	let hash = 5381;
	for (let at = 0; at < url.length; at += 1) hash = (hash * 33 + url.charCodeAt(at)) >>> 0;
	// Terminals take only plain characters in an address.
	const address = url.replace(/[^\0-\u007F]+/gu, encodeURIComponent);
	return `\u001B]8;id=${hash.toString(36)};${address}\u001B\\${text}\u001B]8;;\u001B\\`;
}

const named: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00A0',
	copy: '©',
	reg: '®',
	trade: '™',
	hellip: '…',
	mdash: '—',
	ndash: '–',
	laquo: '«',
	raquo: '»',
	larr: '←',
	rarr: '→',
	uarr: '↑',
	darr: '↓',
	times: '×',
	middot: '·',
	bull: '•',
	deg: '°',
	plusmn: '±',
	le: '≤',
	ge: '≥',
	ne: '≠',
};

/** Text with its entities decoded. An entity may stand for a control character, so the result is cleaned. */
function decode(text: string): string {
	const decoded = text.includes('&')
		? text.replace(/&([a-z]{2,6});/g, (found, name: string) => named[name] ?? found)
		: text;
	return printable(decoded);
}

/** Inline parts of a block as one styled text. */
export function inline(tokens: readonly Token[] | undefined, paint: Paint): string {
	let text = '';
	for (const token of tokens ?? []) text += one(token, paint);
	return text;
}

const innerOf = (token: Token): readonly Token[] | undefined =>
	'tokens' in token ? token.tokens : undefined;

function one(token: Token, paint: Paint): string {
	switch (token.type) {
		case 'text':
			return innerOf(token) ? inline(innerOf(token), paint) : decode(token.text);
		case 'escape':
			return printable(token.text);
		case 'strong':
			return paint.bold(inline(innerOf(token), paint));
		case 'em':
			return paint.italic(inline(innerOf(token), paint));
		case 'del':
			return paint.strike(inline(innerOf(token), paint));
		case 'codespan':
			return paint.fg('mdCode', printable(token.text));
		case 'br':
			return '\n';
		case 'html':
			return /^<br\s*\/?>$/i.test(token.raw) ? '\n' : printable(token.raw);
		case 'link':
		case 'image':
			return link(token, paint);
		// The list shows it.
		case 'checkbox':
			return '';
		default:
			return printable(token.raw);
	}
}

function link(token: Token & {readonly href?: string}, paint: Paint): string {
	const href = printable(token.href ?? '');
	const label = inline(innerOf(token), paint) || (token.type === 'image' ? 'image' : href);
	const shown = token.type === 'image' ? `[${label}]` : paint.underline(label);
	const text = hyperlink(href, paint.fg('mdLink', shown));
	const says = 'text' in token ? String(token.text) : '';
	const isPlain = says === href || `mailto:${says}` === href || token.type === 'image';
	return isPlain ? text : text + paint.fg('mdLinkUrl', ` (${href})`);
}
