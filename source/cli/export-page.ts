import {exportHtml, openSession} from '../harness/index.ts';
import type {Arguments} from './arguments.ts';
import {exitCodes} from './exit-codes.ts';
import {sessionFile} from './open-flags.ts';
import type {Surroundings} from './set-up.ts';

/** `--export session [page]`: needs no model and no screen. */
export async function exportPage(
	{flags, input}: Arguments,
	{cwd, places}: Surroundings,
): Promise<number> {
	const file = await sessionFile(flags.export ?? '', places.sessions, cwd);
	const tree = openSession(file);
	process.stdout.write(`${exportHtml(tree, cwd, input[0])}\n`);
	return exitCodes.ok;
}
