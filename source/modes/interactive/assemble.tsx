import type {Harness} from '../../harness/index.ts';
import {type Actions, createActions} from './actions.ts';
import {App} from './app.tsx';
import {createBridge} from './bridge.ts';
import {createHighlighter} from './components/highlight.ts';
import {createExtensionScreen} from './extensions/create-surface.ts';
import {toViewKeys} from './extensions/view-keys.ts';
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
import {shippedThemes, themeProblem} from './theme/load-theme.ts';
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
		setting: options.theme,
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

/** What extensions may do to the screen. */
function extensionScreen(
	{screen, store, terminal}: ScreenParts,
	{themes, keymap}: Pick<Controls, 'themes' | 'keymap'>,
	actions: () => Actions,
) {
	return createExtensionScreen({
		store,
		size: screen.size,
		paint: themes.paint,
		chooseTheme: themes.choose,
		themeNames: () => shippedThemes,
		compose: action => actions().compose(action),
		setTitle: terminal.setTitle,
		submit: text => actions().send(text),
		expandAll(expandAll) {
			store.dispatch({type: 'viewed', change: {expandAll}});
			screen.schedule('now');
		},
		keys: toViewKeys(keymap),
	});
}

/** What keys and commands reach. */
function createControls(parts: ScreenParts, looks: Controls) {
	const {options, screen, store, quit} = parts;
	const {transcript, keymap, harness} = looks;
	const overlays = createOverlays(store);
	const bridge = createBridge({store, paint: screen.schedule, now: Date.now});
	const extensions = extensionScreen(parts, looks, () => actions);
	const ui = createInterface({
		surface: extensions.surface,
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
	const press = (key: string) => harness()?.extensions?.host.press(key) ?? false;
	const keys = {keymap, actions, overlays, completion, paste, transcript, extensions, press};
	screen.onInput(createKeyRouter(keys));
	return {bridge, ui, writing, views: extensions.views};
}

/** Wires store, transcript, overlays, keys and session around one screen. */
export function assemble(parts: ScreenParts) {
	const {options, screen, store, quit} = parts;
	let harness: Harness | undefined;
	const {keymap, problems} = readKeymap(options.configHome);
	const looks = createLooks(parts, keymap);
	const controls = {...looks, keymap, harness: () => harness};
	const {bridge, ui, writing, views} = createControls(parts, controls);
	screen.onHangUp(quit);
	for (const problem of [...problems, themeProblem(options.theme) ?? []].flat())
		bridge.notice(problem, 'warning');

	const app = (
		<App
			ui={{store, paint: looks.themes.paint}}
			transcript={looks.transcript}
			views={views}
			home={options.home}
			mostSuggestions={() => options.settings.get().autocompleteMaxVisible}
		/>
	);
	const open = async () => {
		harness = await options.connect(ui);
		bridge.show(harness.session);
		writing.recall();
		store.dispatch({type: 'branch.found', branch: gitBranch(harness.session.getState().cwd)});
		if (harness.choice.notice) bridge.notice(harness.choice.notice, 'warning');
		const {isReserved} = keymap;
		await harness.extensions?.link.start({mode: 'tui', ui, quit, isReserved});
		if (options.isResuming) ui.open('session');
		await greet(options, bridge.notice);
		for (const {text, images} of await options.prompts(harness))
			await harness.session.prompt(text, {images, whileRunning: 'followUp'});
	};
	const dispose = () => {
		writing.dispose();
		bridge.dispose();
	};
	return {app, open, dispose, session: () => harness?.session};
}
