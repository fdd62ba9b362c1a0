import type {Writable} from 'node:stream';
import {type Harness, killAllGroups} from '../harness/index.ts';
import type {Arguments} from './arguments.ts';
import {checkFlags, limitsOf} from './check-flags.ts';
import {exitCodes} from './exit-codes.ts';
import {settleFlags} from './extension-flags.ts';
import {mayGoOnWithoutPipe, readPiped, toPrompts} from './initial-prompt.ts';
import {type Mode, pickMode} from './pick-mode.ts';
import {complain, flushed, type SignalWatch, takeStdout, watchSignals} from './process-ends.ts';
import {type Surroundings, setUp} from './set-up.ts';
import {surroundingsOf} from './surroundings.ts';
import {UsageError} from './usage-error.ts';

/** How long a pipe may say nothing when there is a prompt already. */
const firstByteMs = 1500;

async function startScreen(args: Arguments, version: string): Promise<number> {
	const surroundings = surroundingsOf('interactive', args.flags.offline);
	const {settings, places, userHome, cwd} = surroundings;
	const {startInteractive} = await import('../modes/interactive/start.tsx');
	return startInteractive({
		connect: ui => setUp(args, surroundings, ui),
		prompts: harness =>
			toPrompts(settleFlags(args, harness.extensions?.host).input, {piped: '', cwd}),
		version,
		home: userHome,
		configHome: places.home,
		theme: () => args.flags['use-theme'] ?? settings.get().theme,
		settings,
		isQuiet: settings.get().quietStartup,
		isResuming: args.flags.resume === true,
	});
}

type Headless = {
	readonly args: Arguments;
	readonly surroundings: Surroundings;
	readonly output: Writable;
	readonly signals: SignalWatch;
};

function endOnSignal({session}: Harness, signals: SignalWatch): void {
	signals.onSignal(() => session.dispose());
}

async function startRpc({args, surroundings, output, signals}: Headless): Promise<number> {
	const {serveRpc} = await import('../modes/rpc/server.ts');
	const harness = await setUp(args, surroundings);
	endOnSignal(harness, signals);
	if (harness.choice.notice) complain(harness.choice.notice);
	await serveRpc({harness, input: process.stdin, output});
	return exitCodes.ok;
}

async function startPrint({args, surroundings, output, signals}: Headless): Promise<number> {
	const {cwd, mode} = surroundings;
	const {input} = args;
	const reading = readPiped(process.stdin, mayGoOnWithoutPipe(input) ? firstByteMs : undefined);
	const harness = await setUp(args, surroundings);
	const said = settleFlags(args, harness.extensions?.host).input;
	const prompts = await toPrompts(said, {piped: await reading, cwd});
	endOnSignal(harness, signals);
	const {session, choice} = harness;
	await harness.extensions?.link.start({mode: mode === 'json' ? 'json' : 'print', quit() {}});
	if (prompts.length === 0)
		throw new UsageError('There is no prompt: give one as an argument or through a pipe.');
	if (choice.notice) complain(choice.notice);
	const options = {session, prompts, complain, limits: limitsOf(args)};
	const outcome =
		mode === 'json'
			? await (await import('../modes/json.ts')).runJson({...options, output})
			: await (await import('../modes/print.ts')).runPrint({
					...options,
					write: text => output.write(text),
				});
	await session.dispose();
	return exitCodes[outcome];
}

async function startHeadless(args: Arguments, mode: Mode): Promise<number> {
	const signals = watchSignals();
	const output = takeStdout();
	const headless = {args, surroundings: surroundingsOf(mode, args.flags.offline), output, signals};
	const code = await (mode === 'rpc' ? startRpc(headless) : startPrint(headless));
	await flushed(output);
	return signals.code() ?? code;
}

/** Everything but help and version. Resolves with the exit code. */
export async function start(args: Arguments, version: string): Promise<number> {
	// What we started does not outlive us, whichever way we go.
	process.once('exit', killAllGroups);
	if (args.flags['list-models']) {
		const {listModels} = await import('./list-models.ts');
		return listModels(args.input, surroundingsOf('print', args.flags.offline));
	}

	if (args.flags.export !== undefined) {
		const {exportPage} = await import('./export-page.ts');
		return exportPage(args, surroundingsOf('print', args.flags.offline));
	}

	const mode = pickMode(args, {
		stdin: process.stdin.isTTY === true,
		stdout: process.stdout.isTTY === true,
	});
	checkFlags(args, mode);
	return mode === 'interactive' ? startScreen(args, version) : startHeadless(args, mode);
}
