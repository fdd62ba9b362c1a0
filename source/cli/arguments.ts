import {nearestWord} from '../lib/nearest.ts';
import {absentCommands, absentFlags, type Flag, type FlagValues, flagList} from './flags.ts';
import {UsageError} from './usage-error.ts';

export type Arguments = {
	readonly flags: FlagValues;
	/** Messages and `@file`s, in order. */
	readonly input: readonly string[];
	/** Options that an extension may have. */
	readonly unknown: readonly UnknownOption[];
};

export type UnknownOption = {
	readonly name: string;
	readonly value: string | undefined;
	/** Where in the input its value is, if it turns out to take one. */
	readonly at: number;
};

/** A dash alone is standard input, and three of them begin a text. */
const isOption = (argument: string): boolean =>
	argument.startsWith('-') && argument !== '-' && !argument.startsWith('---');

type Option = {readonly name: string; readonly flag: Flag; readonly value: string | undefined};

function unknown(given: string): UsageError | undefined {
	const absent = Object.entries(absentFlags).find(
		([name, {short}]) => given === `--${name}` || given === `-${short}`,
	);
	if (absent) return new UsageError(`${given} cannot be used. ${absent[1].why}`);
	const near = given.startsWith('--')
		? nearestWord(
				given.slice(2),
				flagList.map(([name]) => name),
			)
		: undefined;
	// An extension may have it; that is known only when all are loaded.
	if (near === undefined && /^--[a-z][\w-]*$/.test(given)) return undefined;
	const hint = near === undefined ? '`bough --help` lists all options.' : `Did you mean --${near}?`;
	return new UsageError(`There is no option ${given}. ${hint}`);
}

/** `-nt` is one option, not `-n -t`. */
function toOption(argument: string): Option | undefined {
	const at = argument.indexOf('=');
	const given = at < 0 ? argument : argument.slice(0, at);
	const found = flagList.find(
		([name, {short}]) => given === `--${name}` || (short !== undefined && given === `-${short}`),
	);
	const refused = found ? undefined : unknown(given);
	if (refused) throw refused;
	if (!found) return undefined;
	const [name, flag] = found;
	const value = at < 0 ? undefined : argument.slice(at + 1);
	if (flag.type === 'boolean' && value !== undefined)
		throw new UsageError(`--${name} takes no value.`);
	return {name, flag, value};
}

type Split = Pick<Arguments, 'input' | 'unknown'> & {readonly options: readonly Option[]};

function toUnknown(argument: string, at: number): UnknownOption {
	const [, name = '', value] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(argument) ?? [];
	return {name, value, at};
}

function withValue(option: Option, rest: Iterator<string>): Option {
	if (option.flag.type === 'boolean' || option.value !== undefined) return option;
	const {value} = rest.next();
	if (value === undefined) throw new UsageError(`--${option.name} needs a value.`);
	return {...option, value};
}

/** Options apart from the rest. A value is taken as it is, also when it looks like an option. */
function split(argv: readonly string[]): Split {
	const options: Option[] = [];
	const input: string[] = [];
	const strange: UnknownOption[] = [];
	const rest = argv[Symbol.iterator]();
	for (const argument of rest) {
		if (argument === '--') input.push(...rest);
		else if (!isOption(argument)) input.push(argument);
		else {
			const option = toOption(argument);
			if (option) options.push(withValue(option, rest));
			else strange.push(toUnknown(argument, input.length));
		}
	}

	return {options, input, unknown: strange};
}

/** The parser takes `--no-x` for the opposite of `--x`; ours are options of their own and go by another name inside. */
const inner = (name: string): string => name.replace(/^no-/, 'without-');

const camel = (name: string): string =>
	inner(name).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const toMeow = ({type, multiple}: Flag) =>
	({type, ...(multiple ? {isMultiple: true} : {})}) as const;

function checkValue(name: string, {type, choices}: Flag, value: unknown): void {
	if (type === 'number' && !Number.isFinite(value))
		throw new UsageError(`--${name} needs a number.`);
	if (choices && !choices.includes(String(value))) {
		throw new UsageError(`--${name} cannot be "${value}"; it is one of ${choices.join(', ')}.`);
	}
}

/** Of an option that counts once, the last: an alias of the shell can be overruled. */
const lastOnes = (options: readonly Option[]): readonly Option[] =>
	options.filter(
		({name, flag}, index) =>
			flag.multiple || options.findLastIndex(other => other.name === name) === index,
	);

async function toValues(options: readonly Option[]): Promise<FlagValues> {
	// The parser takes as long to load as all the rest of the command line; switches do not need it.
	if (options.every(({flag}) => flag.type === 'boolean'))
		return Object.fromEntries(options.map(({name}) => [name, true]));
	const {default: meow} = await import('meow');
	const result = meow({
		importMeta: import.meta,
		argv: lastOnes(options).map(({name, value}) =>
			value === undefined ? `--${inner(name)}` : `--${inner(name)}=${value}`,
		),
		autoHelp: false,
		autoVersion: false,
		pkg: {},
		flags: Object.fromEntries(flagList.map(([name, flag]) => [camel(name), toMeow(flag)])),
	});
	const values: Record<string, unknown> = {};
	for (const {name, flag} of options) {
		const value: unknown = result.flags[camel(name)];
		checkValue(name, flag, value);
		values[name] = value;
	}

	// Made of the same table that types it.
	return values as FlagValues;
}

function checkCommand(argv: readonly string[]): void {
	const [word = ''] = argv;
	if (!absentCommands.includes(word)) return;
	throw new UsageError(
		`This version has no command "${word}". To send the word as a prompt: bough -- ${argv.join(' ')}`,
	);
}

/** The command line as data. Rejects with a `UsageError` for what it does not know. */
export async function parseArguments(argv: readonly string[]): Promise<Arguments> {
	checkCommand(argv);
	const {options, ...rest} = split(argv);
	return {flags: await toValues(options), ...rest};
}
