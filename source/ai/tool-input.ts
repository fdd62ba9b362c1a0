import type {TSchema} from 'typebox';
import {Value} from 'typebox/value';

export type CheckedInput =
	| {readonly ok: true; readonly value: Readonly<Record<string, unknown>>}
	| {readonly ok: false; readonly problems: readonly string[]};

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

function mendObject(schema: Record<string, unknown>, input: Record<string, unknown>): unknown {
	const required = Array.isArray(schema.required) ? schema.required : [];
	const properties = schemaRecord(schema.properties);
	const mended = Object.entries(input)
		// Models send null for "not given".
		.filter(([key, value]) => value !== null || required.includes(key))
		.map(([key, value]) => [key, mend(properties[key], value)]);
	return Object.fromEntries(mended);
}

const numberIn = (text: string): number | string =>
	text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** A value as the schema has it, where there is no doubt what was meant. */
function mend(given: unknown, value: unknown): unknown {
	const schema = schemaRecord(given);
	switch (schema.type) {
		case 'object':
			return isRecord(value) ? mendObject(schema, value) : value;
		case 'array':
			return (Array.isArray(value) ? value : [value]).map(item => mend(schema.items, item));
		case 'number':
		case 'integer':
			return typeof value === 'string' ? numberIn(value) : value;
		case 'boolean':
			return value === 'true' ? true : value === 'false' ? false : value;
		case 'string':
			return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
		default:
			return value;
	}
}

/** Mends what is plainly meant ("3" for 3, one item for a list), then holds the rest against the schema. */
export function checkToolInput(schema: TSchema, input: unknown): CheckedInput {
	const value = Value.Check(schema, input) ? input : mend(schema, input);
	const problems = Value.Errors(schema, value).map(
		({instancePath, message}) =>
			`${instancePath.slice(1).replaceAll('/', '.') || '(root)'}: ${message}`,
	);
	if (problems.length > 0) return {ok: false, problems};
	return isRecord(value) ? {ok: true, value} : {ok: false, problems: ['(root): must be object']};
}
