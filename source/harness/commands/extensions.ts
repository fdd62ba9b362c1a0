import {describeExtensions} from '../extensions/describe.ts';
import type {Command} from './define-command.ts';

export const extensionsCommand: Command = {
	name: 'extensions',
	summary: 'Show extensions: what each hooks, has registered, and costs',
	run(_argument, {ui, extensions}) {
		ui.notify(extensions ? describeExtensions(extensions) : 'There are no extensions here.');
	},
};
