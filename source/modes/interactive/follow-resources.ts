import type {Harness, NoticeLevel} from '../../harness/index.ts';
import {themeProblem} from './theme/load-theme.ts';
import type {ThemeSource} from './theme/theme-source.ts';

/** Keeps what the screen takes from files as the files are. Answers with the way to end it. */
export function followResources(options: {
	readonly harness: Harness;
	readonly themes: ThemeSource;
	/** The theme that is wanted now. */
	setting(): string;
	notice(text: string, level: NoticeLevel): void;
}): () => void {
	const {harness, themes, setting, notice} = options;
	let told = '';
	let chosen = setting();
	const show = () => {
		const faults = themes.offer(harness.resources().themes);
		// What was chosen for this run alone stays until the setting itself changes.
		if (setting() !== chosen) themes.choose(setting());
		chosen = setting();
		const problem = [...faults, themeProblem(chosen, themes.names()) ?? []].flat().join('\n');
		if (problem !== '' && problem !== told) notice(problem, 'warning');
		told = problem;
	};
	show();
	const undo = [harness.onRead(show), harness.followFiles()];
	return () => {
		for (const each of undo) each();
	};
}
