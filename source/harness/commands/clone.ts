import type {Command} from './define-command.ts';

export const cloneCommand: Command = {
	name: 'clone',
	summary: 'New session with everything up to here',
	async run(_argument, {session, ui}) {
		await session.clone();
		ui.notify('This is a copy; the session it was made of is as it was.');
	},
};
