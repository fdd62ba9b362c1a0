import type {Command} from './define-command.ts';

export const modelCommand: Command = {
	name: 'model',
	summary: 'Choose who answers',
	argumentHint: '[provider/id]',
	async choices({registry}) {
		const lists = await Promise.all(registry.available().map(id => registry.modelsOf(id)));
		return lists.flat().map(({provider, id, name}) => ({value: `${provider}/${id}`, hint: name}));
	},
	run: (pattern, {ui, chooseModel}) => (pattern === '' ? ui.open('model') : chooseModel(pattern)),
};
