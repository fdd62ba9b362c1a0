import type {Command} from './define-command.ts';

export const changelogCommand: Command = {
	name: 'changelog',
	summary: 'Show what is new',
	run: (_argument, {ui}) => ui.open('changelog'),
};
