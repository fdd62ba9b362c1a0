import type {Arguments} from './arguments.ts';

export type Mode = 'interactive' | 'print' | 'json' | 'rpc';

/** A screen needs both ends to be a terminal; everything else is a run for a script. */
export function pickMode(
	{flags}: Arguments,
	terminal: {readonly stdin: boolean; readonly stdout: boolean},
): Mode {
	if (flags.mode === 'json' || flags.mode === 'rpc') return flags.mode;
	const hasScreen = terminal.stdin && terminal.stdout && flags.print !== true;
	return hasScreen ? 'interactive' : 'print';
}
