import {parseArguments} from './arguments.ts';
import {exitCodes} from './exit-codes.ts';
import {complain, endWithReader} from './process-ends.ts';

const version = typeof BOUGH_VERSION === 'string' ? BOUGH_VERSION : '0.0.0';

/** The command line, a file it names or the configuration is wrong: nothing a second try would change. */
const usageErrors = new Set([
	'UsageError',
	'ConfigFileError',
	'ModelChoiceError',
	'NoModelError',
	'SessionError',
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

/** Runs the program; resolves with its exit code. Help and version load nothing of the app. */
export async function main(argv: readonly string[]): Promise<number> {
	endWithReader();
	try {
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
