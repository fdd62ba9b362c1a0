import {parseArguments} from './arguments.ts';
import {exitCodes} from './exit-codes.ts';
import {complain, endWithReader} from './process-ends.ts';
import type {Subcommand} from './subcommands/define-subcommand.ts';
import {findSubcommand, subcommandHelp} from './subcommands/index.ts';

const version = typeof BOUGH_VERSION === 'string' ? BOUGH_VERSION : '0.0.0';

/** The command line, a file it names or the configuration is wrong: nothing a second try would change. */
const usageErrors = new Set([
	'UsageError',
	'ConfigFileError',
	'ModelChoiceError',
	'NoModelError',
	'SessionError',
	'PackageError',
]);

/** Errors that are made of a sentence for people; any other is a fault of ours and shows where it happened. */
const faults = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);

function report(error: unknown): number {
	if (!(error instanceof Error)) complain(String(error));
	else complain(faults.has(error.name) ? (error.stack ?? error.message) : error.message);
	return error instanceof Error && usageErrors.has(error.name)
		? exitCodes.usage
		: exitCodes.modelError;
}

async function runSubcommand(subcommand: Subcommand, argv: readonly string[]): Promise<number> {
	if (argv.some(argument => argument === '--help' || argument === '-h')) {
		process.stdout.write(`${subcommandHelp(subcommand)}\n`);
		return exitCodes.ok;
	}

	const {surroundingsOf} = await import('./surroundings.ts');
	const run = await subcommand.load();
	return run(argv, surroundingsOf('print'));
}

/** Runs the program; resolves with its exit code. Help and version load nothing of the app. */
export async function main(argv: readonly string[]): Promise<number> {
	endWithReader();
	try {
		const subcommand = findSubcommand(argv[0]);
		if (subcommand) return await runSubcommand(subcommand, argv.slice(1));
		const args = await parseArguments(argv);
		if (args.flags.help) {
			const {helpText} = await import('./help-text.ts');
			process.stdout.write(`${helpText(version)}\n`);
			return exitCodes.ok;
		}

		if (args.flags.version) {
			process.stdout.write(`${version}\n`);
			return exitCodes.ok;
		}

		const {start} = await import('./start.ts');
		return await start(args, version);
	} catch (error) {
		return report(error);
	}
}
