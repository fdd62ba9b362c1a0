import {isRecord} from '../../../lib/is-record.ts';
import {toObjectSchema} from '../to-object-schema.ts';
import {type Json, list, record, text} from '../wire-json.ts';
import {flatten, merge, type Scope, without} from './flatten-schema.ts';
import {isKnownFormat, notesOn} from './schema-notes.ts';

const deepest = 32;
const mostSchemas = 2000;

/** A value of which nothing is known. Every schema needs a type, so it is one of these. */
const anything: Json = {
	anyOf: [{type: 'string'}, {type: 'number'}, {type: 'boolean'}, {type: 'object'}],
};

const aliases: Readonly<Record<string, string>> = {
	bool: 'boolean',
	dict: 'object',
	double: 'number',
	float: 'number',
	int: 'integer',
	list: 'array',
	long: 'integer',
	map: 'object',
	str: 'string',
};
const types = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);

/** What a schema without a type talks about. */
const hints: readonly (readonly [type: string, words: readonly string[]])[] = [
	['object', ['properties', 'required', 'additionalProperties', 'patternProperties']],
	['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
	['string', ['pattern', 'minLength', 'maxLength', 'format']],
	['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

function typesOf(schema: Json): readonly string[] {
	const given = [schema.type].flat().map(type => text(type).toLowerCase());
	const known = given.map(type => aliases[type] ?? type).filter(type => types.has(type));
	if (known.length > 0) return [...new Set(known)];
	const hint = hints.find(([, words]) => words.some(word => schema[word] !== undefined));
	return hint ? [hint[0]] : [];
}

const isNull = (schema: unknown): boolean =>
	isRecord(schema) && (schema.type === 'null' || schema.const === null);

const mayBeNull = (schema: Json): boolean =>
	schema.nullable === true ||
	[schema.type].flat().includes('null') ||
	schema.const === null ||
	list(schema.enum).includes(null);

function described(converted: Json, notes: readonly string[], schema: Json = {}): Json {
	const note = notes.length > 0 ? `(${notes.join('; ')})` : '';
	const description = [text(schema.description), text(converted.description), note]
		.filter(Boolean)
		.join(' ');
	const title = text(schema.title);
	return {
		...converted,
		...(title === '' ? {} : {title}),
		...(description === '' ? {} : {description}),
	};
}

const isWords = (schema: Json): boolean =>
	list(schema.enum).length > 0 && schema.description === undefined && schema.title === undefined;

const orNull = (schema: Json, isNullable: boolean): Json =>
	isNullable ? {...schema, nullable: true} : schema;

/** One of several. Those that are the same count once; lists of words become one list. */
function unite(variants: readonly Json[]): Json {
	const isNullable = variants.some(({nullable}) => nullable === true);
	const flat = variants.flatMap(({nullable: _nullable, ...variant}) =>
		variant.anyOf && Object.keys(variant).length === 1
			? list(variant.anyOf).map(record)
			: [variant],
	);
	const words = flat.filter(isWords).flatMap(variant => list(variant.enum));
	const merged = words.length > 0 ? [{type: 'string', enum: [...new Set(words)]}] : [];
	const rest = flat.filter(variant => !isWords(variant));
	const all = [...merged, ...rest];
	const unique = all.filter(
		(one, index) => all.findIndex(other => JSON.stringify(other) === JSON.stringify(one)) === index,
	);
	const [only] = unique;
	if (!only) return anything;
	return orNull(unique.length === 1 ? only : {anyOf: unique}, isNullable);
}

const listed = (values: readonly unknown[]): string =>
	values.length === 1
		? `always ${JSON.stringify(values[0])}`
		: `one of ${values.map(value => JSON.stringify(value)).join(', ')}`;

/** Only words can be listed in the schema; other values are listed in the description. */
function ofValues(values: readonly unknown[]): Json {
	const words = values.filter(value => typeof value === 'string' && value !== '');
	const numbers = values.filter(value => typeof value === 'number');
	const others = values.filter(value => typeof value === 'boolean' || isRecord(value));
	const type = numbers.every(Number.isInteger) ? 'integer' : 'number';
	const range = {minimum: Math.min(...numbers), maximum: Math.max(...numbers)};
	const variants: readonly Json[] = [
		...(words.length > 0 ? [{type: 'string', enum: [...new Set(words)]}] : []),
		...(values.includes('') ? [described({type: 'string'}, ['may be empty'])] : []),
		...(numbers.length > 0 ? [described({type, ...range}, [listed(numbers)])] : []),
		...others.map(value =>
			described({type: typeof value === 'boolean' ? 'boolean' : 'object'}, [listed([value])]),
		),
	];
	const isEither = others.includes(true) && others.includes(false);
	return unite(
		isEither ? [...variants.filter(({type}) => type !== 'boolean'), {type: 'boolean'}] : variants,
	);
}

function objectWords(schema: Json, scope: Scope): Json {
	const entries = Object.entries(record(schema.properties)).filter(([, value]) => value !== false);
	const properties = Object.fromEntries(
		entries.map(([name, value]) => [name, convert(value, scope)]),
	);
	const required = list(schema.required).filter(
		name => typeof name === 'string' && Object.hasOwn(properties, name),
	);
	return {
		...(entries.length > 0 ? {properties} : {}),
		...(required.length > 0 ? {required: [...new Set(required)]} : {}),
	};
}

const isSize = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

function arrayWords(schema: Json, scope: Scope): Json {
	const {items, minItems, maxItems} = schema;
	// A list of schemas, one a place, was how tuples were written once.
	const places = Array.isArray(items) ? items : list(schema.prefixItems);
	const rest = Array.isArray(items) || (places.length > 0 && !isRecord(items)) ? [] : [items];
	return {
		items: unite([...places, ...rest].map(place => convert(place, scope))),
		...(isSize(minItems) ? {minItems} : {}),
		...(isSize(maxItems) ? {maxItems} : {}),
	};
}

const isNumber = (value: unknown): value is number =>
	typeof value === 'number' && Number.isFinite(value);

function numberWords(schema: Json, type: string): Json {
	const isWhole = type === 'integer';
	const above = (limit: number) => (isWhole ? Math.floor(limit) + 1 : limit);
	const below = (limit: number) => (isWhole ? Math.ceil(limit) - 1 : limit);
	const {minimum, maximum, exclusiveMinimum: over, exclusiveMaximum: under} = schema;
	const lower = [minimum, isNumber(over) ? above(over) : undefined];
	const upper = [maximum, isNumber(under) ? below(under) : undefined];
	const [lowest, highest] = [lower.filter(isNumber), upper.filter(isNumber)];
	return {
		...(lowest.length > 0 ? {minimum: Math.max(...lowest)} : {}),
		...(highest.length > 0 ? {maximum: Math.min(...highest)} : {}),
	};
}

function ofType(type: string, schema: Json, scope: Scope): Json {
	const notes = notesOn(schema, type);
	const format = isKnownFormat(schema.format, type) ? {format: schema.format} : {};
	if (type === 'object') return described({type, ...objectWords(schema, scope)}, notes);
	if (type === 'array') return described({type, ...arrayWords(schema, scope)}, notes);
	if (type === 'string' || type === 'boolean') return described({type, ...format}, notes);
	return described({type, ...numberWords(schema, type), ...format}, notes);
}

/** Without alternatives: what the type says, or the values. */
function convertPlain(schema: Json, scope: Scope): Json {
	const values = schema.const === undefined ? list(schema.enum) : [schema.const];
	const real = values.filter(value => value !== null);
	if (real.length > 0) return described(ofValues(real), notesOn(schema, ''));
	const known = typesOf(schema);
	if (values.length > 0 || isNull(schema)) return described({type: 'string'}, ['always null']);
	if (known.length === 0) return described(anything, notesOn(schema, ''));
	return unite(known.map(type => ofType(type, schema, scope)));
}

/** A condition that says nothing about values by itself. */
const isCondition = (option: unknown): boolean =>
	isRecord(option) && Object.keys(option).every(word => word === 'required' || word === 'not');

/** What is said of the value as a whole, whichever alternative it takes. */
const annotations = ['default', 'example', 'examples'];

function convertOptions(options: readonly unknown[], schema: Json, scope: Scope): Json {
	const shared = without(schema, 'anyOf', 'oneOf', 'description', 'title', ...annotations);
	const entries = Object.entries(schema).filter(([word]) => annotations.includes(word));
	const notes = notesOn(Object.fromEntries(entries), '');
	if (options.every(isCondition)) {
		const condition = `one of these holds: ${JSON.stringify(options)}`;
		return described(convertPlain(shared, scope), [...notes, condition]);
	}

	const real = options.filter(option => option !== false && !isNull(option));
	const variants = real.map(option =>
		convert(isRecord(option) ? merge(shared, option) : shared, scope),
	);
	return described(unite(variants), notes);
}

function convert(given: unknown, {depth, ...scope}: Scope): Json {
	scope.budget.left -= 1;
	if (!isRecord(given) || depth > deepest || scope.budget.left < 0) return anything;
	const flat = flatten(given, {...scope, depth: depth + 1});
	if (!flat) return {type: 'object', description: `As above (${text(given.$ref)})`};
	const {schema} = flat;
	const options = [...list(schema.anyOf), ...list(schema.oneOf)];
	const converted =
		options.length > 0
			? convertOptions(options, schema, flat.scope)
			: convertPlain(schema, flat.scope);
	const isNullable = mayBeNull(schema) || options.some(option => isNull(option));
	return orNull(described(converted, [], schema), isNullable);
}

/**
 * Any JSON Schema in the words that both of Gemini's dialects know: an allow-list, since a list of what it
 * refuses is always one word behind. What cannot be said is moved into the descriptions.
 */
export function toGeminiSchema(schema: Json): Json {
	const scope = {root: schema, path: [], depth: 0, budget: {left: mostSchemas}};
	return convert(toObjectSchema(schema), scope);
}
