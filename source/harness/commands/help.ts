import type {Command} from './define-command.ts';

export const helpCommand: Command = {
	name: 'help',
	summary: 'Show commands and keys',
	run: (_argument, {ui}) => ui.open('help'),
};
