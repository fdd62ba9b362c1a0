import {isRecord} from '../../lib/is-record.ts';
import {type Json, list, record} from './wire-json.ts';

const alternatives = ['anyOf', 'oneOf', 'allOf'] as const;

/** What some server does not let pass at the root of a schema. */
const refused = [...alternatives, 'enum', 'not', 'const', 'if', 'then', 'else', '$ref'];

function target(root: Json, ref: string): Json {
	const steps = ref.split('/').slice(1);
	return record(
		steps.reduce<unknown>(
			(at, step) => record(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
			root,
		),
	);
}

type Parts = {readonly properties: Json; readonly required: readonly string[]};

const names = (value: unknown): readonly string[] =>
	list(value).filter(name => typeof name === 'string');

/** A property that differs from variant to variant may be any of them. */
function join(left: Json, right: Json): Json {
	const joined = Object.entries(right).map(([name, schema]) => {
		const other = left[name];
		const isSame = other === undefined || JSON.stringify(other) === JSON.stringify(schema);
		return [name, isSame ? schema : {anyOf: [other, schema]}];
	});
	return {...left, ...Object.fromEntries(joined)};
}

/** The properties that any variant has; required is what all of them require. */
function partsOf(schema: Json, root: Json, depth = 0): Parts {
	if (depth > 8) return {properties: {}, required: []};
	if (typeof schema.$ref === 'string') {
		return partsOf({...target(root, schema.$ref), ...without(schema, ['$ref'])}, root, depth + 1);
	}

	let properties = record(schema.properties);
	const required = new Set(names(schema.required));
	for (const word of alternatives) {
		const variants = list(schema[word])
			.filter(isRecord)
			.map(variant => partsOf(variant, root, depth + 1));
		for (const variant of variants) properties = join(properties, variant.properties);
		const inEvery = (name: string) => variants.every(variant => variant.required.includes(name));
		for (const name of variants.flatMap(variant => variant.required)) {
			if (word === 'allOf' || inEvery(name)) required.add(name);
		}
	}

	return {properties, required: [...required].filter(name => Object.hasOwn(properties, name))};
}

const without = (schema: Json, words: readonly string[]): Json =>
	Object.fromEntries(Object.entries(schema).filter(([word]) => !words.includes(word)));

/**
 * The schema with a plain object at its root, as most servers demand of a tool. One that has it is returned as
 * it is; alternatives at the root become one object that has the properties of all. Arguments are checked
 * against the tool's own schema in any case.
 */
export function toObjectSchema(schema: Json): Json {
	const isObject = schema.type === 'object' && refused.every(word => schema[word] === undefined);
	if (isObject && isRecord(schema.properties)) return schema;
	const kept = without(schema, [...refused, 'type', 'properties', 'required']);
	const {properties, required} = partsOf(schema, schema);
	return {
		type: 'object',
		...kept,
		properties,
		...(required.length > 0 ? {required} : {}),
	};
}
