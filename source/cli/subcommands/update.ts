import type {PackageKeeper, PackageState} from '../../harness/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {exitCodes} from '../exit-codes.ts';
import {complain} from '../process-ends.ts';
import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';
import {changeText, parsePackageArguments, say, setUpPackages} from './package-set-up.ts';

function wanted(keeper: PackageKeeper, text: string | undefined): readonly PackageState[] {
	const all = keeper.list();
	if (text === undefined) return all.filter(({source}) => source.kind !== 'folder');
	const one = keeper.find(text);
	if (!one) throw new UsageError(`${text} is not installed; \`bough list\` shows what is.`);
	return all.filter(({identity}) => identity === one.identity);
}

export const update: RunSubcommand = async (argv, surroundings) => {
	if (argv.includes('--models')) {
		const {updateModels} = await import('./update-models.ts');
		return updateModels(argv, surroundings);
	}

	const args = parsePackageArguments('update', argv, 1);
	const {keeper, changed} = await setUpPackages(args, surroundings);
	const packages = wanted(keeper, args.words[0]);
	if (packages.length === 0) say('There are no packages to update.');
	let code: number = exitCodes.ok;
	for (const each of packages) {
		try {
			const change = await keeper.update(each);
			say(change ? changeText(change, 'Updated') : `${each.source.text} is up to date`);
		} catch (error) {
			// One that fails does not hold up the others.
			complain(`${each.source.text}: ${reasonOf(error)}`);
			code = exitCodes.modelError;
		}
	}

	await changed();
	return code;
};
