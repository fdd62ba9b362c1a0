import {defaultTools, toolFactories} from '../harness/index.ts';
import {nearestWord} from '../lib/nearest.ts';
import type {Arguments} from './arguments.ts';
import {UsageError} from './usage-error.ts';

export const listOf = (value: string | undefined): readonly string[] =>
	(value ?? '')
		.split(',')
		.map(name => name.trim())
		.filter(name => name !== '');

const isChange = (name: string): boolean => /^[+-]/.test(name);

/** Names stand for themselves; +name and -name change what is usual. */
function apply(usual: readonly string[], entries: readonly string[]): readonly string[] {
	if (!entries.some(isChange)) return entries;
	const removed = new Set(entries.filter(name => name.startsWith('-')).map(name => name.slice(1)));
	const added = entries.filter(name => name.startsWith('+')).map(name => name.slice(1));
	return [...usual, ...added].filter(name => !removed.has(name));
}

function checkNames(names: readonly string[], known: readonly string[]): void {
	for (const name of names) {
		if (known.includes(name)) continue;
		const near = nearestWord(name, known);
		throw new UsageError(`There is no tool "${name}".${near ? ` Did you mean ${near}?` : ''}`);
	}
}

/** Which tools are on. The setting may change the standard ones, the command line what the setting says. */
export function chooseTools(
	{flags}: Arguments,
	setting: readonly string[],
	/** Names of tools that extensions bring. */
	brought: readonly string[] = [],
): readonly string[] {
	if (flags['no-tools'] || flags['no-builtin-tools']) return [];
	const given = listOf(flags.tools);
	const changes = given.filter(isChange);
	if (changes.length > 0 && changes.length < given.length)
		throw new UsageError('--tools takes either names or changes (+name, -name), not both.');
	const excluded = listOf(flags['exclude-tools']);
	const known = [...Object.keys(toolFactories), ...brought];
	checkNames([...given.map(name => name.replace(/^[+-]/, '')), ...excluded], known);
	const usual = apply(defaultTools, setting);
	const chosen = flags.tools === undefined ? usual : apply(usual, given);
	return [...new Set(chosen)].filter(name => !excluded.includes(name));
}

/** Whether a tool of an extension may be on by itself: where names are given, only these are. */
export function mayUse({flags}: Arguments, name: string): boolean {
	const given = listOf(flags.tools);
	const isNamed = given.length === 0 || given.every(isChange) || given.includes(name);
	const isLeftOut = given.includes(`-${name}`) || listOf(flags['exclude-tools']).includes(name);
	return !flags['no-tools'] && isNamed && !isLeftOut;
}
