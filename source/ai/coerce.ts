import {isRecord} from '../lib/is-record.ts';
import {type Json, list} from './protocols/wire-json.ts';

export type Coercion = {
	/** Does the value satisfy the schema as it is? */
	fits(schema: unknown, value: unknown): boolean;
	/** What `$ref` leads to. */
	resolve(schema: unknown): unknown;
};

const typesOf = ({type}: Json): readonly unknown[] =>
	typeof type === 'string' ? [type] : list(type);

const isOf: Readonly<Record<string, (value: unknown) => boolean>> = {
	array: Array.isArray,
	boolean: value => typeof value === 'boolean',
	integer: Number.isInteger,
	null: value => value === null,
	number: value => typeof value === 'number',
	object: isRecord,
	string: value => typeof value === 'string',
};

/** Models write structures as text when they are unsure. */
function parsed(text: string, isWanted: (value: unknown) => boolean): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return isWanted(value) ? value : undefined;
	} catch {
		// Just text, then.
		return undefined;
	}
}

function toNumber(value: unknown): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}

const words: Readonly<Record<string, boolean>> = {true: true, false: false};

/** What is plainly meant; undefined when nothing is. */
const conversions: Readonly<Record<string, (value: unknown) => unknown>> = {
	array: value =>
		(typeof value === 'string' ? parsed(value, Array.isArray) : undefined) ??
		(value === null ? undefined : [value]),
	boolean: value => (typeof value === 'string' ? words[value.trim().toLowerCase()] : undefined),
	integer: value => {
		const number = toNumber(value);
		return Number.isInteger(number) ? number : undefined;
	},
	number: toNumber,
	object: value => (typeof value === 'string' ? parsed(value, isRecord) : undefined),
	string: value =>
		typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined,
};

function toType(schema: Json, value: unknown): unknown {
	const types = typesOf(schema).map(String);
	if (types.length === 0 || types.some(type => isOf[type]?.(value))) return value;
	for (const type of types) {
		const converted = conversions[type]?.(value);
		if (converted !== undefined) return converted;
	}

	return value;
}

function propertySchema(schema: Json, name: string): unknown {
	const {properties, patternProperties, additionalProperties} = schema;
	if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name];
	const pattern = Object.entries(isRecord(patternProperties) ? patternProperties : {}).find(
		([source]) => new RegExp(source, 'u').test(name),
	);
	return pattern ? pattern[1] : additionalProperties;
}

/** Models send null for "not given": where that does not fit, an optional property is left out. */
function coerceProperties(schema: Json, value: Json, coercion: Coercion): Json {
	const required = list(schema.required);
	const entries = Object.entries(value).flatMap(([name, inner]) => {
		const own = propertySchema(schema, name);
		const isNothing =
			inner === null && !required.includes(name) && own !== undefined && !coercion.fits(own, null);
		return isNothing ? [] : [[name, coerce(own, inner, coercion)] as const];
	});
	return Object.fromEntries(entries);
}

function coerceAlternatives(branches: readonly unknown[], value: unknown, coercion: Coercion) {
	if (branches.some(branch => coercion.fits(branch, value))) return value;
	for (const branch of branches) {
		const coerced = coerce(branch, value, coercion);
		if (coercion.fits(branch, coerced)) return coerced;
	}

	return value;
}

/** The value as the schema wants it, where it is plain what was meant; anything else stays as it is. */
export function coerce(given: unknown, value: unknown, coercion: Coercion): unknown {
	const schema = coercion.resolve(given);
	if (!isRecord(schema)) return value;
	const branches = [...list(schema.anyOf), ...list(schema.oneOf)];
	const chosen = branches.length > 0 ? coerceAlternatives(branches, value, coercion) : value;
	const whole = list(schema.allOf).reduce((inner, part) => coerce(part, inner, coercion), chosen);
	const typed = toType(schema, whole);
	if (Array.isArray(typed)) return typed.map(item => coerce(schema.items, item, coercion));
	return isRecord(typed) ? coerceProperties(schema, typed, coercion) : typed;
}
