import {type Json, text} from '../wire-json.ts';

/** Words that say how a schema is written, not what a value is. */
const silent = new Set([
	'$anchor',
	'$comment',
	'$defs',
	'$dynamicAnchor',
	'$id',
	'$ref',
	'$schema',
	'$vocabulary',
	'definitions',
	'deprecated',
	'id',
	'propertyOrdering',
	'readOnly',
	'writeOnly',
]);

/** Words that are said in the schema itself. */
const said = new Set([
	'additionalItems',
	'allOf',
	'anyOf',
	'const',
	'description',
	'enum',
	'items',
	'maxItems',
	'maximum',
	'minItems',
	'minimum',
	'nullable',
	'oneOf',
	'prefixItems',
	'properties',
	'required',
	'title',
	'type',
]);

/** Words that concern values of one type only. */
const typed: Readonly<Record<string, readonly string[]>> = {
	contains: ['array'],
	maxContains: ['array'],
	minContains: ['array'],
	uniqueItems: ['array'],
	contentEncoding: ['string'],
	contentMediaType: ['string'],
	maxLength: ['string'],
	minLength: ['string'],
	pattern: ['string'],
	exclusiveMaximum: ['number', 'integer'],
	exclusiveMinimum: ['number', 'integer'],
	multipleOf: ['number', 'integer'],
	additionalProperties: ['object'],
	dependencies: ['object'],
	dependentRequired: ['object'],
	dependentSchemas: ['object'],
	maxProperties: ['object'],
	minProperties: ['object'],
	patternProperties: ['object'],
	propertyNames: ['object'],
	unevaluatedProperties: ['object'],
};

const formats: Readonly<Record<string, readonly string[]>> = {
	string: ['date-time'],
	integer: ['int32', 'int64'],
	number: ['float', 'double'],
};

/** The few formats that are understood. */
export const isKnownFormat = (format: unknown, type: string): boolean =>
	(formats[type] ?? []).includes(text(format));

const longestNote = 200;

function isTold(word: string, value: unknown, type: string): boolean {
	if (silent.has(word) || said.has(word) || word.startsWith('x-')) return false;
	// A whole number above another is one of at least the next.
	if (type === 'integer' && /^exclusiveM/.test(word)) return typeof value !== 'number';
	if (word === 'format') return !isKnownFormat(value, type);
	// Whether more is allowed tells a model nothing; what more is allowed does.
	if (typeof value === 'boolean' && word.endsWith('Properties')) return false;
	return typed[word]?.includes(type) ?? true;
}

/** What Gemini's dialect has no word for, in words for the model. */
export function notesOn(schema: Json, type: string): readonly string[] {
	return Object.entries(schema)
		.filter(([word, value]) => value !== undefined && isTold(word, value, type))
		.map(([word, value]) => {
			const shown = JSON.stringify(value) ?? '';
			return `${word}: ${shown.length > longestNote ? `${shown.slice(0, longestNote)}…` : shown}`;
		});
}
