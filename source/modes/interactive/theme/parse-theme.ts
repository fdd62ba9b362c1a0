import {isRecord} from '../../../lib/is-record.ts';
import {type Colour, parseColour} from './colour.ts';
import {
	type ExportToken,
	exportTokens,
	hasAllTokens,
	type ThemeToken,
	themeTokens,
	tokenFallbacks,
} from './tokens.ts';

export type Theme = {
	readonly name: string;
	readonly appearance: 'dark' | 'light';
	readonly colors: Readonly<Record<ThemeToken, Colour>>;
	readonly export: Readonly<Partial<Record<ExportToken, Colour>>>;
};

/** Says of every token of a file what is wrong with it. */
export class ThemeError extends Error {
	override readonly name = 'ThemeError';
	readonly problems: readonly string[];

	constructor(file: string, problems: readonly string[]) {
		super(problems.map(problem => `${file}: ${problem}`).join('\n'));
		this.problems = problems;
	}
}

type Values = Readonly<Record<string, unknown>>;

const keys = ['$schema', 'name', 'appearance', 'vars', 'colors', 'export'];

/** Reads the content of a theme file, whole or not at all. */
export function parseTheme(value: unknown, file: string): Theme {
	const problems: string[] = [];
	if (!isRecord(value)) throw new ThemeError(file, ['a theme is an object']);
	problems.push(...strangers(value, keys, ''));
	const name = readName(value.name, problems);
	const appearance = readAppearance(value.appearance, problems);
	const vars = readRecord(value, 'vars', problems);
	const given = readRecord(value, 'colors', problems);
	problems.push(...strangers(given, themeTokens, 'colors.'));
	const colors: Partial<Record<ThemeToken, Colour>> = {};
	for (const token of themeTokens) {
		const colour = readToken(token, {given, vars, problems});
		if (colour) colors[token] = colour;
	}

	const pages = readRecord(value, 'export', problems);
	problems.push(...strangers(pages, exportTokens, 'export.'));
	const exported: Partial<Record<ExportToken, Colour>> = {};
	for (const token of exportTokens) {
		if (pages[token] === undefined) continue;
		const colour = resolve(pages[token], vars);
		if (typeof colour === 'string') problems.push(`export.${token} ${colour}`);
		else exported[token] = colour;
	}

	if (problems.length > 0 || !hasAllTokens(colors)) throw new ThemeError(file, problems);
	return {name, appearance, colors, export: exported};
}

function strangers(values: Values, known: readonly string[], path: string): readonly string[] {
	return Object.keys(values)
		.filter(key => !known.includes(key))
		.map(key => `${path}${key} is not known here`);
}

function readName(name: unknown, problems: string[]): string {
	if (typeof name !== 'string' || name.trim() === '') problems.push('"name" is missing');
	else if (name.includes('/') || name === 'system') {
		problems.push(`the name "${name}" cannot be chosen: it means something else in the settings`);
	} else return name;
	return '';
}

function readAppearance(value: unknown, problems: string[]): 'dark' | 'light' {
	if (value === 'light') return 'light';
	if (value !== undefined && value !== 'dark') problems.push('appearance is "dark" or "light"');
	return 'dark';
}

function readRecord(values: Values, key: string, problems: string[]): Values {
	const value = values[key];
	if (isRecord(value)) return value;
	if (value !== undefined || key === 'colors') problems.push(`"${key}" must be an object`);
	return {};
}

type Reading = {readonly given: Values; readonly vars: Values; readonly problems: string[]};

function readToken(token: ThemeToken, {given, vars, problems}: Reading): Colour | undefined {
	const fallback = tokenFallbacks[token];
	const value = given[token] ?? (fallback === undefined ? undefined : given[fallback]);
	if (value === undefined) {
		problems.push(`colors.${token} is missing`);
		return undefined;
	}

	const colour = resolve(value, vars);
	if (typeof colour !== 'string') return colour;
	problems.push(`colors.${token} ${colour}`);
	return undefined;
}

/** The colour a value stands for, or what is wrong with it. */
function resolve(value: unknown, vars: Values, seen: readonly string[] = []): Colour | string {
	if (typeof value !== 'string' && typeof value !== 'number') return 'must be a text or a number';
	const colour = parseColour(value);
	if (colour) return colour;
	const name = String(value);
	if (seen.includes(name)) return `leads back to itself: ${[...seen, name].join(' > ')}`;
	if (!Object.hasOwn(vars, name)) return `is neither a colour nor a variable: ${name}`;
	return resolve(vars[name], vars, [...seen, name]);
}
