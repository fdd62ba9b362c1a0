import type {TSchema} from 'typebox';
import {Value} from 'typebox/value';
import {isRecord} from '../../lib/is-record.ts';
import {nearestWord} from '../../lib/nearest.ts';
import {settingsSchema} from './settings-schema.ts';

type Json = Readonly<Record<string, unknown>>;

export type SettingsScope = 'person' | 'project';

export type SettingsCheck = {
	readonly scope: SettingsScope;
	readonly report: (keys: readonly string[], message: string) => void;
};

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> =>
	'properties' in schema && isRecord(schema.properties)
		? // The values of `properties` are schemas, as TypeBox made them.
			(schema.properties as Readonly<Record<string, TSchema>>)
		: {};

const kinds: Readonly<Record<string, string>> = {
	boolean: 'true or false',
	string: 'a text',
	array: 'a list',
	object: 'an object',
	integer: 'a whole number',
	number: 'a number',
};

/** What a value must be, in words. */
export function expectation(schema: TSchema): string {
	const {enum: values, anyOf, type, minimum, maximum, const: only}: Json = {...schema};
	if (Array.isArray(values)) return `one of ${values.join(', ')}`;
	if (Array.isArray(anyOf)) return anyOf.map(expectation).join(' or ');
	if (only !== undefined) return String(only);
	const kind = kinds[String(type)] ?? 'something else';
	if (maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
	return minimum === undefined ? kind : `${kind}, ${minimum} or more`;
}

function slip(key: string, known: readonly string[]): string | undefined {
	const near = nearestWord(key, known);
	// Others keep settings of their own here: only what looks like a slip is worth a word.
	return near !== undefined && Math.abs(near.length - key.length) <= 2
		? `there is no setting "${key}"; did you mean "${near}"?`
		: undefined;
}

type Place = {readonly check: SettingsCheck; readonly above: readonly string[]};

/** The value to keep, or undefined after it was reported. */
function verdict(value: unknown, schema: TSchema, {check, above: keys}: Place): unknown {
	const name = keys.join('.');
	if ('scope' in schema && check.scope === 'project') {
		check.report(keys, `"${name}" counts in your own settings only, not in those of a project`);
		return undefined;
	}

	if ('properties' in schema && isRecord(value)) {
		return checkObject(value, schema, {check, above: keys});
	}

	if (Value.Check(schema, value)) return value;
	const shown = (JSON.stringify(value) ?? 'undefined').slice(0, 60);
	check.report(
		keys,
		`"${name}" cannot be ${shown}: it must be ${expectation(schema)}. It is ignored`,
	);
	return undefined;
}

function checkObject(object: Json, schema: TSchema, {check, above}: Place): Json {
	const properties = propertiesOf(schema);
	const kept: Record<string, unknown> = {};
	for (const [key, inner] of Object.entries(object)) {
		const keys = [...above, key];
		const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
		const message = own === undefined ? slip(key, Object.keys(properties)) : undefined;
		if (message !== undefined) check.report(keys, message);
		const value = own === undefined ? inner : verdict(inner, own, {check, above: keys});
		if (value !== undefined) kept[key] = value;
	}

	return kept;
}

/** What fits stays; what does not is reported and left out, so that the layer below counts. Unknown keys stay. */
export const checkSettings = (values: Json, check: SettingsCheck): Json =>
	checkObject(values, settingsSchema, {check, above: []});

/** Why a change cannot be made, in words; undefined: it can. */
export function settingProblem(change: Json, scope: SettingsScope): string | undefined {
	let problem: string | undefined;
	const report = (_keys: readonly string[], message: string) => {
		problem ??= message.replace(/\. It is ignored$/, '');
	};
	// What is undefined goes back to what is usual, and that always fits.
	checkSettings(JSON.parse(JSON.stringify(change)), {scope, report});
	return problem;
}
