import {type EditorAction, edit, isEditorCommand} from '../composer/edit.ts';
import {shownText, type TextBuffer} from '../composer/text-buffer.ts';
import {type ActionId, bindings} from '../keys/bindings.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {InputEvent} from '../terminal/input-event.ts';
import {browsing, type Going, patch} from './going.ts';
import {jump, leave} from './jump.ts';
import type {NavigatorTask} from './navigator-state.ts';

type Writing = Extract<NavigatorTask, {readonly buffer: TextBuffer}>;

const isAction = (id: string): id is ActionId => Object.hasOwn(bindings, id);

const lineCommands = Object.keys(bindings)
	.filter(isAction)
	.filter(id => isEditorCommand(id) && id !== 'tui.input.newLine');

function finishWriting(going: Going, {kind, id, buffer}: Writing): void {
	const text = shownText(buffer).trim();
	if (kind === 'label') {
		going.port?.setLabel(id, text === '' ? undefined : text);
		patch(going, {task: browsing});
		return;
	}

	const focus = text === '' ? {} : {customInstructions: text};
	void jump(going, id, {summarize: true, ...focus});
}

function stopWriting(going: Going, {kind, id}: Writing): void {
	patch(going, {task: browsing});
	if (kind === 'instructions') void leave(going, id);
}

/** One line of text; a line end in what is pasted becomes a space. */
export function writeLine(going: Going, event: InputEvent, keymap: Keymap): void {
	const {task} = going.store.get();
	if (!('buffer' in task)) return;
	const change = (action: EditorAction) =>
		patch(going, {task: {...task, buffer: edit(task.buffer, action)}});
	if (event.kind === 'text' || event.kind === 'paste') {
		change({type: 'insert', text: event.text.replace(/\s+/g, ' ')});
	} else if (keymap.matches('tui.select.confirm', event)) finishWriting(going, task);
	else if (keymap.matches('tui.select.cancel', event)) stopWriting(going, task);
	else {
		const command = keymap.actionOf(event, lineCommands);
		if (command && isEditorCommand(command)) change({type: command});
	}
}
