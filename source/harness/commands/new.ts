import type {Command} from './define-command.ts';

export const newCommand: Command = {
	name: 'new',
	summary: 'Start a new session; this one stays as it is',
	run: (_argument, {session}) => session.newSession(),
};
