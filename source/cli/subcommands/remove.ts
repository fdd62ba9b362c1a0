import {exitCodes} from '../exit-codes.ts';
import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';
import {parsePackageArguments, say, setUpPackages} from './package-set-up.ts';

export const remove: RunSubcommand = async (argv, surroundings) => {
	const args = parsePackageArguments('remove', argv, 1);
	const [text] = args.words;
	if (text === undefined)
		throw new UsageError('Which package? `bough list` shows what is installed.');
	const {keeper, changed} = await setUpPackages(args, surroundings);
	const source = await keeper.remove(text, args.scope);
	if (source === undefined) {
		const whose = args.scope === 'project' ? 'this project' : 'your settings';
		throw new UsageError(
			`${text} is not among the packages of ${whose}; \`bough list\` shows them.`,
		);
	}

	say(`Removed ${source.text}`);
	await changed();
	return exitCodes.ok;
};
