import type {Command} from './define-command.ts';

export const settingsCommand: Command = {
	name: 'settings',
	summary: 'Look at all settings and change them',
	run: (_argument, {ui}) => ui.open('settings'),
};
