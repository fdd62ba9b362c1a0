import {type Json, list, record, text} from '../wire-json.ts';

/** Words Gemini understands; everything else is told in the description instead. */
const plainWords = [
	'title',
	'format',
	'minimum',
	'maximum',
	'minItems',
	'maxItems',
	'minLength',
	'maxLength',
	'minProperties',
	'maxProperties',
	'pattern',
	'propertyOrdering',
];
const knownFormats = new Set(['float', 'double', 'int32', 'int64', 'enum', 'date-time']);
const toldWords = [
	'exclusiveMinimum',
	'exclusiveMaximum',
	'multipleOf',
	'not',
	'uniqueItems',
	'default',
	'examples',
	'format',
];

type Scope = {readonly root: Json; readonly depth: number};

function resolveRef(schema: Json, {root}: Scope): Json {
	const path = text(schema.$ref)
		.replace(/^#\/?/, '')
		.split('/')
		.filter(part => part !== '');
	let at: unknown = root;
	for (const part of path) at = record(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
	const {$ref: _ref, ...rest} = schema;
	return {...record(at), ...rest};
}

/** What cannot be said in the schema, in words. */
function told(schema: Json): string {
	const notes = toldWords.flatMap(word => {
		const value = schema[word];
		if (value === undefined || (word === 'format' && knownFormats.has(text(value)))) return [];
		return [`${word}: ${JSON.stringify(value)}`];
	});
	return notes.join('; ');
}

/** The type, without null, and whether null is allowed. */
function typeOf(schema: Json): {type: string | undefined; nullable: boolean} {
	const types = Array.isArray(schema.type) ? schema.type.map(String) : [text(schema.type)];
	const real = types.filter(type => type !== 'null' && type !== '');
	const guessed = schema.properties ? 'object' : schema.items ? 'array' : undefined;
	return {type: real[0] ?? guessed, nullable: types.includes('null') || schema.nullable === true};
}

function alternatives(schema: Json, scope: Scope): {anyOf: readonly Json[]; nullable: boolean} {
	const all = [...list(schema.anyOf), ...list(schema.oneOf)].map(record);
	const types = Array.isArray(schema.type) ? schema.type.filter(type => type !== 'null') : [];
	const typed = types.length > 1 ? types.map(type => ({...schema, type, anyOf: undefined})) : [];
	const real = [...all, ...typed].filter(option => option.type !== 'null');
	return {
		anyOf: real.map(option => convert(option, {...scope, depth: scope.depth + 1})),
		nullable: real.length < all.length + typed.length,
	};
}

/** Only texts may be enumerated; numbers become texts in the description. */
function enumeration(schema: Json, type: string | undefined): {words: Json; note: string} {
	const values = schema.const === undefined ? list(schema.enum) : [schema.const];
	const real = values.filter(value => value !== null);
	if (real.length === 0) return {words: {}, note: ''};
	if (real.every(value => typeof value === 'string') && (type === undefined || type === 'string')) {
		return {words: {type: 'string', enum: real}, note: ''};
	}

	return {words: {}, note: `one of: ${real.map(value => JSON.stringify(value)).join(', ')}`};
}

function objectWords(schema: Json, scope: Scope): Json {
	const properties = Object.fromEntries(
		Object.entries(record(schema.properties)).map(([name, inner]) => [
			name,
			convert(record(inner), {...scope, depth: scope.depth + 1}),
		]),
	);
	const required = list(schema.required).filter(
		name => typeof name === 'string' && Object.hasOwn(properties, name),
	);
	return {
		...(Object.keys(properties).length > 0 ? {properties} : {}),
		...(required.length > 0 ? {required} : {}),
	};
}

const described = (description: string): Json => (description === '' ? {} : {description});

/** The words that stay as they are. */
function plain(schema: Json): Json {
	const kept = plainWords.filter(
		word =>
			schema[word] !== undefined && (word !== 'format' || knownFormats.has(text(schema.format))),
	);
	return Object.fromEntries(kept.map(word => [word, schema[word]]));
}

function convert(given: Json, scope: Scope): Json {
	// A schema that contains itself has to end somewhere.
	if (scope.depth > 12) return {type: 'string', description: 'JSON'};
	const resolved = given.$ref === undefined ? given : resolveRef(given, scope);
	const schema: Json = Object.assign({}, resolved, ...list(resolved.allOf).map(record));
	const {type: guessed, nullable} = typeOf(schema);
	const {words, note} = enumeration(schema, guessed);
	const {anyOf, nullable: orNull} = alternatives(schema, scope);
	const orNothing = nullable || orNull ? {nullable: true} : {};
	const [only] = anyOf;
	if (anyOf.length === 1 && only)
		return {...only, ...described(text(schema.description)), ...orNothing};
	const type = anyOf.length > 1 ? undefined : ((text(words.type) || guessed) ?? 'string');
	const description = [text(schema.description), note, told(schema)]
		.filter(part => part !== '')
		.join(' — ');
	return {
		...(type === undefined ? {} : {type}),
		...described(description),
		...plain(schema),
		...words,
		...(type === 'object' ? objectWords(schema, scope) : {}),
		...(type === 'array'
			? {items: convert(record(schema.items), {...scope, depth: scope.depth + 1})}
			: {}),
		...(anyOf.length > 1 ? {anyOf} : {}),
		...orNothing,
	};
}

/** Any JSON Schema to what Gemini takes: an allow-list, since a list of what it refuses is always one word behind. */
export function toGeminiSchema(schema: Json): Json {
	const converted = convert(schema, {root: schema, depth: 0});
	return converted.type === 'object' ? converted : {type: 'object', properties: {}};
}
