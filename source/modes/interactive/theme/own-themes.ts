import type {ThemeFile} from '../../../harness/index.ts';
import {parseTheme, type Theme} from './parse-theme.ts';

export type OwnThemes = {
	readonly themes: ReadonlyMap<string, Theme>;
	/** What is wrong with the others, a sentence each. */
	readonly problems: readonly string[];
};

/** The themes of files that can be used. */
export function readOwnThemes(files: readonly ThemeFile[]): OwnThemes {
	const themes = new Map<string, Theme>();
	const problems: string[] = [];
	for (const {name, value, path} of files) {
		try {
			themes.set(name, parseTheme(value, path));
		} catch (error) {
			problems.push(error instanceof Error ? error.message : String(error));
		}
	}

	return {themes, problems};
}
