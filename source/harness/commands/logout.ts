import {signInTarget, sourceText} from '../auth/sign-in.ts';
import type {Command} from './define-command.ts';

export const logoutCommand: Command = {
	name: 'logout',
	summary: 'Forget a key or a sign-in',
	argumentHint: '[provider]',
	async run(wanted, {models, ui}) {
		const {credentials} = models;
		const stored = credentials.stored();
		if (stored.length === 0) return ui.notify('There is nothing in auth.json to forget.');
		const provider =
			wanted || (await ui.ask({kind: 'select', title: 'Forget what?', options: stored}));
		if (provider === undefined) return;
		const wasThere = await credentials.remove(provider);
		const {name, source} = signInTarget(provider, models);
		const still = source ? ` There is still a ${sourceText(source)}.` : '';
		ui.notify(
			wasThere
				? `auth.json has nothing for ${name} any more.${still}`
				: `auth.json had nothing for ${name}.${still}`,
		);
	},
};
