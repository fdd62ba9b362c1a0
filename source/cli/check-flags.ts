import type {RunLimits} from '../harness/index.ts';
import type {Arguments} from './arguments.ts';
import type {FlagName, FlagValues} from './flags.ts';
import type {Mode} from './pick-mode.ts';
import {UsageError} from './usage-error.ts';

/** Of each line no two may be given. */
const exclusive: readonly (readonly FlagName[])[] = [
	['continue', 'resume', 'session', 'fork'],
	['continue', 'resume', 'session', 'session-id'],
	['continue', 'resume', 'session', 'no-session'],
	['fork', 'no-session'],
	['approve', 'no-approve'],
];

const perMode: Readonly<Record<Mode, readonly (readonly [FlagName, string])[]>> = {
	interactive: [
		['max-turns', '--max-turns is for runs that nobody watches: add -p or --mode json.'],
		['max-cost', '--max-cost is for runs that nobody watches: add -p or --mode json.'],
		['max-time', '--max-time is for runs that nobody watches: add -p or --mode json.'],
	],
	print: [['resume', '--resume needs a screen; --continue and --session do without.']],
	json: [['resume', '--resume needs a screen; --continue and --session do without.']],
	rpc: [
		['resume', '--resume needs a screen; --continue and --session do without.'],
		['max-turns', '--max-turns is for -p and --mode json.'],
		['max-cost', '--max-cost is for -p and --mode json.'],
		['max-time', '--max-time is for -p and --mode json.'],
	],
};

function checkNumbers(flags: FlagValues): void {
	for (const name of ['max-turns', 'max-cost', 'max-time'] as const) {
		const value = flags[name];
		if (value !== undefined && value <= 0) throw new UsageError(`--${name} must be above 0.`);
	}

	if (!Number.isInteger(flags['max-turns'] ?? 1))
		throw new UsageError('--max-turns must be a whole number.');
}

function checkInput({input}: Arguments, mode: Mode): void {
	if (mode !== 'rpc' || input.length === 0) return;
	throw new UsageError(
		input.some(argument => argument.startsWith('@'))
			? 'Files (@…) cannot be given in RPC mode; send them in a prompt.'
			: 'Messages cannot be given in RPC mode; send a prompt command.',
	);
}

/** What cannot go together, said before anything is opened. */
export function checkFlags(args: Arguments, mode: Mode): void {
	const {flags} = args;
	for (const names of exclusive) {
		const [first, second] = names.filter(name => flags[name] !== undefined);
		if (first && second)
			throw new UsageError(`--${first} and --${second} cannot be used together.`);
	}

	for (const name of [
		'session',
		'session-id',
		'fork',
		'session-dir',
		'model',
		'provider',
	] as const) {
		if (flags[name] === '') throw new UsageError(`--${name} cannot be empty.`);
	}

	if (flags.provider !== undefined && flags.model === undefined)
		throw new UsageError('--provider needs --model.');
	for (const [name, why] of perMode[mode]) if (flags[name] !== undefined) throw new UsageError(why);
	checkNumbers(flags);
	checkInput(args, mode);
}

export function limitsOf({flags}: Arguments): RunLimits {
	const {'max-turns': turns, 'max-cost': cost, 'max-time': time} = flags;
	return {
		...(turns === undefined ? {} : {turns}),
		...(cost === undefined ? {} : {cost}),
		...(time === undefined ? {} : {time}),
	};
}
