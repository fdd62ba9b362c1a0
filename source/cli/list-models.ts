import {createCredentials, createModelRegistry, placesFor} from '../harness/index.ts';
import type {Arguments} from './arguments.ts';
import {exitCodes} from './exit-codes.ts';
import type {Surroundings} from './set-up.ts';

const tokens = (count: number): string =>
	count >= 1_000_000 ? `${count / 1_000_000}M` : `${Math.round(count / 1000)}K`;

/** A table of the models that can be used now; words of the command line narrow it. */
export async function listModels(
	args: Arguments,
	{cwd, environment, userHome}: Pick<Surroundings, 'cwd' | 'environment' | 'userHome'>,
): Promise<number> {
	const {home} = placesFor(cwd, environment, userHome);
	const registry = createModelRegistry({home, credentials: createCredentials({home, environment})});
	for (const {path: file, line, message} of registry.problems) {
		process.stderr.write(
			`bough: ${file}${line === undefined ? '' : `, line ${line}`}: ${message}\n`,
		);
	}

	const words = args.input.map(word => word.toLowerCase());
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
		process.stderr.write(`bough: no model fits "${words.join(' ')}".\n`);
		return exitCodes.ok;
	}

	if (rows.length === 0) {
		process.stderr.write(
			'bough: no model can be used. Set the key of a provider in the environment, such as ANTHROPIC_API_KEY or OPENAI_API_KEY.\n',
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
