import {
	copyToClipboard,
	type Harness,
	levelsFor,
	parseCommand,
	type UserInterface,
} from '../../harness/index.ts';
import type {Store} from '../../lib/store.ts';
import {composerWidth} from './composer/composer.tsx';
import {moveByRow} from './composer/layout.ts';
import {
	editorActions,
	emptyBuffer,
	fullText,
	insert,
	isEmpty,
	paste,
	setText,
	shownText,
	type TextBuffer,
	takeBackslash,
} from './composer/text-buffer.ts';
import type {ActionId} from './keys/bindings.ts';
import type {UiState} from './store/state.ts';
import type {TranscriptSource} from './transcript/transcript-source.ts';

export type ActionParts = {
	readonly store: Store<UiState>;
	readonly transcript: TranscriptSource;
	readonly ui: UserInterface;
	/** undefined until the session is open. */
	harness(): Harness | undefined;
	columns(): number;
	paint(when: 'now' | 'frame'): void;
	suspend(): void;
	quit(): void;
	readonly now: () => number;
};

/** Everything a key or a command can do. */
export type Actions = {
	run(action: ActionId): boolean;
	insert(text: string): void;
	paste(text: string): void;
	submit(whileRunning: 'steer' | 'followUp'): void;
	chooseModel(pattern: string): Promise<void>;
};

const twiceMs = 500;
const hintMs = 1500;

const withComposer = (parts: ActionParts, change: (buffer: TextBuffer) => TextBuffer): void => {
	const state = parts.store.get();
	parts.store.set({...state, composer: change(state.composer), hint: undefined});
};

const complain = (parts: ActionParts, error: unknown): void =>
	parts.ui.notify(error instanceof Error ? error.message : String(error), 'error');

/** Puts a text back into the editor, before what stands there. */
function giveBack(parts: ActionParts, texts: readonly string[]): void {
	if (texts.length === 0) return;
	withComposer(parts, buffer => {
		const own = fullText(buffer);
		return setText([...texts, ...(own === '' ? [] : [own])].join('\n\n'), buffer);
	});
}

function dequeue(parts: ActionParts): boolean {
	const session = parts.harness()?.session;
	const queue = session?.clearQueue();
	const texts = [...(queue?.steering ?? []), ...(queue?.followUp ?? [])].map(({text}) => text);
	giveBack(parts, texts);
	return texts.length > 0;
}

function interrupt(parts: ActionParts): boolean {
	const session = parts.harness()?.session;
	if (!session || session.getState().activity === 'idle') {
		session?.abortBash();
		const bash = shownText(parts.store.get().composer).startsWith('!');
		if (bash) withComposer(parts, () => emptyBuffer);
		return bash;
	}

	dequeue(parts);
	session.abort().catch(error => complain(parts, error));
	return true;
}

/** Up and Down move by rows; at the first and last row they walk through earlier prompts. */
function vertical(parts: ActionParts, by: -1 | 1): boolean {
	const state = parts.store.get();
	const moved = moveByRow(state.composer, composerWidth(parts.columns()), by);
	if (moved) {
		parts.store.set({...state, composer: moved});
		return true;
	}

	const {entries, at, draft} = state.history;
	const next = Math.min(entries.length, Math.max(0, at + by));
	if (next === at) return true;
	const kept = at === entries.length ? fullText(state.composer) : draft;
	const text = next === entries.length ? kept : (entries[next] ?? '');
	parts.store.set({...state, composer: setText(text), history: {entries, at: next, draft: kept}});
	return true;
}

function remember(parts: ActionParts, text: string): void {
	const state = parts.store.get();
	const entries = [...state.history.entries.filter(entry => entry !== text), text].slice(-100);
	parts.store.set({
		...state,
		composer: emptyBuffer,
		history: {entries, at: entries.length, draft: ''},
	});
}

