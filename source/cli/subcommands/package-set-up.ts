import {parseArgs} from 'node:util';
import {
	createPackageKeeper,
	hasProjectResources,
	openProject,
	type PackageChange,
	type PackageKeeper,
	rememberTrust,
	silentInterface,
} from '../../harness/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {complain} from '../process-ends.ts';
import type {Surroundings} from '../set-up.ts';
import {UsageError} from '../usage-error.ts';

export type PackageArguments = {
	readonly words: readonly string[];
	/** The settings of the project instead of the person's own. */
	readonly scope: 'person' | 'project';
	/** Trust of the command line, for this run. */
	readonly trustFlag: boolean | undefined;
};

/** What the package commands have in common. */
export function parsePackageArguments(
	name: string,
	argv: readonly string[],
	mostWords: number,
): PackageArguments {
	try {
		const {values, positionals} = parseArgs({
			args: [...argv],
			allowPositionals: true,
			options: {
				local: {type: 'boolean', short: 'l'},
				approve: {type: 'boolean', short: 'a'},
			},
		});
		if (positionals.length > mostWords)
			throw new UsageError(
				`\`bough ${name}\` does not take so many words. To send them as a prompt: bough -- ${name} ${argv.join(' ')}`,
			);
		return {
			words: positionals,
			scope: values.local ? 'project' : 'person',
			trustFlag: values.approve,
		};
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw new UsageError(`bough ${name}: ${reasonOf(error)}`, {cause: error});
	}
}

export type PackageSetUp = {
	readonly keeper: PackageKeeper;
	/** After a change in the project: what it holds now is what the person wanted. */
	changed(): Promise<void>;
};

/**
 * Packages of the person, and of the project as far as it is trusted. To change a project is to decide about it: one
 * that brings something of its own must be trusted before.
 */
export async function setUpPackages(
	{scope, trustFlag}: PackageArguments,
	{cwd, userHome, places, settings}: Surroundings,
): Promise<PackageSetUp> {
	const ui = {...silentInterface, notify: complain};
	const project = await openProject({
		cwd,
		userHome,
		places,
		settings,
		trustFlag,
		ui: scope === 'project' ? silentInterface : ui,
	});
	if (scope === 'project' && !project.isTrusted()) {
		if (hasProjectResources(cwd, userHome))
			throw new UsageError(
				'This project has files of its own that nobody trusted yet. Open bough here to decide, or add --approve.',
			);
		settings.load(places.project);
	}

	const keeper = createPackageKeeper({
		cwd,
		userHome,
		settings,
		owners: {person: places.home, project: places.project},
	});
	return {
		keeper,
		async changed() {
			if (scope === 'project' && trustFlag === undefined)
				await rememberTrust({cwd, userHome, home: places.home, ui});
		},
	};
}

const shortened = (text: string): string => (text.length > 27 ? `${text.slice(0, 26)}…` : text);

/** A version with what it is by content. */
const versionText = ({version, integrity, content}: NonNullable<PackageChange['now']>): string =>
	`${version.slice(0, 40)} (${shortened(integrity ?? content)})`;

/** One line about what happened to a package, and one for each warning. */
export function changeText({source, before, now, warnings}: PackageChange, done: string): string {
	const version = now ? ` ${versionText(now)}` : '';
	const from =
		before && now && before.version !== now.version ? `, was ${versionText(before)}` : '';
	return [`${done} ${source.text}${version}${from}`, ...warnings.map(each => `  ${each}`)].join(
		'\n',
	);
}

export const say = (text: string): void => {
	process.stdout.write(`${text}\n`);
};
