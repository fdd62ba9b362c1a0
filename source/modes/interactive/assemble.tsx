import type {Harness} from '../../harness/index.ts';
import {createActions} from './actions.ts';
import {App} from './app.tsx';
import {createBridge} from './bridge.ts';
import {createHighlighter} from './components/highlight.ts';
import {followResources} from './follow-resources.ts';
import {gitBranch} from './git-branch.ts';
import {greet} from './greeting.ts';
import {helpText, keysText} from './help-text.ts';
import type {InteractiveOptions} from './interactive-options.ts';
import {createKeyRouter} from './keys/key-router.ts';
import type {Keymap} from './keys/keymap.ts';
import {readKeymap} from './keys/read-keymap.ts';
import {createOverlays} from './overlays.ts';
import type {UiStore} from './store/ui-store.ts';
import type {Screen} from './terminal/screen.tsx';
import type {Terminal} from './terminal/terminal.ts';
import {createThemeSource, type ThemeSource} from './theme/theme-source.ts';
import {createTranscriptSource, type TranscriptSource} from './transcript/transcript-source.ts';
import {createInterface} from './user-interface.ts';
import {createWriting} from './writing.ts';

export type ScreenParts = {
	readonly options: InteractiveOptions;
	readonly terminal: Terminal;
	readonly screen: Screen;
	readonly store: UiStore;
	readonly quit: () => void;
};

type Looks = {readonly themes: ThemeSource; readonly transcript: TranscriptSource};

/** What decides how things look, and the transcript, which is painted without React. */
function createLooks({options, terminal, screen, store}: ScreenParts, keymap: Keymap): Looks {
	const themes = createThemeSource({
		setting: options.theme(),
		capabilities: terminal.capabilities,
		environment: process.env,
		onChange() {
			store.dispatch({type: 'themed', theme: themes.paint().theme.name});
			screen.schedule('frame');
		},
	});
	const highlighter = createHighlighter(language => {
		transcript.languageLoaded(language);
		screen.schedule('frame');
	});
	const transcript = createTranscriptSource({
		store,
		now: Date.now,
		look: () => ({
			paint: themes.paint(),
			highlighter,
			expandKey: keymap.keyLabel('app.tools.expand'),
		}),
	});
	transcript.onMove(() => {
		store.dispatch({type: 'scrolled', unseen: transcript.unseen()});
		screen.schedule('now');
	});
	return {themes, transcript};
}

type Controls = Looks & {readonly keymap: Keymap; harness(): Harness | undefined};

/** What keys and commands reach. */
function createControls(parts: ScreenParts, {transcript, keymap, harness}: Controls) {
	const {options, screen, store, quit} = parts;
	const overlays = createOverlays(store);
	const bridge = createBridge({store, paint: screen.schedule, now: Date.now});
	const ui = createInterface({
		overlays,
		notice: bridge.notice,
		harness,
		helpText: () => helpText(keymap),
		keysText: () => keysText(keymap),
		chooseModel: pattern => actions.chooseModel(pattern),
		setEditorText: text => actions.compose({type: 'setText', text}),
	});
	const writing = createWriting({
		store,
		settings: options.settings,
		home: options.home,
		configHome: options.configHome,
		ui,
		overlays,
		harness,
		lend: screen.lend,
	});
	const actions = createActions({
		store,
		more: writing.keys,
		remember: writing.remember,
		transcript,
		ui,
		harness,
		columns: () => screen.size().columns,
		paint: screen.schedule,
		suspend: screen.suspend,
		quit,
		now: Date.now,
	});
	const {completion, paste} = writing;
	screen.onInput(createKeyRouter({keymap, actions, overlays, completion, paste, transcript}));
	return {bridge, ui, writing};
}

/** Wires store, transcript, overlays, keys and session around one screen. */
export function assemble(parts: ScreenParts) {
	const {options, screen, store, quit} = parts;
	let harness: Harness | undefined;
	let unfollow = () => {};
	const {keymap, problems} = readKeymap(options.configHome);
	const looks = createLooks(parts, keymap);
	const controls = {...looks, keymap, harness: () => harness};
	const {bridge, ui, writing} = createControls(parts, controls);
	screen.onHangUp(quit);
	for (const problem of problems) bridge.notice(problem, 'warning');

	const app = (
		<App
			ui={{store, paint: looks.themes.paint}}
			transcript={looks.transcript}
			home={options.home}
			mostSuggestions={() => options.settings.get().autocompleteMaxVisible}
		/>
	);
	const open = async () => {
		harness = await options.connect(ui);
		bridge.show(harness.session);
		const {themes} = looks;
		unfollow = followResources({harness, themes, setting: options.theme, notice: bridge.notice});
		writing.recall();
		store.dispatch({type: 'branch.found', branch: gitBranch(harness.session.getState().cwd)});
		if (harness.choice.notice) bridge.notice(harness.choice.notice, 'warning');
		if (options.isResuming) ui.open('session');
		await greet(options, bridge.notice);
		for (const {text, images} of options.prompts)
			await harness.session.prompt(text, {images, whileRunning: 'followUp'});
	};
	const dispose = () => {
		unfollow();
		writing.dispose();
		bridge.dispose();
	};
	return {app, open, dispose, session: () => harness?.session};
}
