import type {TSchema} from 'typebox';
import {Value} from 'typebox/value';

export type CheckedInput =
	| {readonly ok: true; readonly value: Readonly<Record<string, unknown>>}
	| {readonly ok: false; readonly problems: readonly string[]};

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Models send null for "not given". Where the schema does not want it, an optional property is left out. */
function withoutNulls(schema: TSchema, input: unknown): unknown {
	if (!isRecord(input)) return input;
	const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
	return Object.fromEntries(
		Object.entries(input).filter(([key, value]) => value !== null || required.includes(key)),
	);
}

/** Mends what is plainly meant ("3" for 3, one item for a list), then holds the rest against the schema. */
export function checkToolInput(schema: TSchema, input: unknown): CheckedInput {
	const value: unknown = Value.Check(schema, input)
		? input
		: Value.Convert(schema, Value.Clone(withoutNulls(schema, input)));
	const problems = Value.Errors(schema, value).map(
		({instancePath, message}) =>
			`${instancePath.slice(1).replaceAll('/', '.') || '(root)'}: ${message}`,
	);
	if (problems.length > 0) return {ok: false, problems};
	return isRecord(value) ? {ok: true, value} : {ok: false, problems: ['(root): must be object']};
}
