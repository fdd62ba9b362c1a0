import type {Command} from './define-command.ts';

export const quitCommand: Command = {
	name: 'quit',
	summary: 'Leave',
	run: (_argument, {quit}) => quit(),
};
