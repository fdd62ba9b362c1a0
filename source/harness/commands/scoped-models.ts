import type {Command} from './define-command.ts';

export const scopedModelsCommand: Command = {
	name: 'scoped-models',
	summary: 'Choose the models to go through with the keys',
	run: (_argument, {ui}) => ui.open('scoped-models'),
};
