import type {Command} from './define-command.ts';

export const nameCommand: Command = {
	name: 'name',
	summary: 'Give this session a name',
	argumentHint: '[text]',
	run(title, {session, ui}) {
		if (title === '')
			ui.notify(session.getState().sessionName ?? 'This session has no name. Usage: /name <text>');
		else session.setName(title);
	},
};
