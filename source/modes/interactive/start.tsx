import fs from 'node:fs';
import path from 'node:path';
import type {ImageContent} from '../../ai/index.ts';
import type {Harness, UserInterface} from '../../harness/index.ts';
import {type Actions, createActions} from './actions.ts';
import {App} from './app.tsx';
import {noteVersion} from './app-state.ts';
import {type Bridge, createBridge} from './bridge.ts';
import {createHighlighter} from './components/highlight.ts';
import {createExtensionScreen} from './extensions/create-surface.ts';
import {toViewKeys} from './extensions/view-keys.ts';
import {helpText, keysText} from './help-text.ts';
import {createKeyRouter} from './keys/key-router.ts';
import {createKeymap, type Keymap, toPlatform} from './keys/keymap.ts';
import {createOverlays} from './overlays.ts';
import {createUiStore, type UiStore} from './store/ui-store.ts';
import {createScreen, type Screen} from './terminal/screen.tsx';
import {createTerminal, type Terminal} from './terminal/terminal.ts';
import {shippedThemes, themeProblem} from './theme/load-theme.ts';
import {createThemeSource, type ThemeSource} from './theme/theme-source.ts';
import {createTranscriptSource} from './transcript/transcript-source.ts';
import {createInterface} from './user-interface.ts';

export type InteractiveOptions = {
	/** Opens the session; called once the screen is there, so that a person sees something at once. */
	connect(ui: UserInterface): Promise<Harness>;
	readonly prompts: readonly {readonly text: string; readonly images: readonly ImageContent[]}[];
	readonly version: string;
	readonly home: string;
	/** Folder of `keybindings.json`. */
	readonly configHome: string;
	readonly theme: string;
	/** Begins with the list of sessions. */
	readonly isResuming: boolean;
	/** No greetings. */
	readonly isQuiet: boolean;
};

function readOverrides(folder: string): {overrides: unknown; problem?: string} {
	const file = path.join(folder, 'keybindings.json');
	if (!fs.existsSync(file)) return {overrides: {}};
	try {
		return {overrides: JSON.parse(fs.readFileSync(file, 'utf8'))};
	} catch (error) {
		return {overrides: {}, problem: `${file}: ${String(error)}; the usual keys are used`};
	}
}

function readKeymap(folder: string): {keymap: Keymap; problems: readonly string[]} {
	const {overrides, problem} = readOverrides(folder);
	const keymap = createKeymap({platform: toPlatform(process.platform, process.env), overrides});
	return {keymap, problems: [...(problem === undefined ? [] : [problem]), ...keymap.problems]};
}

/** Name of the branch that is checked out, for the footer. */
function gitBranch(cwd: string): string | undefined {
	for (let at = cwd; ; at = path.dirname(at)) {
		try {
			const head = fs.readFileSync(path.join(at, '.git', 'HEAD'), 'utf8').trim();
			return head.startsWith('ref: refs/heads/') ? head.slice(16) : 'detached';
		} catch {
			// Not here: perhaps further up.
		}

		if (path.dirname(at) === at) return undefined;
	}
}

/** A first word to a newcomer, and one after an update; never twice. */
async function greet(
	{configHome, version, isQuiet}: InteractiveOptions,
	notice: (text: string) => void,
): Promise<void> {
	if (isQuiet) return;
	try {
		const before = await noteVersion(configHome, version);
		if (before === undefined) {
			notice('Welcome to bough. Say what you want done; /help shows commands and keys.');
		} else if (before !== version)
			notice(`bough is now ${version}; CHANGELOG.md says what is new.`);
	} catch {
		// A home that cannot be written is reported when something has to be kept there.
	}
}

type Parts = {
	readonly options: InteractiveOptions;
	readonly terminal: Terminal;
	readonly screen: Screen;
	readonly store: UiStore;
	readonly quit: () => void;
};

type ScreenParts = Pick<Parts, 'screen' | 'store' | 'terminal'> & {
	readonly themes: ThemeSource;
	readonly keymap: Keymap;
};

