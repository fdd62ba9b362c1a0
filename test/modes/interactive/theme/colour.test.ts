import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	contrast,
	indexToRgb,
	parseColour,
	type Rgb,
	readable,
	toHex,
	toIndex16,
	toIndex256,
} from '../../../../source/modes/interactive/theme/colour.ts';

const hexOf = (value: string): string | undefined => {
	const colour = parseColour(value);
	return colour?.kind === 'rgb' ? toHex(colour.rgb) : undefined;
};

const anyRgb: fc.Arbitrary<Rgb> = fc.tuple(
	fc.integer({min: 0, max: 255}),
	fc.integer({min: 0, max: 255}),
	fc.integer({min: 0, max: 255}),
);

describe('a colour of a theme', () => {
	it('is written in hex, in Oklab, as one of the 256 of the terminal, or left to it', () => {
		expect(hexOf('#AbC')).toBe('#aabbcc');
		expect(hexOf('#102030')).toBe('#102030');
		expect(parseColour(208)).toEqual({kind: 'index', index: 208});
		expect(parseColour('0')).toEqual({kind: 'index', index: 0});
		expect(parseColour('')).toEqual({kind: 'default'});
		// Reference values: the primaries of the screen in both notations.
		expect(hexOf('oklch(0.6279553 0.2576833 29.2338851)')).toBe('#ff0000');
		expect(hexOf('oklch(86.644% 73.71% 142.4953deg)')).toBe('#00ff00');
		expect(hexOf('okhsl(29.2338851 1 0.5680846)')).toBe('#ff0000');
		expect(hexOf('okhsl(264.05, 100%, 36.657%)')).toBe('#0000ff');
		expect(hexOf('okhsl(120 0 0.5)')).toBe('#777777');
		expect([hexOf('okhsl(10 50% 0)'), hexOf('okhsl(10 50% 1)')]).toEqual(['#000000', '#ffffff']);
	});

	it('is refused when it is none', () => {
		const wrong = [
			'#12',
			'#12345',
			'256',
			'-1',
			'red',
			'oklch(2 0 0)',
			'oklch(0.5 0.1)',
			'okhsl(a b c)',
		];
		expect(wrong.map(parseColour)).toEqual(wrong.map(() => undefined));
	});

	it('keeps hue and lightness when no screen can show it', () => {
		const shown = parseColour('oklch(0.7 0.4 150)');
		const known = parseColour('oklch(0.7 0.1 150)');
		expect([shown?.kind, known?.kind]).toEqual(['rgb', 'rgb']);
		expect(hexOf('oklch(0.7 0.4 150)')).toBe(hexOf('oklch(0.7 0.3 150)'));
	});

	it('finds the nearest of 256 and of 16', () => {
		expect([toIndex256([255, 0, 0]), toIndex256([8, 8, 8]), toIndex256([95, 135, 175])]).toEqual([
			196, 232, 67,
		]);
		expect([
			toIndex16([179, 38, 30]),
			toIndex16([95, 179, 161]),
			toIndex16([224, 108, 117]),
			toIndex16([200, 200, 205]),
		]).toEqual([1, 6, 9, 7]);
		fc.assert(
			fc.property(fc.integer({min: 16, max: 255}), index => {
				expect(indexToRgb(toIndex256(indexToRgb(index)))).toEqual(indexToRgb(index));
			}),
		);
	});

	it('is moved until it can be read, and left alone when it can be', () => {
		fc.assert(
			fc.property(anyRgb, anyRgb, (colour, ground) => {
				const moved = readable(colour, [ground]);
				expect(contrast(moved, ground)).toBeGreaterThanOrEqual(4.5);
				if (contrast(colour, ground) >= 4.5) expect(moved).toEqual(colour);
			}),
		);
	});
});
