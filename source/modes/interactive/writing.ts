import {type Harness, projectFiles, type SettingsStore} from '../../harness/index.ts';
import type {ActionTable} from './actions.ts';
import {type Completion, createCompletion} from './completion/completion.ts';
import {createFileIndex} from './completion/file-index.ts';
import type {UiStore} from './store/ui-store.ts';

export type WritingParts = {
	readonly store: UiStore;
	readonly settings: SettingsStore;
	/** The person's own folder, which `~` stands for. */
	readonly home: string;
	harness(): Harness | undefined;
};

export type Writing = {
	readonly completion: Completion;
	readonly keys: ActionTable;
	dispose(): void;
};

/** What helps to write a prompt, beside the editor itself. */
export function createWriting({store, settings, home, harness}: WritingParts): Writing {
	const cwd = () => harness()?.session.getState().cwd ?? process.cwd();
	const completion = createCompletion({
		store,
		home,
		cwd,
		commands: {harness, offersSkills: () => settings.get().enableSkillCommands},
		files: createFileIndex({list: signal => projectFiles(cwd(), signal), now: Date.now}),
		pageRows: () => settings.get().autocompleteMaxVisible,
	});
	return {
		completion,
		keys: {
			'tui.input.tab'() {
				completion.tab();
				return true;
			},
		},
		dispose: completion.dispose,
	};
}
