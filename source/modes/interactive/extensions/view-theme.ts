import type {ViewTheme} from '../../../harness/index.ts';
import {indexToRgb, toHex} from '../theme/colour.ts';
import type {Paint} from '../theme/paint.ts';
import {type ThemeToken, themeTokens} from '../theme/tokens.ts';

const isToken = (name: string): name is ThemeToken => themeTokens.some(token => token === name);

const levels: Readonly<Record<string, ThemeToken>> = {
	off: 'thinkingOff',
	minimal: 'thinkingMinimal',
	low: 'thinkingLow',
	medium: 'thinkingMedium',
	high: 'thinkingHigh',
	xhigh: 'thinkingXhigh',
	max: 'thinkingMax',
};

/** What opens a style: all that stands before a text that is styled. */
const opening = (styled: string): string => styled.slice(0, styled.indexOf('x'));

/** The colours of the screen as extensions know them. A token that does not exist leaves the text as it is. */
export function toViewTheme(paint: Paint): ViewTheme {
	const fg = (token: string, text: string) => (isToken(token) ? paint.fg(token, text) : text);
	const bg = (token: string, text: string) => (isToken(token) ? paint.bg(token, text) : text);
	const {theme, depth} = paint;
	return {
		name: theme.name,
		appearance: theme.appearance,
		get colors() {
			return Object.fromEntries(
				themeTokens.map(token => {
					const colour = theme.colors[token];
					if (colour.kind === 'default') return [token, ''];
					return [token, toHex(colour.kind === 'rgb' ? colour.rgb : indexToRgb(colour.index))];
				}),
			);
		},
		fg,
		bg,
		style(text, style) {
			let styled = text;
			if (style.bold) styled = paint.bold(styled);
			if (style.italic) styled = paint.italic(styled);
			if (style.underline) styled = paint.underline(styled);
			if (style.inverse) styled = paint.inverse(styled);
			if (style.strikethrough) styled = paint.strike(styled);
			if (typeof style.fg === 'string') styled = fg(style.fg, styled);
			return typeof style.bg === 'string' ? bg(style.bg, styled) : styled;
		},
		bold: paint.bold,
		italic: paint.italic,
		underline: paint.underline,
		inverse: paint.inverse,
		strikethrough: paint.strike,
		getFgAnsi: token => opening(fg(token, 'x')),
		getBgAnsi: token => opening(bg(token, 'x')),
		getColorMode: () => (depth === 24 ? 'truecolor' : '256color'),
		getThinkingBorderColor: level => text => fg(levels[level] ?? 'border', text),
		getBashModeBorderColor: () => text => fg('bashMode', text),
	};
}
