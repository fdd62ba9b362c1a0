import {type PackageFile, type PackageState, packageFiles} from '../../harness/index.ts';
import {exitCodes} from '../exit-codes.ts';
import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';
import {parsePackageArguments, say, setUpPackages} from './package-set-up.ts';

const usage = 'bough config, or bough config on|off <package> <resource>';

function show(state: PackageState): void {
	const rows = packageFiles(state).map(
		({kind, name, isOn}) => `  [${isOn ? 'x' : ' '}] ${kind.replace(/s$/, '')} ${name}`,
	);
	say([`${state.source.text}:`, ...(rows.length > 0 ? rows : ['  nothing'])].join('\n'));
}

function oneOf(state: PackageState, name: string): PackageFile {
	const files = packageFiles(state);
	const found = files.filter(file => file.name === name || file.name.endsWith(`/${name}`));
	const [one, other] = found;
	if (one && !other) return one;
	const names = (found.length > 0 ? found : files).map(file => file.name).join(', ');
	throw new UsageError(
		one
			? `"${name}" may be several things: ${names}. Write it with its folder.`
			: `${state.source.text} brings no "${name}"; it brings ${names || 'nothing'}.`,
	);
}

export const config: RunSubcommand = async (argv, surroundings) => {
	const args = parsePackageArguments('config', argv, 3);
	const {keeper, changed} = await setUpPackages(args, surroundings);
	const [verb, text, name] = args.words;
	if (verb === undefined) {
		const all = keeper.list().filter(({isInstalled}) => isInstalled);
		for (const state of all) show(state);
		if (all.length === 0) say('There are no packages. `bough install npm:name` adds one.');
		return exitCodes.ok;
	}

	if ((verb !== 'on' && verb !== 'off') || text === undefined || name === undefined)
		throw new UsageError(usage);
	const listed = keeper.find(text);
	const state = keeper.list().find(({identity}) => identity === listed?.identity);
	if (!state) throw new UsageError(`${text} is not installed; \`bough list\` shows what is.`);
	const file = oneOf(state, name);
	await keeper.turn(state, file, {isOn: verb === 'on', scope: args.scope});
	say(`${file.name} of ${state.source.text} is ${verb}`);
	await changed();
	return exitCodes.ok;
};
