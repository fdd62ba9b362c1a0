import {
	type Colour,
	contrast,
	fromRgb,
	indexToRgb,
	isDark,
	mix,
	type Rgb,
	readable,
} from './colour.ts';
import type {Theme} from './parse-theme.ts';
import {
	groundOf,
	hasAllTokens,
	isGround,
	isOrnament,
	type ThemeToken,
	themeTokens,
} from './tokens.ts';

/** What the terminal says of its colours; each may be unknown. */
export type TerminalColours = {
	readonly background?: Rgb | undefined;
	readonly foreground?: Rgb | undefined;
	/** The first sixteen. */
	readonly palette?: readonly (Rgb | undefined)[] | undefined;
};

/** The hues of the terminal, by what they are used for. */
const hues: Readonly<Partial<Record<ThemeToken, number>>> = {
	accent: 6,
	borderAccent: 6,
	success: 2,
	error: 1,
	warning: 3,
	mdHeading: 3,
	mdLink: 4,
	mdCode: 6,
	mdListBullet: 6,
	customMessageLabel: 5,
	toolDiffAdded: 2,
	toolDiffRemoved: 1,
	syntaxKeyword: 5,
	syntaxFunction: 4,
	syntaxString: 2,
	syntaxNumber: 3,
	syntaxType: 6,
	thinkingLow: 4,
	thinkingMedium: 6,
	thinkingHigh: 5,
	thinkingXhigh: 3,
	thinkingMax: 1,
	bashMode: 2,
};

/** Tints of a ground: what is mixed into the background, and how much of it. */
const tints: Readonly<Partial<Record<ThemeToken, readonly [number | 'text', number]>>> = {
	selectedBg: ['text', 0.18],
	searchMatchBg: [3, 0.35],
	userMessageBg: ['text', 0.09],
	customMessageBg: [5, 0.12],
	toolPendingBg: ['text', 0.05],
	toolSuccessBg: [2, 0.08],
	toolErrorBg: [1, 0.1],
};

/**
 * A theme made of the terminal's own colours, every text readable. Where the background is not known, only colours
 * that every terminal has are used, and none of them as a ground.
 */
export function systemTheme(terminal: TerminalColours): Theme {
	const {background} = terminal;
	const colors: Partial<Record<ThemeToken, Colour>> = {};
	for (const token of themeTokens) {
		colors[token] = background ? known(token, terminal, background) : guessed(token);
	}

	if (!hasAllTokens(colors)) throw new Error('A token has no colour.');
	return {
		name: 'system',
		appearance: background && !isDark(background) ? 'light' : 'dark',
		colors,
		export: {},
	};
}

function guessed(token: ThemeToken): Colour {
	const index = hues[token];
	if (index !== undefined) return {kind: 'index', index};
	return isOrnament(token) ? {kind: 'index', index: 8} : {kind: 'default'};
}

function known(token: ThemeToken, terminal: TerminalColours, background: Rgb): Colour {
	const text = textOf(terminal, background);
	if (isGround(token)) return fromRgb(groundColour(token, terminal, background));
	if (isOrnament(token) && hues[token] === undefined) return fromRgb(mix(background, text, 0.4));
	const own = groundOf[token];
	const ground = own ? groundColour(own, terminal, background) : background;
	return fromRgb(readable(wishOf(token, terminal, text), [ground]));
}

function wishOf(token: ThemeToken, {palette, background}: TerminalColours, text: Rgb): Rgb {
	const index = hues[token];
	if (index !== undefined) return palette?.[index] ?? indexToRgb(index);
	const isQuiet =
		/^(?:muted|dim|thinking|toolOutput|mdQuote|mdLinkUrl|syntax(?:Comment|Operator|Punctuation))/;
	return isQuiet.test(token) && background ? mix(background, text, 0.62) : text;
}

function textOf({foreground}: TerminalColours, background: Rgb): Rgb {
	const usual: Rgb = isDark(background) ? [229, 229, 229] : [26, 26, 26];
	return foreground && contrast(foreground, background) >= 4.5 ? foreground : usual;
}

function groundColour(token: ThemeToken, terminal: TerminalColours, background: Rgb): Rgb {
	const [hue, share] = tints[token] ?? ['text', 0];
	const tint =
		hue === 'text' ? textOf(terminal, background) : (terminal.palette?.[hue] ?? indexToRgb(hue));
	return mix(background, tint, share);
}
