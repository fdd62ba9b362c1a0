import {isDeepStrictEqual} from 'node:util';
import type {CapabilityStore} from '../terminal/capabilities.ts';
import {loadTheme, type OwnTheme} from './load-theme.ts';
import {colourDepth, createPaint, type Paint} from './paint.ts';

export type ThemeSource = {
	/** The same object as long as nothing changes. */
	paint(): Paint;
	/** Takes another theme, by its name in the settings. */
	choose(setting: string): void;
	/** Themes of files, as they are now. */
	offer(own: readonly OwnTheme[]): void;
};

/** The theme of the screen. It changes when a person chooses, and when the terminal says what its colours are. */
export function createThemeSource(options: {
	readonly setting: string;
	readonly capabilities: CapabilityStore;
	readonly environment: Readonly<Record<string, string | undefined>>;
	onChange(): void;
}): ThemeSource {
	const {capabilities, environment} = options;
	let {setting} = options;
	let own: readonly OwnTheme[] = [];

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
		offer(next) {
			own = next;
			change();
		},
	};
}
