import {
	type Harness,
	openPromptHistory,
	type PromptHistory,
	projectFiles,
	readClipboardImage,
	type SettingsStore,
	type UserInterface,
} from '../../harness/index.ts';
import type {ActionTable} from './actions.ts';
import {type Completion, createCompletion} from './completion/completion.ts';
import {createFileIndex} from './completion/file-index.ts';
import {droppedImages} from './composer/dropped-image.ts';
import {editExternally, editorCommand} from './composer/external-editor.ts';
import {openChip} from './composer/paste.ts';
import {fullText} from './composer/text-buffer.ts';
import type {OverlayControl} from './overlays.ts';
import type {ComposerAction} from './store/composer.ts';
import type {UiStore} from './store/ui-store.ts';

export type WritingParts = {
	readonly store: UiStore;
	readonly settings: SettingsStore;
	readonly ui: UserInterface;
	readonly overlays: OverlayControl;
	/** The person's own folder, which `~` stands for. */
	readonly home: string;
	/** Where prompts of earlier sessions are. */
	readonly configHome: string;
	harness(): Harness | undefined;
	/** Lets another program have the terminal. */
	lend<T>(run: () => Promise<T>): Promise<T>;
};

export type Writing = {
	readonly completion: Completion;
	readonly keys: ActionTable;
	paste(text: string): void;
	/** The session is open: what was sent in the project before can be recalled. */
	recall(): void;
	/** Keeps what was sent. */
	remember(text: string): void;
	dispose(): void;
};

const compose = ({store}: WritingParts, action: ComposerAction): void =>
	store.dispatch({type: 'composed', action});

const complain = ({ui}: WritingParts, error: unknown): void =>
	ui.notify(error instanceof Error ? error.message : String(error), 'error');

async function writeElsewhere(parts: WritingParts): Promise<void> {
	const {settings, store, ui, lend} = parts;
	const command = editorCommand({
		setting: settings.get().externalEditor,
		environment: process.env,
		platform: process.platform,
	});
	const before = fullText(store.get().composer.buffer);
	const text = await lend(() => editExternally(before, command));
	if (text === undefined)
		ui.notify(
			`The editor "${command}" ended with an error; nothing was changed. Set externalEditor, VISUAL or EDITOR to choose another.`,
			'warning',
		);
	else if (text !== before) compose(parts, {type: 'setText', text});
}

async function pasteImage(parts: WritingParts): Promise<void> {
	const found = await readClipboardImage();
	if (!found) {
		parts.ui.notify('There is no image on the clipboard, or no program that reads it.');
		return;
	}

	const image = {
		type: 'image',
		data: found.bytes.toString('base64'),
		mimeType: found.type,
	} as const;
	compose(parts, {type: 'attach', label: '', image});
}

function paste(parts: WritingParts, text: string): void {
	const images = droppedImages(text, parts.home);
	if (!images) compose(parts, {type: 'paste', text});
	for (const {file, bytes, type} of images ?? []) {
		const image = {type: 'image', data: bytes.toString('base64'), mimeType: type} as const;
		compose(parts, {type: 'attach', label: file, image});
	}
}

async function searchHistory(parts: WritingParts): Promise<void> {
	const {entries} = parts.store.get().composer.history;
	const rows = entries.toReversed().map(text => ({value: text, label: text}));
	const chosen = await parts.overlays.choose({title: 'Earlier prompts', rows});
	if (chosen !== undefined) compose(parts, {type: 'setText', text: chosen});
}

/** A chip opens; anything else is a path to complete. */
function tab(parts: WritingParts, completion: Completion): void {
	if (openChip(parts.store.get().composer.buffer)) compose(parts, {type: 'openChip'});
	else completion.tab();
}

function keysOf(parts: WritingParts, completion: Completion): ActionTable {
	const start = (work: () => Promise<void>) => () => {
		work().catch(error => complain(parts, error));
		return true;
	};
	return {
		'tui.input.tab'() {
			tab(parts, completion);
			return true;
		},
		'app.editor.external': start(() => writeElsewhere(parts)),
		'app.clipboard.pasteImage': start(() => pasteImage(parts)),
		'app.history.search': start(() => searchHistory(parts)),
	};
}

function createMemory(parts: WritingParts) {
	let history: PromptHistory | undefined;
	let hasFailed = false;
	return {
		recall() {
			const harness = parts.harness();
			// A session that is kept nowhere leaves no other trace either.
			if (harness?.sessions === undefined) return;
			history = openPromptHistory(parts.configHome, harness.session.getState().cwd);
			compose(parts, {type: 'remembered', prompts: history.read()});
		},
		remember(text: string) {
			if (hasFailed) return;
			try {
				history?.add(text);
			} catch (error) {
				hasFailed = true;
				complain(parts, error);
			}
		},
	};
}

/** What helps to write a prompt, beside the editor itself. */
export function createWriting(parts: WritingParts): Writing {
	const {store, settings, home, harness} = parts;
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
		keys: keysOf(parts, completion),
		paste: text => paste(parts, text),
		...createMemory(parts),
		dispose: completion.dispose,
	};
}
