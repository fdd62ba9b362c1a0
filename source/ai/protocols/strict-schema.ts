import {isRecord} from '../../lib/is-record.ts';
import {type Json, list, record} from './wire-json.ts';

/** Words that constrained sampling can keep; a schema with others is sent as it is, not strict. */
const known = new Set([
	'$defs',
	'$ref',
	'additionalProperties',
	'anyOf',
	'const',
	'description',
	'enum',
	'items',
	'properties',
	'required',
	'title',
	'type',
]);

const nullable = (schema: Json): Json => ({anyOf: [schema, {type: 'null'}]});

function strictObject(schema: Json): Json | undefined {
	if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) {
		return undefined;
	}

	const required = list(schema.required);
	const properties: Record<string, Json> = {};
	for (const [name, value] of Object.entries(record(schema.properties))) {
		const strict = toStrictSchema(value);
		if (!strict) return undefined;
		properties[name] = required.includes(name) ? strict : nullable(strict);
	}

	return {...schema, properties, required: Object.keys(properties), additionalProperties: false};
}

function strictAll(values: readonly unknown[]): readonly Json[] | undefined {
	const strict = values.map(toStrictSchema);
	return strict.every(value => value !== undefined) ? strict : undefined;
}

/**
 * The schema in the form that strict sampling demands: every property required (an optional one may be null),
 * nothing beside them. Undefined when it cannot be said that way.
 */
export function toStrictSchema(schema: unknown): Json | undefined {
	if (!isRecord(schema) || Object.keys(schema).some(word => !known.has(word))) return undefined;
	if (schema.anyOf !== undefined) {
		const anyOf = strictAll(list(schema.anyOf));
		return anyOf && {...schema, anyOf};
	}

	if (schema.type === 'object') return strictObject(schema);
	if (schema.type === 'array') {
		const items = toStrictSchema(schema.items);
		return items && {...schema, items};
	}

	return typeof schema.type === 'string' || schema.$ref !== undefined ? schema : undefined;
}
