import type {Command} from './define-command.ts';

export const treeCommand: Command = {
	name: 'tree',
	summary: 'Go to another place of this session',
	run: (_argument, {ui}) => ui.open('tree'),
};
