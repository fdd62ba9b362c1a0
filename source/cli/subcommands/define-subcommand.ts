import type {Surroundings} from '../set-up.ts';

/** What stands behind the word on the command line; resolves with the exit code. */
export type RunSubcommand = (
	argv: readonly string[],
	surroundings: Surroundings,
) => Promise<number>;

export type Subcommand = {
	readonly name: string;
	readonly aliases?: readonly string[];
	/** As in the help: what may follow the name. */
	readonly usage: string;
	readonly summary: string;
	/** What its own help says beside the summary. */
	readonly details?: string;
	load(): Promise<RunSubcommand>;
};
