import {Marked, type Tokens} from 'marked';
import {escapeHtml, type Html} from './html-text.ts';

/** Only these leave the page; anything else stays text. */
const isSafeLink = (href: string): boolean => /^(https?:\/\/|mailto:)/i.test(href);

const link = (href: string, inner: string): string =>
	isSafeLink(href)
		? `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${inner}</a>`
		: `${inner} (${escapeHtml(href)})`;

const renderer = {
	html: ({text}: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
	link(this: {parser: {parseInline(tokens: Tokens.Link['tokens']): string}}, token: Tokens.Link) {
		return link(token.href, this.parser.parseInline(token.tokens));
	},
	image: ({href, text}: Tokens.Image) => link(href, escapeHtml(text === '' ? href : text)),
	code: ({text, lang}: Tokens.Code) =>
		`<pre><code${lang ? ` data-language="${escapeHtml(lang)}"` : ''}>${escapeHtml(text)}</code></pre>\n`,
	codespan: ({text}: Tokens.Codespan) => `<code>${escapeHtml(text)}</code>`,
	checkbox: ({checked}: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
};

/** Markdown as a page may show it: no markup of the author's, no link that does something. */
export function createMarkdown(): (text: string) => Html {
	const marked = new Marked({gfm: true, renderer});
	return text => ({html: marked.parse(text.toWellFormed(), {async: false})});
}
