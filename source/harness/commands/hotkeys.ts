import type {Command} from './define-command.ts';

export const hotkeysCommand: Command = {
	name: 'hotkeys',
	summary: 'Show the keys',
	run: (_argument, {ui}) => ui.open('hotkeys'),
};
