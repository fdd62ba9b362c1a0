import {nearestWord} from '../../lib/nearest.ts';
import {openPage} from '../auth/open-page.ts';
import {createScreenPort} from '../auth/screen-port.ts';
import {
	type SignInTarget,
	type SignInWay,
	signIn,
	signInTarget,
	signInTargets,
	sourceText,
} from '../auth/sign-in.ts';
import {SignInCancelled} from '../auth/sign-in-flow.ts';
import type {Command, CommandContext} from './define-command.ts';

const nameWithState = ({name, source}: SignInTarget): string => {
	const state = sourceText(source);
	return state === undefined ? name : `${name} · ${state}`;
};

async function chooseTarget(
	wanted: string,
	{models, ui}: CommandContext,
): Promise<SignInTarget | undefined> {
	const known = models.registry.providers();
	if (wanted !== '') {
		if (known.includes(wanted) || models.credentials.flows.get(wanted))
			return signInTarget(wanted, models);
		const near = nearestWord(wanted, known);
		// Somebody may have written a key here: it is not said again.
		throw new Error(
			near
				? `There is no such provider. Did you mean ${near}?`
				: 'There is no such provider; /login alone lists them. A key is asked for, not written behind the command.',
		);
	}

	const targets = signInTargets(models);
	const options = targets.map(nameWithState);
	const chosen = await ui.ask({kind: 'select', title: 'Sign in to which provider?', options});
	return targets[options.indexOf(chosen ?? '')];
}

async function chooseWay(
	{flow, takesKey, name}: SignInTarget,
	{ui}: CommandContext,
): Promise<SignInWay | undefined> {
	if (!flow) return 'key';
	if (!takesKey) return 'flow';
	const withKey = 'With a key';
	const title = `How do you sign in to ${name}?`;
	const chosen = await ui.ask({kind: 'select', title, options: [flow.label, withKey]});
	if (chosen === undefined) return undefined;
	return chosen === withKey ? 'key' : 'flow';
}

/** Whoever had no model has one now. */
async function chooseDefault({provider, name}: SignInTarget, context: CommandContext) {
	const {session, models, ui} = context;
	const {model} = session.getState();
	const usual = await models.registry.defaultOf(provider);
	if (usual && (model === undefined || model.provider === 'demo')) {
		await context.chooseModel(`${provider}/${usual.id}`);
		ui.notify(`Signed in to ${name}. ${usual.name} answers from now on; /model chooses another.`);
	} else ui.notify(`Signed in to ${name}. /model lists its models.`);
}

export const loginCommand: Command = {
	name: 'login',
	summary: 'Sign in to a provider, or give its key',
	argumentHint: '[provider]',
	isPrivate: true,
	async run(wanted, context) {
		const target = await chooseTarget(wanted, context);
		const way = target && (await chooseWay(target, context));
		if (!target || !way) return;
		const {models, ui, copy, environment} = context;
		const port = createScreenPort({ui, copy, openPage: url => openPage(url, environment)});
		try {
			await signIn(target, way, {...models, port});
		} catch (error) {
			if (error instanceof SignInCancelled) return ui.notify('The sign-in was cancelled.');
			throw error;
		} finally {
			port.close();
		}

		await chooseDefault(target, context);
	},
};
