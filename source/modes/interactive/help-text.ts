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

/** Commands and keys, from the lists that make them work. */
export function helpText(keymap: Keymap): string {
	const width = Math.max(
		...commands.map(({name, argumentHint}) => name.length + (argumentHint?.length ?? 0) + 2),
	);
	const commandLines = commands.map(
		({name, summary, argumentHint = ''}) =>
			`  ${`/${name} ${argumentHint}`.padEnd(width + 1)} ${summary}`,
	);
	const keyLines = shown.map(
		id =>
			`  ${keymap
				.keysOf(id)
				.join(', ')
				.padEnd(width + 1)} ${bindings[id].does}`,
	);
	return [
		'Commands',
		...commandLines,
		'',
		'Keys',
		...keyLines,
		'',
		'  !command runs a command; !!command keeps it from the model.',
		'  Shift+drag selects text with the mouse.',
	].join('\n');
}
