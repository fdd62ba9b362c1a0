import colourBlindSafe from '../../../../themes/colour-blind-safe.json' with {type: 'json'};
import dark from '../../../../themes/dark.json' with {type: 'json'};
import forest from '../../../../themes/forest.json' with {type: 'json'};
import highContrast from '../../../../themes/high-contrast.json' with {type: 'json'};
import light from '../../../../themes/light.json' with {type: 'json'};
import paper from '../../../../themes/paper.json' with {type: 'json'};
import solarizedDark from '../../../../themes/solarized-dark.json' with {type: 'json'};
import solarizedLight from '../../../../themes/solarized-light.json' with {type: 'json'};
import {isDark} from './colour.ts';
import {parseTheme, type Theme} from './parse-theme.ts';
import {systemTheme, type TerminalColours} from './system-theme.ts';

const shipped: Readonly<Record<string, unknown>> = {
	dark,
	light,
	'high-contrast': highContrast,
	'colour-blind-safe': colourBlindSafe,
	'solarized-dark': solarizedDark,
	'solarized-light': solarizedLight,
	forest,
	paper,
};

/** Names of the themes that come with bough. */
export const shippedThemes: readonly string[] = Object.keys(shipped);

export const shippedNames: readonly string[] = ['system', ...shippedThemes];

/** What is wrong with a setting, in words for the person who made it. */
export function themeProblem(
	setting: string,
	names: readonly string[] = shippedNames,
): string | undefined {
	const unknown = setting.split('/').find(name => !names.includes(name));
	return unknown === undefined
		? undefined
		: `There is no theme "${unknown}". There are: ${names.join(', ')}.`;
}

/** Whether the terminal is dark: what it says itself, then what its environment says, then dark. */
export function appearanceOf(
	{background}: TerminalColours,
	{COLORFGBG}: Readonly<Record<string, string | undefined>>,
): Theme['appearance'] {
	if (background) return isDark(background) ? 'dark' : 'light';
	const ground = COLORFGBG?.split(';').at(-1) ?? '';
	return ground === '7' || /^(?:9|1[0-5])$/.test(ground) ? 'light' : 'dark';
}

export type ThemeChoice = {
	/** A name, `system`, or a pair `light/dark` of which the terminal decides. */
	readonly setting: string;
	readonly terminal: TerminalColours;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Themes of files, by name. */
	readonly own?: ReadonlyMap<string, Theme>;
};

/** The theme that a setting means on this terminal. An unknown name is the shipped one that fits the terminal. */
export function loadTheme({setting, terminal, environment, own}: ThemeChoice): Theme {
	const appearance = appearanceOf(terminal, environment);
	const [light, dark] = setting.split('/');
	const name = (appearance === 'dark' ? (dark ?? light) : light) ?? '';
	if (name === 'system') return systemTheme(terminal);
	const found = own?.get(name);
	if (found) return found;
	return shippedTheme(Object.hasOwn(shipped, name) ? name : appearance);
}

export const shippedTheme = (name: string): Theme =>
	parseTheme(shipped[name], `themes/${name}.json`);
