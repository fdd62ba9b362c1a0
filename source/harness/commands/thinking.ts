import {nearestWord} from '../../lib/nearest.ts';
import {offeredLevels} from '../model-choice.ts';
import type {Command} from './define-command.ts';

export const thinkingCommand: Command = {
	name: 'thinking',
	summary: 'Choose how hard the model thinks',
	argumentHint: '[level]',
	choices: async ({session}) => offeredLevels(session.getState().model).map(value => ({value})),
	async run(wanted, {session, ui}) {
		const {model, level} = session.getState();
		const offered = offeredLevels(model);
		if (offered.length < 2) {
			ui.notify(`${model?.name ?? 'This model'} does not think in levels.`);
			return;
		}

		const title = `How hard is ${model?.name ?? 'the model'} to think? Now: ${level}`;
		const name = wanted || (await ui.ask({kind: 'select', title, options: offered}));
		const chosen = offered.find(each => each === name);
		if (chosen) session.setThinkingLevel(chosen);
		else if (name !== undefined) {
			const near = nearestWord(name, offered);
			throw new Error(
				`There is no level "${name}"; ${near ? `did you mean ${near}?` : `there are ${offered.join(', ')}.`}`,
			);
		}
	},
};
