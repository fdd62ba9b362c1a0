import type {Harness} from '../../harness/index.ts';
import {type Actions, createActions} from './actions.ts';
import {App} from './app.tsx';
import {createBridge} from './bridge.ts';
import {createHighlighter} from './components/highlight.ts';
import {createExtensionScreen} from './extensions/create-surface.ts';
import {toViewKeys} from './extensions/view-keys.ts';
import {followResources} from './follow-resources.ts';
import {gitBranch} from './git-branch.ts';
import {greet} from './greeting.ts';
import {allKeysText, helpText} from './help-text.ts';
import type {InteractiveOptions} from './interactive-options.ts';
import {createKeyRouter} from './keys/key-router.ts';
import type {Keymap} from './keys/keymap.ts';
import {readKeymap} from './keys/read-keymap.ts';
import {createTreeBrowsing} from './navigator/tree-browsing.tsx';
import {createOverlays} from './overlays.ts';
import {createPages} from './pages.ts';
import type {UiStore} from './store/ui-store.ts';
import type {Screen} from './terminal/screen.tsx';
import type {Terminal} from './terminal/terminal.ts';
import {shippedThemes} from './theme/load-theme.ts';
import {createThemeSource, type ThemeSource} from './theme/theme-source.ts';
import type {TranscriptLook} from './transcript/content.ts';
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

type Looks = {
	readonly themes: ThemeSource;
	readonly transcript: TranscriptSource;
	readonly look: () => TranscriptLook;
};

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
	const look = () => ({
		paint: themes.paint(),
		highlighter,
		expandKey: keymap.keyLabel('app.tools.expand'),
	});
	const transcript = createTranscriptSource({store, now: Date.now, look});
	transcript.onMove(() => {
		store.dispatch({type: 'scrolled', unseen: transcript.unseen()});
		screen.schedule('now');
	});
	return {themes, transcript, look};
}

/** Takes over what was changed in the settings; what a person chose for this run alone stays. */
function createApply({options, store, screen}: ScreenParts, themes: ThemeSource): () => void {
	let isHidden = false;
	let {theme: before} = options.settings.get();
	return () => {
		const {theme, hideThinkingBlock} = options.settings.get();
		if (hideThinkingBlock !== isHidden) {
			isHidden = hideThinkingBlock;
			store.dispatch({type: 'viewed', change: {showThinking: !isHidden}});
		}

		// What the command line says holds until another one is chosen.
		if (theme !== before) themes.choose(theme);
		before = theme;
		screen.schedule('now');
	};
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

const themeChoice = ({settings}: InteractiveOptions, themes: ThemeSource) => ({
	names: themes.names,
	current: () => settings.get().theme,
	preview: themes.choose,
});

/** What keys and commands reach. */
function createControls(parts: ScreenParts, looks: Controls) {
	const {options, screen, store, quit} = parts;
	const {transcript, themes, look, keymap, harness} = looks;
	const apply = createApply(parts, themes);
	if (options.settings.get().hideThinkingBlock) apply();
	const overlays = createOverlays(store, screen);
	const bridge = createBridge({store, paint: screen.schedule, now: Date.now});
	const pages = createPages();
	const setEditorText = (text: string) => actions.compose({type: 'setText', text});
	const extensions = extensionScreen(parts, looks, () => actions);
	const ui = createInterface({
		surface: extensions.surface,
		overlays,
		settings: options.settings,
		themes: themeChoice(options, themes),
		applySettings: apply,
		notice: bridge.notice,
		harness,
		helpText: () => helpText(keymap),
		keysText: () => allKeysText(keymap),
		chooseModel: pattern => actions.chooseModel(pattern),
		setEditorText,
		openTree: () => trees.openTree(),
		openFork: () => trees.openFork(),
	});
	const trees = createTreeBrowsing({
		pages,
		overlays,
		notify: ui.notify,
		harness,
		settings: options.settings.get,
		setEditorText,
		look,
		paint: () => screen.schedule('now'),
		now: Date.now,
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
		onDoubleEscape: trees.onDoubleEscape,
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
	const keys = {keymap, actions, overlays, completion, paste, transcript, pages};
	screen.onInput(createKeyRouter({...keys, extensions, press}));
	return {bridge, ui, writing, overlays, pages, views: extensions.views};
}

/** Wires store, transcript, overlays, keys and session around one screen. */
export function assemble(parts: ScreenParts) {
	const {options, screen, store, quit} = parts;
	let harness: Harness | undefined;
	let unfollow = () => {};
	const {keymap, problems} = readKeymap(options.configHome);
	const looks = createLooks(parts, keymap);
	const controls = {...looks, keymap, harness: () => harness};
	const {bridge, ui, writing, overlays, pages, views} = createControls(parts, controls);
	screen.onHangUp(quit);
	for (const problem of problems) bridge.notice(problem, 'warning');

	const app = (
		<App
			ui={{store, paint: looks.themes.paint, answer: overlays.answer}}
			transcript={looks.transcript}
			views={views}
			pages={pages}
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
		const {isReserved} = keymap;
		await harness.extensions?.link.start({mode: 'tui', ui, quit, isReserved});
		if (options.isResuming) ui.open('session');
		await greet(options, bridge.notice);
		for (const {text, images} of await options.prompts(harness))
			await harness.session.prompt(text, {images, whileRunning: 'followUp'});
	};
	const dispose = () => {
		unfollow();
		writing.dispose();
		bridge.dispose();
	};
	return {app, open, dispose, session: () => harness?.session};
}
