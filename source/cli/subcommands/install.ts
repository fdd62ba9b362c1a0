import {exitCodes} from '../exit-codes.ts';
import type {RunSubcommand} from './define-subcommand.ts';
import {changeText, parsePackageArguments, say, setUpPackages} from './package-set-up.ts';

export const install: RunSubcommand = async (argv, surroundings) => {
	const args = parsePackageArguments('install', argv, 1);
	const {keeper, changed} = await setUpPackages(args, surroundings);
	const [source] = args.words;
	if (source === undefined) {
		const changes = await keeper.restore(args.scope);
		for (const change of changes) say(changeText(change, 'Installed'));
		if (changes.length === 0) say('Everything that is listed is installed.');
	} else say(changeText(await keeper.install(source, args.scope), 'Installed'));
	await changed();
	return exitCodes.ok;
};
