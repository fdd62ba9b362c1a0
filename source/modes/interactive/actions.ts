import {
	copyToClipboard,
	type Harness,
	parseCommand,
	type SessionStore,
	type UserInterface,
} from '../../harness/index.ts';
import {composerWidth} from './composer/composer.tsx';
import {isEditorCommand, takeBackslash} from './composer/edit.ts';
import {fitImage} from './composer/fit-image.ts';
import {fullText, imagesIn, isEmpty, shellMode} from './composer/text-buffer.ts';
import {showHint} from './hints.ts';
import type {ActionId} from './keys/bindings.ts';
import {chooseModel, cycleModel, cycleThinking} from './model-actions.ts';
import type {ComposerAction, Undelivered} from './store/composer.ts';
import type {UiState} from './store/state.ts';
import {isBash} from './store/transcript.ts';
import type {UiStore} from './store/ui-store.ts';
import type {TranscriptSource} from './transcript/transcript-source.ts';

/** false: the action has nothing to do, and the key may mean another one. */
export type ActionTable = Readonly<Partial<Record<ActionId, () => boolean>>>;

export type ActionParts = {
	readonly store: UiStore;
	readonly transcript: TranscriptSource;
	readonly ui: UserInterface;
	/** undefined until the session is open. */
	harness(): Harness | undefined;
	columns(): number;
	paint(when: 'now' | 'frame'): void;
	suspend(): void;
	quit(): void;
	readonly now: () => number;
	/** Escape twice on an empty editor with nothing to stop. */
	onDoubleEscape(): void;
	/** Keeps what was sent for other sessions. */
	remember(text: string): void;
	/** What keys do that belongs to other parts of the screen. */
	readonly more: ActionTable;
};

/** Everything a key or a command can do. */
export type Actions = {
	run(action: ActionId): boolean;
	compose(action: ComposerAction): void;
	submit(whileRunning: 'steer' | 'followUp'): void;
	send(text: string): void;
	chooseModel(pattern: string): Promise<void>;
};

const twiceMs = 500;
/** Rows of the editor that a page key passes. */
const page = 10;

const compose = ({store}: ActionParts, action: ComposerAction): void =>
	store.dispatch({type: 'composed', action});

const complain = (parts: ActionParts, error: unknown): void =>
	parts.ui.notify(error instanceof Error ? error.message : String(error), 'error');

function dequeue(parts: ActionParts): boolean {
	const session = parts.harness()?.session;
	const queue = session?.clearQueue();
	const prompts = [...(queue?.steering ?? []), ...(queue?.followUp ?? [])];
	compose(parts, {type: 'givenBack', prompts});
	return prompts.length > 0;
}

function interrupt(parts: ActionParts): boolean {
	const session = parts.harness()?.session;
	if (!session || session.getState().activity === 'idle') {
		session?.abortBash();
		const bash = shellMode(parts.store.get().composer.buffer) !== undefined;
		if (bash) compose(parts, {type: 'cleared'});
		return bash;
	}

	dequeue(parts);
	session.abort().catch(error => complain(parts, error));
	return true;
}

function runCommand(parts: ActionParts, text: string): boolean {
	const parsed = parseCommand(text);
	const harness = parts.harness();
	if (!parsed || !harness) return false;
	const context = {
		session: harness.session,
		models: harness,
		environment: process.env,
		findServers: () => harness.findServers(true),
		ui: parts.ui,
		quit: parts.quit,
		chooseModel: (pattern: string) => chooseModel(modelPartsOf(parts), pattern),
		copy: copyToClipboard,
		reload: harness.reload,
		extensions: harness.extensions?.host,
	};
	Promise.resolve()
		.then(() => parsed.command.run(parsed.argument, context))
		.catch(error => complain(parts, error));
	return true;
}

function runBash(parts: ActionParts, text: string): boolean {
	const session = parts.harness()?.session;
	if (!text.startsWith('!') || !session) return false;
	const excludeFromContext = text.startsWith('!!');
	const command = text.slice(excludeFromContext ? 2 : 1).trim();
	if (command === '') {
		showHint(parts, 'write a command after the !');
		return true;
	}

	if (parts.store.get().transcript.live.some(isBash)) {
		compose(parts, {type: 'givenBack', prompts: [{text}]});
		parts.ui.notify('A command is running already; esc stops it.', 'warning');
		return true;
	}

	parts.store.dispatch({type: 'bash.started', command, excludeFromContext});
	session.runBash(command, {excludeFromContext}).then(
		result => parts.store.dispatch({type: 'bash.ended', result}),
		error => {
			parts.store.dispatch({type: 'bash.ended', result: undefined});
			complain(parts, error);
		},
	);
	return true;
}

function submit(parts: ActionParts, whileRunning: 'steer' | 'followUp', own?: string): void {
	if (own !== undefined) compose(parts, {type: 'setText', text: own});
	const {buffer} = parts.store.get().composer;
	if (whileRunning === 'steer' && takeBackslash(buffer)) {
		compose(parts, {type: 'breakAtBackslash'});
		return;
	}

	const text = fullText(buffer).trim();
	const session = parts.harness()?.session;
	if (text === '' || !session) return;
	const images = imagesIn(buffer);
	compose(parts, {type: 'sent', text});
	if (!parseCommand(text)?.command.isPrivate) parts.remember(text);
	parts.transcript.toEnd();
	if (runCommand(parts, text) || runBash(parts, text)) return;
	send(session, {text, images}, whileRunning).catch(error => {
		// What was typed is never lost: it stands in the editor again.
		compose(parts, {type: 'givenBack', prompts: [{text, images}]});
		complain(parts, error);
	});
}

