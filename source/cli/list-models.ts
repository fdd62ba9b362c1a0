import {createModelRegistry, openCredentials, problemText} from '../harness/index.ts';
import {exitCodes} from './exit-codes.ts';
import {complain} from './process-ends.ts';
import type {Surroundings} from './set-up.ts';

const tokens = (count: number): string =>
	count >= 1_000_000 ? `${count / 1_000_000}M` : `${Math.round(count / 1000)}K`;

/** A table of the models that can be used now; words of the command line narrow it. */
export async function listModels(
	search: readonly string[],
	surroundings: Pick<Surroundings, 'places' | 'environment' | 'settings'>,
): Promise<number> {
	const {home} = surroundings.places;
	const credentials = openCredentials({...surroundings, home});
	const registry = createModelRegistry({home, credentials});
	for (const problem of registry.problems) complain(problemText(problem));
	const words = search.map(word => word.toLowerCase());
	const lists = await Promise.all(registry.available().map(id => registry.modelsOf(id)));
	const rows = lists
		.flat()
		.filter(({provider, id, name}) =>
			words.every(word => `${provider}/${id} ${name}`.toLowerCase().includes(word)),
		)
		.map(model => [
			model.provider,
			model.id,
			tokens(model.contextWindow),
			tokens(model.maxTokens),
			model.reasoning ? 'yes' : 'no',
			model.input.includes('image') ? 'yes' : 'no',
		]);
	if (rows.length === 0 && words.length > 0 && lists.flat().length > 0) {
		complain(`No model that can be used fits "${words.join(' ')}".`);
		return exitCodes.ok;
	}

	if (rows.length === 0) {
		complain(
			'No model can be used. Sign in with `bough auth login`, or set the key of a provider in the environment, such as ANTHROPIC_API_KEY.',
		);
		return exitCodes.ok;
	}

	const table = [['provider', 'model', 'context', 'max-out', 'thinking', 'images'], ...rows];
	const widths =
		table[0]?.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? [];
	for (const row of table) {
		process.stdout.write(
			`${row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd()}\n`,
		);
	}

	return exitCodes.ok;
}
