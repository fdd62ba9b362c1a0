import type {Token} from 'marked';
import type {Paint} from '../theme/paint.ts';

const link = (url: string, text: string): string =>
	`\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\`;

/** Only links that a person may follow safely; everything else is shown as text. */
const isLink = (url: string): boolean =>
	/^(https?|mailto|file):/i.test(url) && !/[\u0000-\u001f\u007f]/.test(url);

const entities: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
};
export const decode = (text: string): string =>
	text.replace(/&(?:amp|lt|gt|quot|#39);/g, found => entities[found] ?? found);

/** Inline parts of a paragraph as one styled text. */
export function inline(tokens: readonly Token[] | undefined, paint: Paint): string {
	return (tokens ?? []).map(token => inlineOne(token, paint)).join('');
}

function inlineOne(token: Token, paint: Paint): string {
	const inner = () => inline('tokens' in token ? token.tokens : undefined, paint);
	switch (token.type) {
		case 'strong':
			return paint.bold(inner());
		case 'em':
			return paint.italic(inner());
		case 'del':
			return paint.strike(inner());
		case 'codespan':
			return paint.fg('mdCode', decode(token.text));
		case 'br':
			return '\n';
		case 'link': {
			const text = paint.fg('mdLink', paint.underline(inner()));
			if (!isLink(token.href)) return text;
			const same = token.text === token.href;
			return link(token.href, text) + (same ? '' : paint.fg('mdLinkUrl', ` (${token.href})`));
		}

		case 'image':
			return paint.fg('mdLink', `[${token.text || 'image'}]`);
		case 'text':
		case 'escape':
			return 'tokens' in token && token.tokens ? inner() : decode(token.text);
		default:
			return token.raw;
	}
}
