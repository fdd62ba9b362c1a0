import {nearestWord} from '../../lib/nearest.ts';
import {offeredLevels} from '../model-choice.ts';
import type {Command} from './define-command.ts';

export const thinkingCommand: Command = {
	name: 'thinking',
	summary: 'Choose how hard the model thinks',
	argumentHint: '[level]',
	choices: async ({session}) => offeredLevels(session.getState().model).map(value => ({value})),
	async run(wanted, {session, ui}) {
		const {model} = session.getState();
		const offered = offeredLevels(model);
		if (offered.length < 2) {
			ui.notify(`${model?.name ?? 'This model'} does not think in levels.`);
			return;
		}

		if (wanted === '') {
			ui.open('thinking');
			return;
		}

		const chosen = offered.find(each => each === wanted);
		if (chosen) session.setThinkingLevel(chosen);
		else {
			const near = nearestWord(wanted, offered);
			throw new Error(
				`There is no level "${wanted}"; ${near ? `did you mean ${near}?` : `there are ${offered.join(', ')}.`}`,
			);
		}
	},
};
