import type {Command} from './define-command.ts';

export const resumeCommand: Command = {
	name: 'resume',
	summary: 'Open another session of this folder',
	run: (_argument, {ui}) => ui.open('session'),
};