/** What extensions may do to the screen. */
function extensionScreen(
	{screen, store, terminal, themes, keymap}: ScreenParts,
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

type Begin = Pick<Parts, 'options' | 'store' | 'quit'> & {
	readonly bridge: Bridge;
	readonly ui: UserInterface;
	isReserved(key: string): boolean;
};

/** Shows the session that is open now, and does what the command line asked for. */
async function begin(
	harness: Harness,
	{options, store, bridge, ui, quit, isReserved}: Begin,
): Promise<void> {
	const {session, choice, extensions} = harness;
	bridge.show(session);
	store.dispatch({type: 'branch.found', branch: gitBranch(session.getState().cwd)});
	if (choice.notice) bridge.notice(choice.notice, 'warning');
	await extensions?.link.start({mode: 'tui', ui, quit, isReserved});
	if (options.isResuming) ui.open('session');
	await greet(options, bridge.notice);
	for (const {text, images} of options.prompts)
		await session.prompt(text, {images, whileRunning: 'followUp'});
}

/** Wires store, transcript, overlays, keys and session around one screen. */
function assemble({options, terminal, screen, store, quit}: Parts) {
	let harness: Harness | undefined;
	const themes = createThemeSource({
		setting: options.theme,
		capabilities: terminal.capabilities,
		environment: process.env,
		onChange() {
			store.dispatch({type: 'themed', theme: themes.paint().theme.name});
			screen.schedule('frame');
		},
	});
	const {keymap, problems} = readKeymap(options.configHome);
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
	const overlays = createOverlays(store);
	const bridge = createBridge({store, paint: screen.schedule, now: Date.now});
	const extensions = extensionScreen({screen, store, terminal, themes, keymap}, () => actions);
	const ui = createInterface({
		surface: extensions.surface,
		overlays,
		notice: bridge.notice,
		harness: () => harness,
		helpText: () => helpText(keymap),
		keysText: () => keysText(keymap),
		chooseModel: pattern => actions.chooseModel(pattern),
		setEditorText: text => actions.compose({type: 'setText', text}),
	});
	const actions = createActions({
		store,
		transcript,
		ui,
		harness: () => harness,
		columns: () => screen.size().columns,
		paint: screen.schedule,
		suspend: screen.suspend,
		quit,
		now: Date.now,
	});
	transcript.onMove(() => {
		store.dispatch({type: 'scrolled', unseen: transcript.unseen()});
		screen.schedule('now');
	});
	const press = (key: string) => harness?.extensions?.host.press(key) ?? false;
	screen.onInput(createKeyRouter({keymap, actions, overlays, transcript, extensions, press}));
	screen.onHangUp(quit);
	for (const problem of [...problems, ...[themeProblem(options.theme) ?? []].flat()])
		bridge.notice(problem, 'warning');

	const {views} = extensions;
	const app = (
		<App ui={{store, paint: themes.paint}} {...{transcript, views}} home={options.home} />
	);
	const open = async () => {
		harness = await options.connect(ui);
		await begin(harness, {options, store, bridge, ui, quit, isReserved: keymap.isReserved});
	};
	return {app, open, bridge, session: () => harness?.session};
}

/** Takes the screen, shows the session, and always gives the screen back. Resolves with the exit code. */
export async function startInteractive(options: InteractiveOptions): Promise<number> {
	const terminal = createTerminal({
		stdin: process.stdin,
		stdout: process.stdout,
		stderr: process.stderr,
		process,
		environment: process.env,
	});
	const screen = createScreen(terminal);
	const store = createUiStore(Date.now());
	const parts = assemble({options, terminal, screen, store, quit: () => screen.unmount()});
	screen.mount(parts.app);
	let failure: unknown;
	parts.open().catch(error => {
		failure = error;
		screen.unmount();
	});
	failure = (await screen.closed) ?? failure;
	parts.bridge.dispose();
	await Promise.race([
		parts.session()?.dispose(),
		new Promise(resolve => setTimeout(resolve, 2000).unref()),
	]);
	if (failure === undefined) return 0;
	throw failure;
}
