import {type Arguments, textFlag} from './arguments.ts';
import {UsageError} from './usage-error.ts';

export type Mode = 'interactive' | 'print' | 'json' | 'rpc';

/** A screen needs both ends to be a terminal; everything else is a run for a script. */
export function pickMode(
	args: Arguments,
	terminal: {readonly stdin: boolean; readonly stdout: boolean},
): Mode {
	const mode = textFlag(args, 'mode');
	if (mode === 'json' || mode === 'rpc') return mode;
	if (mode !== undefined && mode !== 'text') {
		throw new UsageError(`--mode cannot be "${mode}"; it is text, json or rpc.`);
	}

	const hasScreen = terminal.stdin && terminal.stdout && args.flags.print !== true;
	return hasScreen ? 'interactive' : 'print';
}
