import {
	describeExtensions,
	openExtensions,
	openProject,
	silentInterface,
} from '../../harness/index.ts';
import {piModules} from '../../sdk/pi-modules/index.ts';
import {exitCodes} from '../exit-codes.ts';
import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';

/** Loads the extensions as a session would, and says what each hooks and what its load took. */
export const doctor: RunSubcommand = async (argv, surroundings) => {
	if (argv.length > 1 || (argv[0] ?? 'extensions') !== 'extensions')
		throw new UsageError('bough doctor looks at extensions: bough doctor extensions');
	const {cwd, userHome, places, settings} = surroundings;
	const notices: string[] = [];
	const ui = {...silentInterface, notify: (text: string) => void notices.push(text)};
	const trustFlag = undefined;
	const project = await openProject({cwd, userHome, places, settings, trustFlag, ui});
	const host = await openExtensions({
		...{cwd, userHome, places, settings, project, ui},
		named: [],
		onlyNamed: false,
		modules: piModules,
	});
	process.stdout.write(`${describeExtensions(host)}\n`);
	for (const notice of notices) process.stderr.write(`bough: ${notice}\n`);
	const {size} = host.failed();
	host.unload();
	return size === 0 ? exitCodes.ok : exitCodes.modelError;
};
