import type {Command} from './define-command.ts';

export const newCommand: Command = {
	name: 'new',
	summary: 'Start a new session; this one stays as it is',
	async run(_argument, {session}) {
		await session.newSession();
	},
};