/** Images are made fit for the model when they are sent: only then is it known which one gets them. */
async function send(
	session: SessionStore,
	{text, images}: Required<Undelivered>,
	whileRunning: 'steer' | 'followUp',
): Promise<void> {
	if (images.length === 0) await session.prompt(text, {whileRunning});
	else {
		const fitted = await Promise.all(images.map(fitImage));
		await session.prompt(text, {images: fitted, whileRunning});
	}
}

const modelPartsOf = (parts: ActionParts) => ({
	harness: parts.harness,
	ui: parts.ui,
	hint: (text: string) => showHint(parts, text),
});

type Memory = {clearedAt: number; escapedAt: number};

/** Where Escape has nothing else to do, twice in a row means something. */
function escapeKey(parts: ActionParts, memory: Memory): boolean {
	const {composer, transcript} = parts.store.get();
	const isIdle = isEmpty(composer.buffer) && !transcript.live.some(isBash);
	if (interrupt(parts) || !isIdle) return true;
	const isSecond = parts.now() - memory.escapedAt < twiceMs;
	memory.escapedAt = isSecond ? Number.NEGATIVE_INFINITY : parts.now();
	if (isSecond) parts.onDoubleEscape();
	return true;
}

function clearOrQuit(parts: ActionParts, memory: Memory): boolean {
	if (parts.now() - memory.clearedAt < twiceMs) parts.quit();
	memory.clearedAt = parts.now();
	const wasEmpty = isEmpty(parts.store.get().composer.buffer);
	compose(parts, {type: 'cleared'});
	if (wasEmpty) showHint(parts, 'ctrl+c again leaves');
	return true;
}

const changeView = ({store, paint}: ActionParts, change: Partial<UiState['view']>): boolean => {
	store.dispatch({type: 'viewed', change});
	paint('now');
	return true;
};

function byId(parts: ActionParts, memory: Memory): ActionTable {
	const {transcript, store} = parts;
	const width = () => composerWidth(parts.columns());
	const done = (act: () => void) => () => {
		act();
		return true;
	};
	return {
		'app.interrupt': () => escapeKey(parts, memory),
		'app.clear': () => clearOrQuit(parts, memory),
		'app.exit': () => {
			if (!isEmpty(store.get().composer.buffer)) return false;
			parts.quit();
			return true;
		},
		'app.suspend': done(parts.suspend),
		'app.message.dequeue': done(() => dequeue(parts)),
		'app.message.followUp': done(() => submit(parts, 'followUp')),
		'app.model.select': done(() => parts.ui.open('model')),
		'app.model.cycleForward': done(
			() => void cycleModel(modelPartsOf(parts), 1).catch(error => complain(parts, error)),
		),
		'app.model.cycleBackward': done(
			() => void cycleModel(modelPartsOf(parts), -1).catch(error => complain(parts, error)),
		),
		'app.thinking.cycle': () => cycleThinking(modelPartsOf(parts)),
		'app.thinking.toggle': () => changeView(parts, {showThinking: !store.get().view.showThinking}),
		'app.message.copy': () => runCommand(parts, '/copy'),
		'app.session.tree': done(() => parts.ui.open('tree')),
		'app.session.fork': done(() => parts.ui.open('fork')),
		'app.tools.expand': () =>
			changeView(parts, {expandAll: !store.get().view.expandAll, toggled: new Set()}),
		'tui.altScreen.pageUp': done(() => transcript.page(-1)),
		'tui.altScreen.pageDown': done(() => transcript.page(1)),
		'tui.altScreen.halfPageUp': done(() => transcript.page(-0.5)),
		'tui.altScreen.halfPageDown': done(() => transcript.page(0.5)),
		'tui.altScreen.lineUp': done(() => transcript.scroll(-1)),
		'tui.altScreen.lineDown': done(() => transcript.scroll(1)),
		'tui.altScreen.previousPrompt': done(() => transcript.toPrompt(-1)),
		'tui.altScreen.nextPrompt': done(() => transcript.toPrompt(1)),
		'tui.altScreen.top': done(transcript.toTop),
		'tui.altScreen.bottom': done(transcript.toEnd),
		'tui.input.submit': done(() => submit(parts, 'steer')),
		'tui.editor.cursorUp': done(() => compose(parts, {type: 'vertical', by: -1, width: width()})),
		'tui.editor.cursorDown': done(() => compose(parts, {type: 'vertical', by: 1, width: width()})),
		'tui.editor.historyPrevious': done(() =>
			compose(parts, {type: 'recall', by: -1, width: width()}),
		),
		'tui.editor.historyNext': done(() => compose(parts, {type: 'recall', by: 1, width: width()})),
		'tui.editor.pageUp': done(() => compose(parts, {type: 'moveRows', by: -page, width: width()})),
		'tui.editor.pageDown': done(() => compose(parts, {type: 'moveRows', by: page, width: width()})),
		'tui.editor.jumpForward': done(() => compose(parts, {type: 'awaitJump', direction: 1})),
		'tui.editor.jumpBackward': done(() => compose(parts, {type: 'awaitJump', direction: -1})),
	};
}

export function createActions(parts: ActionParts): Actions {
	const own = byId(parts, {
		clearedAt: Number.NEGATIVE_INFINITY,
		escapedAt: Number.NEGATIVE_INFINITY,
	});
	const table: ActionTable = {...own, ...parts.more};
	return {
		run(action) {
			const act = table[action];
			if (act) return act();
			const isEdit = isEditorCommand(action);
			if (isEdit) compose(parts, {type: action});
			return isEdit;
		},
		compose: action => compose(parts, action),
		submit: whileRunning => submit(parts, whileRunning),
		send: text => submit(parts, 'steer', text),
		chooseModel: pattern => chooseModel(modelPartsOf(parts), pattern),
	};
}
