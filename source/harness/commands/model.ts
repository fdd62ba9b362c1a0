import type {Command} from './define-command.ts';

export const modelCommand: Command = {
	name: 'model',
	summary: 'Choose who answers',
	argumentHint: '[provider/id]',
	run: (pattern, {ui, chooseModel}) => (pattern === '' ? ui.open('model') : chooseModel(pattern)),
};
