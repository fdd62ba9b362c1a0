import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {contrast, indexToRgb, type Rgb} from '../../../../source/modes/interactive/theme/colour.ts';
import {
	shippedTheme,
	shippedThemes,
} from '../../../../source/modes/interactive/theme/load-theme.ts';
import {
	parseTheme,
	type Theme,
	ThemeError,
} from '../../../../source/modes/interactive/theme/parse-theme.ts';
import {
	groundOf,
	isGround,
	isOrnament,
	type ThemeToken,
	themeTokens,
} from '../../../../source/modes/interactive/theme/tokens.ts';

const whole = Object.fromEntries(themeTokens.map(token => [token, 'ink']));
const vars = {ink: 'deep', deep: '#123456'};

function problemsOf(value: unknown): readonly string[] {
	try {
		parseTheme(value, 'x.json');
	} catch (error) {
		if (error instanceof ThemeError) return error.problems;
	}

	return [];
}

describe('a theme file', () => {
	it('names its colours once and uses them often', () => {
		const theme = parseTheme({name: 'x', vars, colors: {...whole, text: '', accent: 7}}, 'x.json');
		expect(theme.colors.border).toEqual({kind: 'rgb', rgb: [0x12, 0x34, 0x56]});
		expect([theme.colors.text, theme.colors.accent]).toEqual([
			{kind: 'default'},
			{kind: 'index', index: 7},
		]);
		expect([theme.name, theme.appearance]).toEqual(['x', 'dark']);
	});

	it('may leave some tokens to others', () => {
		const {scrollbarTrack, searchMatchBg, thinkingMax, ...rest} = whole;
		const {colors} = parseTheme(
			{name: 'x', vars, colors: {...rest, muted: 1, selectedBg: 2, thinkingXhigh: 3}},
			'x.json',
		);
		expect([colors.scrollbarTrack, colors.searchMatchBg, colors.thinkingMax]).toEqual(
			[1, 2, 3].map(index => ({kind: 'index', index})),
		);
	});

	it('is told all that is wrong with it, token by token', () => {
		const {mdCode, ...rest} = whole;
		expect(
			problemsOf({
				name: 'a/b',
				appearance: 'grey',
				vars: {a: 'b', b: 'a'},
				colors: {...rest, accent: 'nonsense', border: 'a', ink: '#fff', dim: ['x'], text: ''},
				export: {pageBg: 'nope'},
				colours: {},
			}).filter(problem => !problem.endsWith(': ink')),
		).toEqual([
			'colours is not known here',
			'the name "a/b" cannot be chosen: it means something else in the settings',
			'appearance is "dark" or "light"',
			'colors.ink is not known here',
			'colors.accent is neither a colour nor a variable: nonsense',
			'colors.border leads back to itself: a > b > a',
			'colors.dim must be a text or a number',
			'colors.mdCode is missing',
			'export.pageBg is neither a colour nor a variable: nope',
		]);
		expect(problemsOf([])).toEqual(['a theme is an object']);
		expect(problemsOf({name: 'x'})).toContain('"colors" must be an object');
	});
});

const rgbOf = (theme: Theme, token: ThemeToken): Rgb | undefined => {
	const colour = theme.colors[token];
	if (colour.kind === 'default') return undefined;
	return colour.kind === 'rgb' ? colour.rgb : indexToRgb(colour.index);
};

describe('the shipped themes', () => {
	it('are all the files there are, each with every token and the name of its file', () => {
		const folder = path.resolve(import.meta.dirname, '../../../../themes');
		const files = fs.readdirSync(folder).map(name => path.basename(name, '.json'));
		expect([...shippedThemes].sort()).toEqual(files.sort());
		for (const name of shippedThemes) {
			const {colors} = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'));
			expect([name, Object.keys(colors).sort()]).toEqual([name, [...themeTokens].sort()]);
			expect(shippedTheme(name).name).toBe(name);
		}
	});

	it('tell added from removed and good from bad by lightness or a safe hue where eyes differ', () => {
		const theme = shippedTheme('colour-blind-safe');
		const pairs = [
			['toolDiffAdded', 'toolDiffRemoved'],
			['success', 'error'],
		] as const;
		for (const [one, other] of pairs) {
			const [red, green, blue] = rgbOf(theme, one) ?? [0, 0, 0];
			const [otherRed, otherGreen, otherBlue] = rgbOf(theme, other) ?? [0, 0, 0];
			// Blue against yellow is seen by almost everybody, red against green is not.
			expect(Math.abs(blue - otherBlue)).toBeGreaterThan(120);
			expect(red + green + otherRed + otherGreen).toBeGreaterThan(400);
		}
	});

	it.each(shippedThemes)('%s can be read, every text on every ground', name => {
		const theme = shippedTheme(name);
		const page = theme.export.pageBg?.kind === 'rgb' ? theme.export.pageBg.rgb : undefined;
		const usual: Rgb = theme.appearance === 'dark' ? [229, 229, 229] : [26, 26, 26];
		const least = name === 'high-contrast' ? 7 : 4.5;
		const pale = themeTokens.flatMap(token => {
			if (isGround(token) || isOrnament(token) || !page) return [];
			const grounds = [page];
			const own = groundOf[token];
			if (own) grounds.push(rgbOf(theme, own) ?? page);
			if (/^(?:text|accent|muted)$/.test(token)) {
				grounds.push(rgbOf(theme, 'selectedBg') ?? page);
			}

			return grounds
				.map(ground => contrast(rgbOf(theme, token) ?? usual, ground))
				.filter(ratio => ratio < least)
				.map(ratio => `${token} ${ratio.toFixed(2)}`);
		});
		expect(page).toBeDefined();
		expect(pale).toEqual([]);
	});
});
