import {type Colour, indexToRgb, toHex, toIndex16, toIndex256} from './colour.ts';
import type {Theme} from './parse-theme.ts';
import type {ThemeToken} from './tokens.ts';

/** How many bits of colour the terminal shows; 0: none. */
export type ColourDepth = 0 | 4 | 8 | 24;

/** A theme for a terminal: text in, text with colours out. What is opened is closed, and opened again behind others. */
export type Paint = {
	readonly theme: Theme;
	readonly depth: ColourDepth;
	fg(token: ThemeToken, text: string): string;
	bg(token: ThemeToken, text: string): string;
	bold(text: string): string;
	italic(text: string): string;
	underline(text: string): string;
	strike(text: string): string;
	inverse(text: string): string;
	/** For Ink's own `color` props; undefined for the terminal's own. */
	colour(token: ThemeToken): string | undefined;
};

export function createPaint(theme: Theme, depth: ColourDepth): Paint {
	const tables = {fg: new Map<ThemeToken, string>(), bg: new Map<ThemeToken, string>()};
	const code = (token: ThemeToken, layer: Layer) => {
		let known = tables[layer].get(token);
		if (known === undefined) {
			known = toCode(theme.colors[token], depth, layer);
			tables[layer].set(token, known);
		}

		return known;
	};

	return {
		theme,
		depth,
		fg: (token, text) => styled(text, code(token, 'fg'), '39'),
		bg: (token, text) => styled(text, code(token, 'bg'), '49'),
		bold: text => styled(text, '1', '22'),
		italic: text => styled(text, '3', '23'),
		underline: text => styled(text, '4', '24'),
		strike: text => styled(text, '9', '29'),
		inverse: text => styled(text, '7', '27'),
		colour(token) {
			const colour = theme.colors[token];
			if (colour.kind === 'default' || depth === 0) return undefined;
			return toHex(colour.kind === 'rgb' ? colour.rgb : indexToRgb(colour.index));
		},
	};
}

function styled(text: string, on: string, off: string): string {
	if (on === '' || text === '') return text;
	const close = `\u001B[${off}m`;
	const open = `\u001B[${on}m`;
	const inner = text.includes(close) ? text.replaceAll(close, close + open) : text;
	return open + inner + close;
}

type Layer = 'fg' | 'bg';

function toCode(colour: Colour, depth: ColourDepth, layer: Layer): string {
	if (colour.kind === 'default' || depth === 0) return '';
	const base = layer === 'bg' ? 48 : 38;
	if (depth === 4) return toCode16(colour, layer);
	if (colour.kind === 'index') return `${base};5;${colour.index}`;
	if (depth === 24) return `${base};2;${colour.rgb.join(';')}`;
	return `${base};5;${toIndex256(colour.rgb)}`;
}

function toCode16(colour: Exclude<Colour, {kind: 'default'}>, layer: Layer): string {
	const isOwn = colour.kind === 'index' && colour.index < 16;
	const rgb = colour.kind === 'rgb' ? colour.rgb : indexToRgb(colour.index);
	const index = isOwn ? colour.index : toIndex16(rgb);
	// A slight tint would become a block of colour that hides the text on it.
	if (layer === 'bg' && !isOwn) return '';
	return String((index < 8 ? 30 + index : 82 + index) + (layer === 'bg' ? 10 : 0));
}

type Environment = Readonly<Record<string, string | undefined>>;

export function colourDepth({NO_COLOR, COLORTERM, TERM}: Environment): ColourDepth {
	if ((NO_COLOR ?? '') !== '' || TERM === 'dumb') return 0;
	if (/truecolor|24bit/i.test(COLORTERM ?? '')) return 24;
	return /256|kitty|ghostty|alacritty|direct/i.test(TERM ?? '') ? 8 : 4;
}
