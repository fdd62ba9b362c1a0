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
