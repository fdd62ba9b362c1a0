import {parseArgs} from 'node:util';
import {fetchFor, usualSource} from '../../ai/index.ts';
import {updateHomeCatalog} from '../../harness/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {exitCodes} from '../exit-codes.ts';
import {complain} from '../process-ends.ts';
import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';

const idleMs = 60_000;

function sourceOf(argv: readonly string[]): string | undefined {
	try {
		const options = {models: {type: 'boolean'}, from: {type: 'string'}} as const;
		return parseArgs({args: [...argv], options}).values.from;
	} catch (error) {
		throw new UsageError(`bough update: ${reasonOf(error)}`, {cause: error});
	}
}

/** `bough update --models`: the newest facts about models, kept in the home. */
export const updateModels: RunSubcommand = async (argv, {environment, places}) => {
	const from = sourceOf(argv) ?? (environment.BOUGH_MODELS_URL || usualSource);
	if (environment.BOUGH_OFFLINE && /^https?:/.test(from))
		throw new UsageError('BOUGH_OFFLINE is set: --from takes a file then.');
	const fetch = await fetchFor(environment, idleMs);
	const {count, asOf, notes, isOlder} = await updateHomeCatalog(places.home, from, fetch);
	for (const note of notes) complain(note);
	process.stdout.write(`${count} models as of ${asOf}, from ${from}\n`);
	if (isOlder)
		complain('that is older than what bough brings along, which is used until it is newer');
	return exitCodes.ok;
};
