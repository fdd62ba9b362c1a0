import {isDeepStrictEqual} from 'node:util';
import type {ThemeFile} from '../../../harness/index.ts';
import type {CapabilityStore} from '../terminal/capabilities.ts';
import {loadTheme, shippedNames} from './load-theme.ts';
import {readOwnThemes} from './own-themes.ts';
import {colourDepth, createPaint, type Paint} from './paint.ts';
import type {Theme} from './parse-theme.ts';

export type ThemeSource = {
	/** The same object as long as nothing changes. */
	paint(): Paint;
	/** Takes another theme, by its name in the settings. */
	choose(setting: string): void;
	/** Themes of the person, the project and packages beside ours; returns what is wrong with them. */
	offer(files: readonly ThemeFile[]): readonly string[];
	/** All that can be chosen. */
	names(): readonly string[];
};

export type ThemeSourceOptions = {
	readonly setting: string;
	readonly capabilities: CapabilityStore;
	readonly environment: Readonly<Record<string, string | undefined>>;
	onChange(): void;
};

/** The theme of the screen. It changes when a person chooses, when files are read again, and when the terminal says what its colours are. */
export function createThemeSource(options: ThemeSourceOptions): ThemeSource {
	const {capabilities, environment} = options;
	let {setting} = options;
	let own: ReadonlyMap<string, Theme> = new Map();

	const make = () => {
		const terminal = capabilities.get();
		const depth = colourDepth(environment);
		const isExact = depth > 0 && terminal.trueColour;
		return createPaint(loadTheme({setting, terminal, environment, own}), isExact ? 24 : depth);
	};

	let paint = make();
	const change = () => {
		const next = make();
		const isSame = next.depth === paint.depth && isDeepStrictEqual(next.theme, paint.theme);
		if (isSame) return;
		paint = next;
		options.onChange();
	};
	capabilities.subscribe(change);
	return {
		paint: () => paint,
		choose(next) {
			setting = next;
			change();
		},
		offer(offered) {
			const {themes, problems} = readOwnThemes(offered);
			own = themes;
			change();
			return problems;
		},
		names: () => [...new Set([...shippedNames, ...own.keys()])],
	};
}
