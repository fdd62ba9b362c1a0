import type {Command} from './define-command.ts';

export const reloadCommand: Command = {
	name: 'reload',
	summary: 'Read settings, skills, slash prompts and instructions again',
	async run(_argument, {ui, reload}) {
		await reload();
		ui.notify('Everything was read again.');
	},
};
