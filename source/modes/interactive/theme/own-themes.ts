import fs from 'node:fs';
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

const lookMs = 500;

/** Reads a theme again whenever its file changes. A file that is being written is left until it is whole. */
export function watchTheme(file: string, onChange: (theme: Theme) => void): () => void {
	const look = () => {
		try {
			onChange(parseTheme(JSON.parse(fs.readFileSync(file, 'utf8')), file));
		} catch {
			// Half written, or not valid yet: the theme that is shown stays.
		}
	};
	fs.watchFile(file, {interval: lookMs, persistent: false}, look);
	return () => fs.unwatchFile(file, look);
}
