import {okhslToRgb, oklchToRgb, type Rgb} from './oklab.ts';

export type {Rgb} from './oklab.ts';

/** A colour of a theme: exact, one of the 256 of the terminal, or whatever the terminal has. */
export type Colour =
	| {readonly kind: 'rgb'; readonly rgb: Rgb}
	| {readonly kind: 'index'; readonly index: number}
	| {readonly kind: 'default'};

export const fromRgb = (rgb: Rgb): Colour => ({kind: 'rgb', rgb});

const hex = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;
const lab = /^(oklch|okhsl)\(\s*([^\s,()]+)[\s,]+([^\s,()]+)[\s,]+([^\s,()]+)\s*\)$/i;

/** A colour as theme files write it: `#abc`, `#aabbcc`, `oklch(…)`, `okhsl(…)`, 0 to 255, or empty. */
export function parseColour(value: string | number): Colour | undefined {
	const text = String(value).trim();
	if (text === '') return {kind: 'default'};
	if (hex.test(text)) return fromRgb(hexToRgb(text));
	if (/^\d{1,3}$/.test(text) && Number(text) <= 255) return {kind: 'index', index: Number(text)};
	const [, name = '', ...parts] = lab.exec(text) ?? [];
	if (name === '') return undefined;
	return name.toLowerCase() === 'oklch' ? parseOklch(parts) : parseOkhsl(parts);
}

const amount = /^(-?(?:\d+\.?\d*|\.\d+))(%|deg)?$/i;

/** A number; a percentage is a share of `whole`. */
function toNumber(text = '', whole = 1): number {
	const [, number, unit] = amount.exec(text) ?? [];
	if (number === undefined) return Number.NaN;
	return unit === '%' ? (Number(number) / 100) * whole : Number(number);
}

const isUnit = (value: number): boolean => value >= 0 && value <= 1;

function parseOklch([l, c, h]: readonly string[]): Colour | undefined {
	const lightness = toNumber(l);
	const chroma = toNumber(c, 0.4);
	const hue = toNumber(h);
	if (!isUnit(lightness) || !(chroma >= 0) || Number.isNaN(hue)) return undefined;
	return fromRgb(oklchToRgb([lightness, chroma, hue]));
}

function parseOkhsl([h, s, l]: readonly string[]): Colour | undefined {
	const hue = toNumber(h);
	const saturation = toNumber(s);
	const lightness = toNumber(l);
	if (Number.isNaN(hue) || !isUnit(saturation) || !isUnit(lightness)) return undefined;
	return fromRgb(okhslToRgb([hue, saturation, lightness]));
}

function hexToRgb(text: string): Rgb {
	const digits = text.slice(1);
	const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
	const number = Number.parseInt(full, 16);
	return [number >> 16, (number >> 8) & 255, number & 255];
}

export const toHex = (rgb: Rgb): string =>
	`#${rgb.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;

/** The sixteen as most terminals have them. */
const sixteen: readonly Rgb[] = [
	'#000000',
	'#cd0000',
	'#00cd00',
	'#cdcd00',
	'#1e6fee',
	'#cd00cd',
	'#00cdcd',
	'#e5e5e5',
	'#7f7f7f',
	'#ff5f5f',
	'#5fff5f',
	'#ffff5f',
	'#5c8cff',
	'#ff5fff',
	'#5fffff',
	'#ffffff',
].map(hexToRgb);

const steps = [0, 95, 135, 175, 215, 255];

/** What an index of the 256 looks like. */
export function indexToRgb(index: number): Rgb {
	const known = sixteen[index];
	if (known) return known;
	if (index >= 232) {
		const grey = 8 + (index - 232) * 10;
		return [grey, grey, grey];
	}

	const at = index - 16;
	const channel = (place: number) => steps[Math.floor(at / place) % 6] ?? 0;
	return [channel(36), channel(6), channel(1)];
}

/** Closeness as the eye weighs it. */
function distance([r, g, b]: Rgb, [r2, g2, b2]: Rgb): number {
	return 3 * (r - r2) ** 2 + 6 * (g - g2) ** 2 + (b - b2) ** 2;
}

function nearest(rgb: Rgb, from: number, to: number): number {
	let best = from;
	for (let index = from + 1; index < to; index += 1) {
		if (distance(rgb, indexToRgb(index)) < distance(rgb, indexToRgb(best))) best = index;
	}

	return best;
}

export const toIndex256 = (rgb: Rgb): number => nearest(rgb, 16, 256);

/** The nearest of the sixteen; a colour stays a colour, and is not taken for the grey it is as bright as. */
export function toIndex16(rgb: Rgb): number {
	const spread = Math.max(...rgb) - Math.min(...rgb);
	if (spread < 24) return nearest(rgb, 0, 16);
	const [low, high] = [Math.min(...rgb), Math.max(...rgb)];
	const full = rgb.map(channel => Math.round(((channel - low) / (high - low)) * 205));
	const index = nearest([full[0] ?? 0, full[1] ?? 0, full[2] ?? 0], 1, 7);
	return high > 215 ? index + 8 : index;
}

function luminance(rgb: Rgb): number {
	const [red = 0, green = 0, blue = 0] = rgb.map(channel => {
		const share = channel / 255;
		return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of text and ground as the accessibility guidelines count it: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
	const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (high + 0.05) / (low + 0.05);
}

export const isDark = (rgb: Rgb): boolean => luminance(rgb) < 0.18;

/** `share` of the second colour in the first. */
export const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
	const channel = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share);
	return [channel(0), channel(1), channel(2)];
};

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The colour, moved towards white or black as far as it takes to be read on all grounds. */
export function readable(rgb: Rgb, grounds: readonly Rgb[], ratio = 4.5): Rgb {
	const [first = black] = grounds;
	const towards = isDark(first) ? white : black;
	for (let share = 0; share < 1; share += 0.05) {
		const mixed = mix(rgb, towards, share);
		if (grounds.every(ground => contrast(mixed, ground) >= ratio)) return mixed;
	}

	return towards;
}
