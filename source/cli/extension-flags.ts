import type {ExtensionHost} from '../harness/index.ts';
import type {Arguments, UnknownOption} from './arguments.ts';
import {UsageError} from './usage-error.ts';

type Settled = {
	readonly flags: ReadonlyMap<string, boolean | string>;
	/** Without the words that turned out to be values. */
	readonly input: readonly string[];
};

const typeOf = (host: ExtensionHost, name: string): 'boolean' | 'string' | undefined =>
	host
		.list()
		.find(({flags}) => flags.has(name))
		?.flags.get(name)?.type;

function toValue(
	{name, value, at}: UnknownOption,
	type: 'boolean' | 'string',
	input: readonly string[],
): {readonly value: boolean | string; readonly takes: number | undefined} {
	if (type === 'boolean') return {value: value !== 'false', takes: undefined};
	const given = value ?? input[at];
	if (given === undefined) throw new UsageError(`--${name} needs a value.`);
	return {value: given, takes: value === undefined ? at : undefined};
}

/** Options that only extensions know; what no extension knows either is refused. */
export function settleFlags({unknown, input}: Arguments, host: ExtensionHost | undefined): Settled {
	const flags = new Map<string, boolean | string>();
	const taken = new Set<number>();
	for (const option of unknown) {
		const type = host && typeOf(host, option.name);
		if (!type) {
			const hint = '`bough --help` lists all options; no extension has it either.';
			throw new UsageError(`There is no option --${option.name}. ${hint}`);
		}

		const {value, takes} = toValue(option, type, input);
		flags.set(option.name, value);
		if (takes !== undefined) taken.add(takes);
	}

	return {flags, input: input.filter((_, index) => !taken.has(index))};
}
