import type {Actions} from '../actions.ts';
import type {Completion} from '../completion/completion.ts';
import type {ExtensionScreen} from '../extensions/create-surface.ts';
import type {OverlayControl} from '../overlays.ts';
import type {Pages} from '../pages.ts';
import type {InputEvent, KeyEvent, MouseEvent} from '../terminal/input-event.ts';
import type {TranscriptSource} from '../transcript/transcript-source.ts';
import type {ActionId} from './bindings.ts';
import {keyText} from './key.ts';
import type {Keymap} from './keymap.ts';

/** In the order they are tried: what is meant globally before what the editor makes of a key. */
const chatActions: readonly ActionId[] = [
	'app.interrupt',
	'app.clear',
	'app.exit',
	'app.suspend',
	'app.editor.external',
	'app.history.search',
	'app.clipboard.pasteImage',
	'app.message.followUp',
	'app.message.dequeue',
	'app.model.select',
	'app.model.cycleForward',
	'app.model.cycleBackward',
	'app.thinking.cycle',
	'app.thinking.toggle',
	'app.tools.expand',
	'app.session.tree',
	'app.session.fork',
	'tui.altScreen.previousPrompt',
	'tui.altScreen.nextPrompt',
	'tui.altScreen.top',
	'tui.altScreen.bottom',
	'tui.altScreen.pageUp',
	'tui.altScreen.pageDown',
	'tui.altScreen.halfPageUp',
	'tui.altScreen.halfPageDown',
	'tui.altScreen.lineUp',
	'tui.altScreen.lineDown',
	'tui.input.newLine',
	'tui.input.submit',
	'tui.input.tab',
	'tui.editor.cursorUp',
	'tui.editor.cursorDown',
	'tui.editor.historyPrevious',
	'tui.editor.historyNext',
	'tui.editor.pageUp',
	'tui.editor.pageDown',
	'tui.editor.jumpForward',
	'tui.editor.jumpBackward',
	'tui.editor.cursorLeft',
	'tui.editor.cursorRight',
	'tui.editor.cursorWordLeft',
	'tui.editor.cursorWordRight',
	'tui.editor.cursorLineStart',
	'tui.editor.cursorLineEnd',
	'tui.editor.deleteCharBackward',
	'tui.editor.deleteCharForward',
	'tui.editor.deleteWordBackward',
	'tui.editor.deleteWordForward',
	'tui.editor.deleteToLineStart',
	'tui.editor.deleteToLineEnd',
	'tui.editor.yank',
	'tui.editor.yankPop',
	'tui.editor.undo',
];

/** What stays ours when an extension brings another editor. */
const ourActions = chatActions.filter(action => /^(?:app|tui\.altScreen)\./.test(action));

const wheelRows = 3;

export type KeyRouterParts = {
	readonly keymap: Keymap;
	readonly actions: Actions;
	readonly overlays: OverlayControl;
	readonly completion: Completion;
	paste(text: string): void;
	readonly transcript: TranscriptSource;
	readonly extensions: Pick<ExtensionScreen, 'handle'>;
	/** Whether an extension has this key; it was run then. */
	press(key: string): boolean;
	readonly pages: Pages;
};

function onMouse({action, button}: MouseEvent, transcript: TranscriptSource): void {
	if (action !== 'wheel') return;
	transcript.scroll(button === 'wheelUp' ? -wheelRows : wheelRows);
}

function onChatKey(event: KeyEvent, {keymap, actions, completion, press}: KeyRouterParts): void {
	const taken = completion.handle(event, keymap);
	if (taken === 'send') actions.submit('steer');
	if (taken !== false || press(keyText(event))) return;
	// A key may mean several things; the first that has something to do takes it.
	chatActions.filter(action => keymap.matches(action, event)).some(action => actions.run(action));
}

/** An overlay has the keyboard while it is open, then a page or what an extension shows; else the chat, and there first what is offered. */
export function createKeyRouter(parts: KeyRouterParts) {
	const {keymap, actions, overlays, transcript, pages, extensions} = parts;
	/** Keys that another editor does not get. */
	const isOurs = (event: InputEvent) =>
		ourActions.filter(action => keymap.matches(action, event)).some(action => actions.run(action));
	return (event: InputEvent): void => {
		const page = pages.current();
		if (overlays.isOpen() && event.kind !== 'mouse') overlays.handle(event, keymap);
		else if (page) page.handle(event, keymap);
		else if (event.kind === 'mouse') onMouse(event, transcript);
		else if (extensions.handle(event, () => isOurs(event))) return;
		else if (event.kind === 'text') actions.compose({type: 'insert', text: event.text});
		else if (event.kind === 'paste') parts.paste(event.text);
		else if (event.kind === 'key') onChatKey(event, parts);
	};
}
