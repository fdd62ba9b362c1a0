/** Colours by role. A colour is a hex value, a number of the 256-colour table, or '' for the terminal's own. */
export type Theme = {
	readonly name: string;
	readonly appearance: 'dark' | 'light';
	readonly colors: Readonly<Record<string, string>>;
};

export type ColourDepth = 0 | 4 | 8 | 24;

/** What a theme file must name; some roles may be left to others. */
const fallbacks: Readonly<Record<string, string>> = {
	scrollbarTrack: 'muted',
	scrollbarThumb: 'text',
	searchMatchBg: 'selectedBg',
	searchMatchText: 'text',
	thinkingMax: 'thinkingXhigh',
};

export class ThemeError extends Error {
	override readonly name = 'ThemeError';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isColour = (value: string): boolean =>
	value === '' ||
	/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ||
	(/^\d{1,3}$/.test(value) && Number(value) < 256);

function resolve(
	value: unknown,
	vars: Readonly<Record<string, unknown>>,
	seen: readonly string[] = [],
): string | undefined {
	const colour = typeof value === 'number' ? String(value) : value;
	if (typeof colour !== 'string') return undefined;
	if (isColour(colour)) return colour;
	if (seen.includes(colour) || !Object.hasOwn(vars, colour)) return undefined;
	return resolve(vars[colour], vars, [...seen, colour]);
}

/** Checks a theme file; the message names the role that is wrong. */
export function parseTheme(value: unknown, file: string): Theme {
	if (!isRecord(value) || typeof value.name !== 'string' || !isRecord(value.colors)) {
		throw new ThemeError(`${file}: a theme needs a "name" and "colors"`);
	}

	const vars = isRecord(value.vars) ? value.vars : {};
	const colors: Record<string, string> = {};
	for (const [role, given] of Object.entries(value.colors)) {
		const colour = resolve(given, vars);
		if (colour === undefined)
			throw new ThemeError(`${file}: colors.${role} is no colour: ${JSON.stringify(given)}`);
		colors[role] = colour;
	}

	for (const [role, other] of Object.entries(fallbacks)) colors[role] ??= colors[other] ?? '';
	return {name: value.name, appearance: value.appearance === 'light' ? 'light' : 'dark', colors};
}

const channels = (hex: string): readonly [number, number, number] => {
	const full =
		hex.length === 4 ? [...hex.slice(1)].map(digit => digit + digit).join('') : hex.slice(1);
	const number = Number.parseInt(full, 16);
	return [number >> 16, (number >> 8) & 255, number & 255];
};

const cube = (channel: number): number =>
	channel < 48 ? 0 : channel < 115 ? 1 : Math.floor((channel - 35) / 40);

function to256([red, green, blue]: readonly [number, number, number]): number {
	const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
	if (spread < 12 && red > 8 && red < 238) return 232 + Math.round((red - 8) / 10);
	return 16 + 36 * cube(red) + 6 * cube(green) + cube(blue);
}

function to16([red, green, blue]: readonly [number, number, number]): number {
	const bright = Math.max(red, green, blue) > 170 ? 60 : 0;
	const half = Math.max(64, Math.max(red, green, blue) * 0.6);
	return 30 + bright + (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0);
}

function sgr(colour: string, depth: ColourDepth, isBackground: boolean): string {
	if (colour === '' || depth === 0) return '';
	const base = isBackground ? 48 : 38;
	if (/^\d+$/.test(colour)) return depth === 4 ? '' : `${base};5;${colour}`;
	const parts = channels(colour);
	if (depth === 24) return `${base};2;${parts.join(';')}`;
	if (depth === 8) return `${base};5;${to256(parts)}`;
	return String(to16(parts) + (isBackground ? 10 : 0));
}

/** A theme for a terminal: text in, text with colours out. Each call closes what it opens. */
export type Paint = {
	readonly theme: Theme;
	/** Changes when rows made before are stale. */
	readonly version: string;
	fg(role: string, text: string): string;
	bg(role: string, text: string): string;
	bold(text: string): string;
	italic(text: string): string;
	underline(text: string): string;
	strike(text: string): string;
	inverse(text: string): string;
	/** For Ink's own `color` props; undefined for the terminal's own. */
	colour(role: string): string | undefined;
};

export function createPaint(theme: Theme, depth: ColourDepth): Paint {
	const open = new Map<string, string>();
	const code = (role: string, isBackground: boolean) => {
		const key = `${isBackground ? 'b' : 'f'}${role}`;
		let known = open.get(key);
		if (known === undefined) {
			known = sgr(theme.colors[role] ?? '', depth, isBackground);
			open.set(key, known);
		}

		return known;
	};
	const wrapWith = (on: string, off: string, text: string) =>
		on === '' || text === '' ? text : `\u001B[${on}m${text}\u001B[${off}m`;
	return {
		theme,
		version: `${theme.name}/${depth}`,
		fg: (role, text) => wrapWith(code(role, false), '39', text),
		bg: (role, text) => wrapWith(code(role, true), '49', text),
		bold: text => wrapWith('1', '22', text),
		italic: text => wrapWith('3', '23', text),
		underline: text => wrapWith('4', '24', text),
		strike: text => wrapWith('9', '29', text),
		inverse: text => wrapWith('7', '27', text),
		colour: role => {
			const colour = theme.colors[role] ?? '';
			return colour === '' || depth === 0
				? undefined
				: colour.startsWith('#')
					? colour
					: `ansi256(${colour})`;
		},
	};
}

type Environment = Readonly<Record<string, string | undefined>>;

export function colourDepth({NO_COLOR, COLORTERM, TERM}: Environment): ColourDepth {
	if (NO_COLOR || TERM === 'dumb') return 0;
	if (/truecolor|24bit/i.test(COLORTERM ?? '')) return 24;
	return /256|kitty|ghostty|alacritty|direct/i.test(TERM ?? '') ? 8 : 4;
}
