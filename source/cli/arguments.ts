import meow from 'meow';
import {type ThinkingLevel, thinkingLevels} from '../ai/index.ts';
import {nearestWord} from '../lib/nearest.ts';
import {type Flag, flagList} from './flags.ts';
import {UsageError} from './usage-error.ts';

export type Arguments = {
	readonly flags: Readonly<Partial<Record<string, boolean | string | number | readonly string[]>>>;
	/** Messages and `@file`s, in order. */
	readonly input: readonly string[];
};

/** Parsers take `--no-x` for the opposite of `--x`; ours are options of their own and go by another name inside. */
const inner = (name: string): string => name.replace(/^no-/, 'without-');

const camel = (name: string): string =>
	inner(name).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** `-nt` is one option, not `-n -t`: options of several letters become their long form first. */
function expandShort(argument: string): string {
	const [name = '', ...rest] = argument.split('=');
	const long = flagList.find(([, {short}]) => short !== undefined && name === `-${short}`);
	return long ? [`--${long[0]}`, ...rest].join('=') : argument;
}

function checkKnown(argument: string): void {
	const name = argument.split('=')[0] ?? '';
	const words = flagList.map(([long]) => long);
	if (/^-[^-\d]/.test(name)) {
		throw new UsageError(`There is no option ${name}. \`bough --help\` lists all options.`);
	}

	if (name.startsWith('--') && !words.includes(name.slice(2))) {
		const near = nearestWord(name.slice(2), words);
		const hint =
			near === undefined ? '`bough --help` lists all options.' : `Did you mean --${near}?`;
		throw new UsageError(`There is no option ${name}. ${hint}`);
	}
}

const needsValue = (argument: string): boolean =>
	flagList.some(([long, {type}]) => argument === `--${long}` && type !== 'boolean');

const isOption = (argument: string): boolean =>
	argument.startsWith('-') && argument !== '-' && !/^-{3,}/.test(argument);

/** Options first made long and known; values are left alone, also those that look like options. */
function normalise(argv: readonly string[]): readonly string[] {
	const out: string[] = [];
	for (let index = 0; index < argv.length; index += 1) {
		const argument = argv[index] ?? '';
		if (argument === '--') return [...out, ...argv.slice(index)];
		if (!isOption(argument)) {
			out.push(argument);
			continue;
		}

		const long = expandShort(argument);
		checkKnown(long);
		if (!needsValue(long)) {
			out.push(long.replace(/^--no-/, '--without-'));
			continue;
		}

		index += 1;
		const value = argv[index];
		if (value === undefined) throw new UsageError(`${argument} needs a value.`);
		out.push(`${long}=${value}`);
	}

	return out;
}

const toMeow = ({type, multiple}: Flag) =>
	({type, ...(multiple ? {isMultiple: true} : {})}) as const;

/** The command line as data. Throws a `UsageError` for what it does not know. */
export function parseArguments(argv: readonly string[]): Arguments {
	const result = meow({
		importMeta: import.meta,
		argv: normalise(argv),
		autoHelp: false,
		autoVersion: false,
		pkg: {},
		flags: Object.fromEntries(flagList.map(([name, flag]) => [camel(name), toMeow(flag)])),
	});
	const given = Object.fromEntries(
		flagList.map(([name, {type}]) => {
			const value: unknown = result.flags[camel(name)];
			if (type === 'number' && value !== undefined && !Number.isFinite(value)) {
				throw new UsageError(`--${name} needs a number.`);
			}

			return [name, value];
		}),
	);
	return {flags: given as Arguments['flags'], input: result.input};
}

export const textFlag = ({flags}: Arguments, name: string): string | undefined => {
	const value = flags[name];
	return typeof value === 'string' ? value : undefined;
};

/** Limits for runs that nobody watches. */
export function limitsOf({flags}: Arguments): {turns?: number; cost?: number; time?: number} {
	const limits: Record<string, number> = {};
	for (const name of ['turns', 'cost', 'time']) {
		const value = flags[`max-${name}`];
		if (typeof value !== 'number') continue;
		if (value <= 0 || (name === 'turns' && !Number.isInteger(value))) {
			throw new UsageError(
				`--max-${name} must be ${name === 'turns' ? 'a whole number ' : ''}above 0.`,
			);
		}

		limits[name] = value;
	}

	return limits;
}

export function levelFlag(args: Arguments): ThinkingLevel | undefined {
	const given = textFlag(args, 'thinking');
	if (given === undefined) return undefined;
	const level = thinkingLevels.find(name => name === given);
	if (level) return level;
	throw new UsageError(
		`--thinking cannot be "${given}"; it is one of ${thinkingLevels.join(', ')}.`,
	);
}

const groups = ['Ways to run', 'Model', 'Session', 'Tools', 'Prompt', 'Limits', 'Other'] as const;

export function helpText(version: string): string {
	const lines = groups.map(group => {
		const rows = flagList
			.filter(([, flag]) => flag.group === group)
			.map(([name, {short, value, help}]) => {
				const left = `${short ? `-${short}, ` : ''}--${name}${value ? ` <${value}>` : ''}`;
				return `  ${left.padEnd(40)} ${help}`;
			});
		return `${group}:\n${rows.join('\n')}`;
	});
	return [
		`bough ${version}: a terminal coding agent that keeps every conversation as a tree`,
		'Usage: bough [options] [--] [@file …] [message …]',
		...lines,
		'Exit codes: 0 ok, 1 model error, 2 usage, 3 limit reached, 130 aborted',
	].join('\n\n');
}
