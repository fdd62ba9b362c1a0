import fs from 'node:fs';
import readline from 'node:readline/promises';
import {parseArgs} from 'node:util';
import {
	type ImportedFile,
	type PiImport,
	planPiImport,
	problemText,
	runPiImport,
} from '../../harness/index.ts';
import {reasonOf} from '../../lib/errors.ts';
import {exitCodes} from '../exit-codes.ts';
import {complain} from '../process-ends.ts';
import {UsageError} from '../usage-error.ts';
import type {RunSubcommand} from './define-subcommand.ts';
import {say} from './package-set-up.ts';

type Wishes = {
	/** undefined: ask. */
	readonly credentials: boolean | undefined;
	readonly isTrial: boolean;
};

function parse(argv: readonly string[]): Wishes {
	try {
		const {values, positionals} = parseArgs({
			args: [...argv],
			allowPositionals: true,
			allowNegative: true,
			options: {credentials: {type: 'boolean'}, 'dry-run': {type: 'boolean', short: 'n'}},
		});
		if (positionals.length !== 1 || positionals[0] !== 'pi')
			throw new UsageError(
				`bough import pi is all that can be imported. To send the words as a prompt: bough -- import ${argv.join(' ')}`,
			);
		return {credentials: values.credentials, isTrial: values['dry-run'] === true};
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw new UsageError(`bough import: ${reasonOf(error)}`, {cause: error});
	}
}

function fileLines(what: string, {taken, kept, refused, to}: ImportedFile): readonly string[] {
	const names = Object.keys(taken);
	return [
		...(names.length > 0 ? [`${what}: ${names.join(', ')}`] : []),
		...(kept.length > 0 ? [`  ${to} has its own: ${kept.join(', ')}`] : []),
		...refused.map(each => `  left out: ${each}`),
	];
}

const planText = ({settings, models, keys, texts, sessions}: PiImport): string =>
	[
		...fileLines('settings', settings),
		...fileLines('providers and models', models),
		...fileLines('keys', keys),
		...(texts.length > 0 ? [`instructions: ${texts.join(', ')}`] : []),
		...(sessions.length > 0 ? [`sessions, as links: ${sessions.length}`] : []),
	].join('\n');

async function mayCopy({taken}: ImportedFile, wish: boolean | undefined): Promise<boolean> {
	const providers = Object.keys(taken);
	if (wish !== undefined || providers.length === 0) return wish === true;
	if (!process.stdin.isTTY) {
		complain(`Keys stay where they are (${providers.join(', ')}): --credentials copies them too.`);
		return false;
	}

	const dialog = readline.createInterface({input: process.stdin, output: process.stderr});
	try {
		const answer = await dialog.question(`Copy the keys of ${providers.join(', ')}? [y/N] `);
		return /^y(?:es)?$/i.test(answer.trim());
	} finally {
		dialog.close();
	}
}

export const importFrom: RunSubcommand = async (argv, {places}) => {
	const {credentials, isTrial} = parse(argv);
	if (!fs.existsSync(places.pi.home))
		throw new UsageError(
			`There is no ${places.pi.home}; PI_CODING_AGENT_DIR names another folder of pi.`,
		);
	const plan = planPiImport(places);
	for (const problem of plan.problems) complain(problemText(problem));
	const text = planText(plan);
	if (text !== '') say(text);
	if (isTrial) {
		for (const line of fileLines('keys of providers, if you want', plan.credentials)) say(line);
		return exitCodes.ok;
	}

	const withKeys = await mayCopy(plan.credentials, credentials);
	await runPiImport(plan, places, {credentials: withKeys});
	if (withKeys) for (const line of fileLines('keys of providers', plan.credentials)) say(line);
	say(
		text === '' && !withKeys
			? 'There was nothing to take over.'
			: 'Done. Nothing of pi was changed; its skills, prompts, themes, extensions and packages are used where they are.',
	);
	return exitCodes.ok;
};
