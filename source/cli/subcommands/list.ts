import {type PackageState, packageFiles} from '../../harness/index.ts';
import {exitCodes} from '../exit-codes.ts';
import type {RunSubcommand} from './define-subcommand.ts';
import {parsePackageArguments, say, setUpPackages} from './package-set-up.ts';

function stateText({source, locked, isInstalled, isChanged}: PackageState): string {
	if (!isInstalled) return source.kind === 'folder' ? 'not there' : 'not installed';
	const version = locked ? ` ${locked.version}` : '';
	const changed = isChanged ? ', changed since it was installed' : '';
	return `${version}${changed}`.trim();
}

function lines(state: PackageState): readonly string[] {
	const {source, folder, isInstalled} = state;
	const text = stateText(state);
	const files = isInstalled ? packageFiles(state) : [];
	const kinds = Map.groupBy(files, ({kind}) => kind);
	const counts = [...kinds].map(([kind, found]) => {
		const on = found.filter(({isOn}) => isOn).length;
		const what = found.length === 1 ? kind.replace(/s$/, '') : kind;
		return `${on === found.length ? on : `${on} of ${found.length}`} ${what}`;
	});
	return [
		`  ${source.text}${text === '' ? '' : `  ${text}`}`,
		`    ${folder}${counts.length === 0 ? '' : `  (${counts.join(', ')})`}`,
	];
}

export const list: RunSubcommand = async (argv, surroundings) => {
	const args = parsePackageArguments('list', argv, 0);
	const {keeper} = await setUpPackages(args, surroundings);
	const all = keeper.list();
	if (all.length === 0) say('There are no packages. `bough install npm:name` adds one.');
	for (const [scope, title] of [
		['person', 'Your packages'],
		['project', 'Packages of this project'],
	] as const) {
		const own = all.filter(each => each.scope === scope);
		if (own.length > 0) say([`${title}:`, ...own.flatMap(lines)].join('\n'));
	}

	return exitCodes.ok;
};
