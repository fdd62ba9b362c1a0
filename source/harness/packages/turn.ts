import {isRecord} from '../../lib/is-record.ts';
import {isWanted} from './filter.ts';
import type {PackageFile} from './package-files.ts';

type Entry = {readonly [key: string]: unknown};

const toPatterns = (value: unknown): readonly string[] | undefined =>
	Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;

/** The patterns after one resource was turned on or off; undefined: everything counts. */
export function turned(
	patterns: readonly string[] | undefined,
	{name, path: file}: Pick<PackageFile, 'name' | 'path'>,
	{folder, isOn}: {readonly folder: string; readonly isOn: boolean},
): readonly string[] | undefined {
	const spoken = isOn ? [`-${name}`] : [`+${name}`, name];
	const rest = patterns?.filter(pattern => !spoken.includes(pattern));
	// Without the word that turned this one off, nothing is said any more.
	const next = isOn && rest?.length === 0 && patterns?.length !== 0 ? undefined : rest;
	if (isWanted(file, folder, [next]) === isOn) return next;
	if (!isOn) return [...(next ?? []), `-${name}`];
	return next?.length === 0 ? [name] : [...(next ?? []), `+${name}`];
}

/** The entry of a package in the settings after one of its resources was turned on or off. */
export function turnedEntry(
	entry: unknown,
	file: PackageFile,
	options: {readonly folder: string; readonly isOn: boolean},
): unknown {
	const whole: Entry = isRecord(entry) ? entry : {source: entry};
	const {[file.kind]: patterns, ...rest} = whole;
	const next = turned(toPatterns(patterns), file, options);
	if (next !== undefined) return {...rest, [file.kind]: next};
	return Object.keys(rest).length === 1 ? rest.source : rest;
}
