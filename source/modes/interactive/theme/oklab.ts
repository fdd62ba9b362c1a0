// Björn Ottosson's Oklab, and the saturation scale that he built on it, where 1 is the most that a screen can show.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

type Lab = readonly [lightness: number, a: number, b: number];

function toLinear([lightness, a, b]: Lab): readonly [number, number, number] {
	const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
	const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
	const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
	return [
		4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
		-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
		-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
	];
}

function toChannel(linear: number): number {
	const value = linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
	return Math.round(Math.min(1, Math.max(0, value)) * 255);
}

function toRgb(lab: Lab): Rgb {
	const [red, green, blue] = toLinear(lab);
	return [toChannel(red), toChannel(green), toChannel(blue)];
}

type Hue = {readonly a: number; readonly b: number};

const toHue = (degrees: number): Hue => {
	const angle = (degrees / 180) * Math.PI;
	return {a: Math.cos(angle), b: Math.sin(angle)};
};

/** The edge of what is shown bends inwards a little at the blues; a finer measure would stop there. */
const slack = 1e-3;

const isShown = (lab: Lab): boolean =>
	toLinear(lab).every(channel => channel >= -slack && channel <= 1 + slack);

/** The most chroma that a screen can show of a hue at a lightness. */
function maxChroma(lightness: number, {a, b}: Hue): number {
	let [low, high] = [0, 0.5];
	for (let step = 0; step < 40; step += 1) {
		const middle = (low + high) / 2;
		if (isShown([lightness, middle * a, middle * b])) low = middle;
		else high = middle;
	}

	return low;
}

/** Colours that no screen can show keep lightness and hue, and lose chroma. */
export function oklchToRgb([lightness, chroma, degrees]: readonly [number, number, number]): Rgb {
	const hue = toHue(degrees);
	const shown = Math.min(chroma, maxChroma(lightness, hue));
	return toRgb([lightness, shown * hue.a, shown * hue.b]);
}

/** Where a hue has the most chroma of all. */
function cuspOf(hue: Hue): {readonly lightness: number; readonly chroma: number} {
	let [low, high] = [0, 1];
	for (let step = 0; step < 60; step += 1) {
		const third = (high - low) / 3;
		if (maxChroma(low + third, hue) < maxChroma(high - third, hue)) low += third;
		else high -= third;
	}

	const lightness = (low + high) / 2;
	return {lightness, chroma: maxChroma(lightness, hue)};
}

/** Saturation and its counterpart for a colour half way to the edge: fitted by the author of the scale. */
function middleOf({a, b}: Hue): {readonly s: number; readonly t: number} {
	const s4 = -4.248_945_61 + 5.387_708_19 * b + 4.698_910_13 * a;
	const s3 = -2.137_049_48 - 10.023_010_43 * b + a * s4;
	const s2 = -2.195_573_47 + 1.751_984_01 * b + a * s3;
	const t4 = 0.002_992_15 - 0.453_995_68 * b - 0.146_618_72 * a;
	const t3 = -0.270_879_43 + 0.612_239_9 * b + a * t4;
	const t2 = 0.403_706_12 + 0.901_481_23 * b + a * t3;
	return {
		s: 0.115_169_93 + 1 / (7.447_789_7 + 4.159_012_4 * b + a * s2),
		t: 0.112_396_42 + 1 / (1.613_203_2 - 0.681_243_79 * b + a * t2),
	};
}

const soft = (one: number, other: number, power: number): number =>
	(1 / (1 / one ** power + 1 / other ** power)) ** (1 / power);

/** Perceived lightness to that of Oklab. */
function unbend(lightness: number): number {
	const [k1, k2] = [0.206, 0.03];
	const k3 = (1 + k1) / (1 + k2);
	return (lightness * lightness + k1 * lightness) / (k3 * (lightness + k2));
}

export function okhslToRgb([degrees, saturation, bent]: readonly [number, number, number]): Rgb {
	if (bent <= 0) return [0, 0, 0];
	if (bent >= 1) return [255, 255, 255];
	const hue = toHue(degrees);
	const lightness = unbend(bent);
	const chroma = chromaOf(saturation, lightness, hue);
	return toRgb([lightness, chroma * hue.a, chroma * hue.b]);
}

function chromaOf(saturation: number, lightness: number, hue: Hue): number {
	const cusp = cuspOf(hue);
	const most = maxChroma(lightness, hue);
	const edge = Math.min(
		(lightness * cusp.chroma) / cusp.lightness,
		((1 - lightness) * cusp.chroma) / (1 - cusp.lightness),
	);
	const middle = middleOf(hue);
	const half = 0.9 * (most / edge) * soft(lightness * middle.s, (1 - lightness) * middle.t, 4);
	const start = soft(lightness * 0.4, (1 - lightness) * 0.8, 2);
	if (saturation < 0.8) {
		const share = saturation / 0.8;
		const slope = 0.8 * start;
		return (share * slope) / (1 - (1 - slope / half) * share);
	}

	const share = (saturation - 0.8) / 0.2;
	const slope = (0.2 * half ** 2 * 1.25 ** 2) / start;
	return half + (share * slope) / (1 - (1 - slope / (most - half)) * share);
}
