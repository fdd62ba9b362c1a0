import {commands} from '../../harness/index.ts';
import type {ActionId} from './keys/bindings.ts';
import {bindings} from './keys/bindings.ts';
import type {Keymap} from './keys/keymap.ts';

const shown: readonly ActionId[] = [
	'tui.input.submit',
	'app.message.followUp',
	'tui.input.newLine',
	'app.interrupt',
	'app.clear',
	'app.exit',
	'app.suspend',
	'app.message.dequeue',
	'app.tools.expand',
	'app.thinking.toggle',
	'app.thinking.cycle',
	'app.model.select',
	'tui.altScreen.pageUp',
	'tui.altScreen.pageDown',
	'tui.altScreen.previousPrompt',
	'tui.altScreen.bottom',
	'tui.editor.undo',
];

const width = Math.max(
	...commands.map(({name, argumentHint = ''}) => `/${name} ${argumentHint}`.length),
);
const row = (left: string, right: string): string => `  ${left.padEnd(width)}  ${right}`;

/** From the table that makes the keys work. */
export function keysText(keymap: Keymap): string {
	const rows = shown.map(id => row(keymap.keysOf(id).join(', '), bindings[id].does));
	return [
		'Keys',
		...rows,
		'',
		'  !command runs a command; !!command keeps it from the model.',
		'  Shift+drag selects text with the mouse.',
	].join('\n');
}

/** Commands and keys. */
export function helpText(keymap: Keymap): string {
	const rows = commands.map(({name, summary, argumentHint = ''}) =>
		row(`/${name} ${argumentHint}`, summary),
	);
	return ['Commands', ...rows, '', keysText(keymap)].join('\n');
}

/** Every key that does something, by what it does. */
export function allKeysText(keymap: Keymap): string {
	const named = Object.entries(bindings).flatMap(([id, {does}]) => {
		const keys = keymap.keysOf(id as ActionId);
		return keys.length === 0 ? [] : [{does, id, keys: keys.join(', ')}];
	});
	const width = Math.max(...named.map(({keys}) => keys.length));
	return [
		...named.map(({does, id, keys}) => `${keys.padEnd(width)}  ${does}  (${id})`),
		'',
		'keybindings.json in the home changes them: id to key or list of keys.',
	].join('\n');
}
