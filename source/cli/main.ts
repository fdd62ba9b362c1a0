import os from 'node:os';
import type {Harness} from '../harness/index.ts';
import {
	killAllGroups,
	ModelChoiceError,
	NoModelError,
	NotASessionError,
	openSettings,
	placesFor,
	type RunLimits,
	SessionWriteError,
} from '../harness/index.ts';
import {type Arguments, helpText, limitsOf, parseArguments} from './arguments.ts';
import {exitCodes} from './exit-codes.ts';
import {readPiped, toPrompts} from './initial-prompt.ts';
import {pickMode} from './pick-mode.ts';
import {setUp} from './set-up.ts';
import {UsageError} from './usage-error.ts';

export const version = typeof BOUGH_VERSION === 'string' ? BOUGH_VERSION : '0.0.0';

const complain = (text: string): void => {
	process.stderr.write(`bough: ${text}\n`);
};

/** A reader that has seen enough (`| head -1`) is no error. */
function ignoreClosedOutput(): void {
	process.stdout.on('error', error => {
		if ('code' in error && error.code === 'EPIPE') process.exit(exitCodes.ok);
		complain(`The output cannot be written: ${error.message}`);
		process.exit(exitCodes.modelError);
	});
}

/** What we started does not outlive us, whichever way we go. */
function endChildrenWithUs(): void {
	process.once('exit', killAllGroups);
}

/** The screen has handlers of its own; without one a signal ends the program with its usual code. */
function endOnSignals(): void {
	for (const [signal, code] of [
		['SIGTERM', 143],
		['SIGHUP', 129],
		['SIGINT', exitCodes.aborted],
	] as const) {
		process.once(signal, () => process.exit(code));
	}
}

async function start(args: Arguments): Promise<number> {
	const mode = pickMode(args, {
		stdin: process.stdin.isTTY === true,
		stdout: process.stdout.isTTY === true,
	});
	const cwd = process.cwd();
	if (mode === 'interactive') {
		const userHome = os.homedir();
		const {home} = placesFor(cwd, process.env, userHome);
		const settings = openSettings({home}).get();
		const {startInteractive} = await import('../modes/interactive/start.tsx');
		return startInteractive({
			connect: ui => setUp(args, {cwd, environment: process.env, userHome, ui, mode}),
			prompts: toPrompts(args.input, {stdin: '', cwd}),
			version,
			home: userHome,
			configHome: home,
			theme: settings.theme,
			isQuiet: settings.quietStartup,
			isResuming: args.flags.resume === true,
		});
	}

	endOnSignals();
	if (args.flags.resume === true)
		throw new UsageError(
			'--resume needs a screen; --continue or --session open a session without one.',
		);
	if (mode === 'rpc') return startRpc(args, cwd);
	const hasPrompt = args.input.length > 0;
	const [harness, stdin] = await Promise.all([
		setUp(args, {cwd, environment: process.env, userHome: os.homedir(), mode}),
		readPiped(process.stdin, hasPrompt ? 1500 : undefined),
	]);
	const prompts = toPrompts(args.input, {stdin, cwd});
	if (prompts.length === 0)
		throw new UsageError('There is no prompt: give one as an argument or through a pipe.');
	return runPrompts(harness, prompts, {mode, limits: limitsOf(args)});
}

async function startRpc(args: Arguments, cwd: string): Promise<number> {
	if (args.input.some(argument => argument.startsWith('@'))) {
		throw new UsageError('Files (@…) cannot be given in RPC mode; send them in a prompt.');
	}

	const {serveRpc} = await import('../modes/rpc/server.ts');
	const harness = await setUp(args, {
		cwd,
		environment: process.env,
		userHome: os.homedir(),
		mode: 'rpc',
	});
	await serveRpc({harness, input: process.stdin, output: process.stdout});
	return exitCodes.ok;
}

async function runPrompts(
	{session, choice}: Harness,
	prompts: ReturnType<typeof toPrompts>,
	{mode, limits}: {readonly mode: 'print' | 'json'; readonly limits: RunLimits},
): Promise<number> {
	if (choice.notice) complain(choice.notice);
	const write = (text: string) => process.stdout.write(text);
	const options = {session, prompts, write, complain, limits};
	const run =
		mode === 'json'
			? (await import('../modes/json.ts')).runJson
			: (await import('../modes/print.ts')).runPrint;
	const outcome = await run(options);
	await session.dispose();
	return exitCodes[outcome];
}

/** Errors made of a sentence for people; anything else is a fault of ours and shows where it happened. */
const isForPeople = (error: Error): boolean =>
	!['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'].includes(error.name);

const usageErrors = [
	UsageError,
	NotASessionError,
	SessionWriteError,
	ModelChoiceError,
	NoModelError,
];

function report(error: unknown): number {
	if (!(error instanceof Error)) complain(String(error));
	else complain(isForPeople(error) ? error.message : (error.stack ?? error.message));
	return usageErrors.some(kind => error instanceof kind) ? exitCodes.usage : exitCodes.modelError;
}

/** Runs the program; resolves with its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
	ignoreClosedOutput();
	endChildrenWithUs();
	try {
		const args = parseArguments(argv);
		if (args.flags.help === true) {
			process.stdout.write(`${helpText(version)}\n`);
			return exitCodes.ok;
		}

		if (args.flags.version === true) {
			process.stdout.write(`${version}\n`);
			return exitCodes.ok;
		}

		if (args.flags['list-models'] === true) {
			const {listModels} = await import('./list-models.ts');
			return listModels(args, {
				cwd: process.cwd(),
				environment: process.env,
				userHome: os.homedir(),
			});
		}

		return await start(args);
	} catch (error) {
		return report(error);
	}
}