function runCommand(parts: ActionParts, text: string): boolean {
	const parsed = parseCommand(text);
	const harness = parts.harness();
	if (!parsed || !harness) return false;
	const context = {
		session: harness.session,
		ui: parts.ui,
		quit: parts.quit,
		chooseModel: (pattern: string) => chooseModel(parts, pattern),
		copy: copyToClipboard,
		reload: harness.reload,
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

	showHint(parts, `running ${command.split('\n')[0]?.slice(0, 60)} (esc stops)`, false);
	session
		.runBash(command, {excludeFromContext})
		.catch(error => complain(parts, error))
		.finally(() => showHint(parts, undefined));
	return true;
}

function submit(parts: ActionParts, whileRunning: 'steer' | 'followUp'): void {
	const {composer} = parts.store.get();
	const broken = whileRunning === 'steer' ? takeBackslash(composer) : undefined;
	if (broken) {
		withComposer(parts, () => broken);
		return;
	}

	const text = fullText(composer).trim();
	const session = parts.harness()?.session;
	if (text === '' || !session) return;
	remember(parts, text);
	parts.transcript.toEnd();
	if (runCommand(parts, text) || runBash(parts, text)) return;
	session.prompt(text, {whileRunning}).catch(error => {
		// What was typed is never lost: it stands in the editor again.
		giveBack(parts, [text]);
		complain(parts, error);
	});
}

/** A word above the editor; it goes away by itself unless it is to stay. */
function showHint(parts: ActionParts, hint: string | undefined, passes = true): void {
	parts.store.set({...parts.store.get(), hint});
	if (hint === undefined || !passes) return;
	setTimeout(() => {
		const state = parts.store.get();
		if (state.hint === hint) parts.store.set({...state, hint: undefined});
	}, hintMs).unref();
}

async function chooseModel(parts: ActionParts, pattern: string): Promise<void> {
	const harness = parts.harness();
	if (!harness) return;
	const model = await harness.findModel(pattern);
	harness.session.setModel(model);
	parts.ui.notify(`${model.provider}/${model.id} answers from now on.`);
}

function cycleThinking({harness}: ActionParts): boolean {
	const session = harness()?.session;
	if (!session) return false;
	const {model, level} = session.getState();
	const offered = levelsFor(model);
	const next = offered[(offered.indexOf(level) + 1) % offered.length];
	if (next) session.setThinkingLevel(next);
	return true;
}

type Memory = {clearedAt: number};

function clearOrQuit(parts: ActionParts, memory: Memory): boolean {
	const {composer} = parts.store.get();
	if (parts.now() - memory.clearedAt < twiceMs) parts.quit();
	memory.clearedAt = parts.now();
	const wasEmpty = isEmpty(composer);
	parts.store.set({...parts.store.get(), composer: emptyBuffer});
	if (wasEmpty) showHint(parts, 'ctrl+c again leaves');
	return true;
}

const changeView = ({store, paint}: ActionParts, change: Partial<UiState['view']>): boolean => {
	const state = store.get();
	store.set({...state, view: {...state.view, ...change}});
	paint('now');
	return true;
};

function byId(
	parts: ActionParts,
	memory: Memory,
): Readonly<Partial<Record<ActionId, () => boolean>>> {
	const {transcript, store} = parts;
	const done = (act: () => void) => () => {
		act();
		return true;
	};
	return {
		'app.interrupt': () => interrupt(parts),
		'app.clear': () => clearOrQuit(parts, memory),
		'app.exit': () => {
			if (!isEmpty(store.get().composer)) return false;
			parts.quit();
			return true;
		},
		'app.suspend': done(parts.suspend),
		'app.message.dequeue': done(() => dequeue(parts)),
		'app.message.followUp': done(() => submit(parts, 'followUp')),
		'app.model.select': done(() => parts.ui.open('model')),
		'app.thinking.cycle': () => cycleThinking(parts),
		'app.thinking.toggle': () => changeView(parts, {showThinking: !store.get().view.showThinking}),
		'app.tools.expand': () => changeView(parts, {expandAll: !store.get().view.expandAll}),
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
		'tui.editor.cursorUp': () => vertical(parts, -1),
		'tui.editor.cursorDown': () => vertical(parts, 1),
	};
}

export function createActions(parts: ActionParts): Actions {
	const table = byId(parts, {clearedAt: Number.NEGATIVE_INFINITY});
	return {
		run(action) {
			const own = table[action];
			if (own) return own();
			const edit = editorActions[action];
			if (edit) withComposer(parts, edit);
			return edit !== undefined;
		},
		insert: text => withComposer(parts, buffer => insert(buffer, text)),
		paste: text => withComposer(parts, buffer => paste(buffer, text)),
		submit: whileRunning => submit(parts, whileRunning),
		chooseModel: pattern => chooseModel(parts, pattern),
	};
}
