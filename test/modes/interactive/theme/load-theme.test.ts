import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {contrast, type Rgb} from '../../../../source/modes/interactive/theme/colour.ts';
import {
	appearanceOf,
	loadTheme,
	themeProblem,
} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {systemTheme} from '../../../../source/modes/interactive/theme/system-theme.ts';
import {
	groundOf,
	isGround,
	isOrnament,
	themeTokens,
} from '../../../../source/modes/interactive/theme/tokens.ts';

const channel = fc.integer({min: 0, max: 255});
const anyRgb: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);

const rgbOf = (theme: ReturnType<typeof systemTheme>, token: (typeof themeTokens)[number]): Rgb => {
	const colour = theme.colors[token];
	if (colour.kind !== 'rgb') throw new Error(`${token} is not exact`);
	return colour.rgb;
};

describe('the theme of the terminal', () => {
	it('can be read whatever the colours of the terminal are', () => {
		fc.assert(
			fc.property(
				anyRgb,
				fc.option(anyRgb, {nil: undefined}),
				fc.array(fc.option(anyRgb, {nil: undefined}), {maxLength: 16}),
				(background, foreground, palette) => {
					const theme = systemTheme({background, foreground, palette});
					for (const token of themeTokens) {
						if (isGround(token) || isOrnament(token)) continue;
						const own = groundOf[token];
						const ground = own ? rgbOf(theme, own) : background;
						expect([token, contrast(rgbOf(theme, token), ground) >= 4.5]).toEqual([token, true]);
					}
				},
			),
		);
	});

	it('takes the hues of the terminal where they can be read', () => {
		const palette: (Rgb | undefined)[] = [];
		palette[6] = [90, 220, 230];
		const {colors} = systemTheme({background: [20, 20, 30], foreground: [220, 220, 210], palette});
		expect([colors.accent, colors.text]).toEqual([
			{kind: 'rgb', rgb: [90, 220, 230]},
			{kind: 'rgb', rgb: [220, 220, 210]},
		]);
	});

	it('uses nothing but what every terminal has when the background is not known', () => {
		const {colors} = systemTheme({});
		expect([colors.text, colors.userMessageBg, colors.error]).toEqual([
			{kind: 'default'},
			{kind: 'default'},
			{kind: 'index', index: 1},
		]);
	});
});

describe('the choice of a theme', () => {
	it('follows the terminal: its answer, then its environment, then dark', () => {
		expect(appearanceOf({background: [250, 250, 250]}, {COLORFGBG: '15;0'})).toBe('light');
		expect(appearanceOf({}, {COLORFGBG: '0;15'})).toBe('light');
		expect(appearanceOf({}, {COLORFGBG: '15;default;0'})).toBe('dark');
		expect(appearanceOf({}, {})).toBe('dark');
	});

	it('is a name, the terminal itself, or a pair for light and dark', () => {
		const name = (setting: string, background?: Rgb) =>
			loadTheme({setting, terminal: {background}, environment: {}}).name;
		expect([
			name('high-contrast'),
			name('system'),
			name('light/dark', [255, 255, 255]),
			name('light/high-contrast', [0, 0, 0]),
			name('no such theme', [255, 255, 255]),
			name('constructor'),
		]).toEqual(['high-contrast', 'system', 'light', 'high-contrast', 'light', 'dark']);
	});

	it('is told to the person who made it when it cannot be had', () => {
		expect(['dark', 'system', 'light/dark'].map(setting => themeProblem(setting))).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(themeProblem('light/darc')).toBe(
			'There is no theme "darc". There are: system, dark, light, high-contrast, colour-blind-safe, solarized-dark, solarized-light, forest, paper.',
		);
	});
});
