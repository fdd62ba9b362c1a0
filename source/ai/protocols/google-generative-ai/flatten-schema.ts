import {isRecord} from '../../../lib/is-record.ts';
import {type Json, list, record} from '../wire-json.ts';

export type Scope = {
	/** What references start from. */
	readonly root: Json;
	/** References that are being followed; one that leads to itself has to end somewhere. */
	readonly path: readonly string[];
	readonly depth: number;
	/** Schemas that may still be made: parts that are named again and again would fill the request. */
	readonly budget: {left: number};
};

function lookUp(root: Json, ref: string): Json | undefined {
	if (ref !== '#' && !ref.startsWith('#/')) return undefined;
	let at: unknown = root;
	for (const step of ref.split('/').slice(1)) {
		at = record(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
	}

	return isRecord(at) ? at : undefined;
}

const strings = (value: unknown): readonly string[] =>
	list(value).filter(item => typeof item === 'string');

const same = (left: unknown, right: unknown): boolean =>
	JSON.stringify(left) === JSON.stringify(right);

/** Both at once. Where they say different things about the same, the second is the more specific. */
export function merge(first: Json, second: Json): Json {
	const properties = {...record(first.properties), ...record(second.properties)};
	const required = [...new Set([...strings(first.required), ...strings(second.required)])];
	const [some, others] = [list(first.enum), list(second.enum)];
	const common = some.filter(value => others.some(other => same(value, other)));
	return {
		...first,
		...second,
		...(Object.keys(properties).length > 0 ? {properties} : {}),
		...(required.length > 0 ? {required} : {}),
		...(common.length > 0 ? {enum: common} : {}),
	};
}

export const without = (schema: Json, ...words: readonly string[]): Json =>
	Object.fromEntries(Object.entries(schema).filter(([word]) => !words.includes(word)));

type Flat = {readonly schema: Json; readonly scope: Scope};

/** The schema with its references and `allOf` put in their place. `undefined`: it contains itself. */
export function flatten(schema: Json, scope: Scope): Flat | undefined {
	const {$ref: ref} = schema;
	if (typeof ref === 'string') {
		if (scope.path.includes(ref)) return undefined;
		const target = lookUp(scope.root, ref) ?? {description: `See ${ref}`};
		const inner = {...scope, path: [...scope.path, ref]};
		return flatten(merge(target, without(schema, '$ref')), inner);
	}

	let flat: Flat = {schema: {}, scope};
	for (const part of list(schema.allOf).filter(isRecord)) {
		const next = flatten(part, flat.scope);
		if (next) flat = {schema: merge(flat.schema, next.schema), scope: next.scope};
	}

	return {schema: merge(flat.schema, without(schema, 'allOf')), scope: flat.scope};
}
