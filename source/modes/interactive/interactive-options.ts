import type {ImageContent} from '../../ai/index.ts';
import type {Harness, SettingsStore, UserInterface} from '../../harness/index.ts';

export type InteractiveOptions = {
	/** Opens the session; called once the screen is there, so that a person sees something at once. */
	connect(ui: UserInterface): Promise<Harness>;
	/** Of the command line; asked for when the session is open. */
	prompts(
		harness: Harness,
	): Promise<readonly {readonly text: string; readonly images: readonly ImageContent[]}[]>;
	readonly version: string;
	readonly home: string;
	/** Folder of `keybindings.json`. */
	readonly configHome: string;
	readonly settings: SettingsStore;
	theme(): string;
	/** Begins with the list of sessions. */
	readonly isResuming: boolean;
	/** No greetings. */
	readonly isQuiet: boolean;
};
