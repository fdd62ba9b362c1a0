import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';

export const update: RunSubcommand = async (argv, surroundings) => {
	if (argv.includes('--models')) {
		const {updateModels} = await import('./update-models.ts');
		return updateModels(argv, surroundings);
	}

	throw new UsageError(
		'What is to be updated? `bough update --models` fetches the list of models.',
	);
};
