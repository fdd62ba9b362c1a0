import type {Command} from './define-command.ts';

export const forkCommand: Command = {
	name: 'fork',
	summary: 'New session from an earlier prompt',
	run: (_argument, {ui}) => ui.open('fork'),
};
