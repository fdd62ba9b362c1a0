import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {toGeminiSchema} from '../../../../source/ai/protocols/google-generative-ai/to-gemini-schema.ts';
import {type Json, record} from '../../../../source/ai/protocols/wire-json.ts';
import {schemaProblem} from '../../../helpers/strict/google-generative-ai.ts';

const object = (properties: Json, more: Json = {}): Json => ({type: 'object', properties, ...more});

/** One property after the conversion. */
const converted = (schema: unknown, root: Json = {}): unknown =>
	record(toGeminiSchema(object({x: schema}, root)).properties).x;

const anything = {
	anyOf: [{type: 'string'}, {type: 'number'}, {type: 'boolean'}, {type: 'object'}],
};

describe('what Gemini knows', () => {
	test('stays as it is', () => {
		const plain = object(
			{
				path: {type: 'string', title: 'Path', description: 'Where'},
				when: {type: 'string', format: 'date-time'},
				mode: {type: 'string', enum: ['r', 'w']},
				count: {type: 'integer', minimum: 1, maximum: 9, format: 'int32'},
				share: {type: 'number'},
				deep: {type: 'boolean'},
				tags: {type: 'array', items: {type: 'string'}, minItems: 1, maxItems: 3},
				at: object({row: {type: 'integer'}}, {required: ['row']}),
				any: {anyOf: [{type: 'string'}, {type: 'integer'}]},
			},
			{required: ['path'], description: 'All of it'},
		);
		expect(toGeminiSchema(plain)).toEqual(plain);
	});
});

describe('what Gemini does not know', () => {
	test.each<readonly [title: string, schema: unknown, expected: unknown]>([
		['a constant word', {const: 'fast'}, {type: 'string', enum: ['fast']}],
		[
			'a constant number',
			{const: 5},
			{type: 'integer', minimum: 5, maximum: 5, description: '(always 5)'},
		],
		['a constant truth', {const: true}, {type: 'boolean', description: '(always true)'}],
		[
			'nothing but null',
			{type: 'null'},
			{type: 'string', nullable: true, description: '(always null)'},
		],
		['a type or null', {type: ['string', 'null']}, {type: 'string', nullable: true}],
		[
			'several types',
			{type: ['string', 'integer', 'null'], minimum: 2, pattern: '^a'},
			{
				anyOf: [
					{type: 'string', description: '(pattern: "^a")'},
					{type: 'integer', minimum: 2},
				],
				nullable: true,
			},
		],
		[
			'numbers to choose from',
			{type: 'integer', enum: [0, 1, 2], description: 'Level'},
			{type: 'integer', minimum: 0, maximum: 2, description: 'Level (one of 0, 1, 2)'},
		],
		[
			'words, numbers and null to choose from',
			{enum: ['a', '', 1.5, null]},
			{
				anyOf: [
					{type: 'string', enum: ['a']},
					{type: 'string', description: '(may be empty)'},
					{type: 'number', minimum: 1.5, maximum: 1.5, description: '(always 1.5)'},
				],
				nullable: true,
			},
		],
		['true or false to choose from', {enum: [true, false]}, {type: 'boolean'}],
		['a list of anything', {type: 'array'}, {type: 'array', items: anything}],
		['anything', {}, anything],
		['anything, said in short', true, anything],
		[
			'a tuple',
			{type: 'array', prefixItems: [{type: 'string'}, {type: 'integer'}], items: false},
			{type: 'array', items: {anyOf: [{type: 'string'}, {type: 'integer'}]}},
		],
		[
			'a tuple as it was written once',
			{type: 'array', items: [{type: 'string'}, {type: 'string'}], minItems: 2},
			{type: 'array', items: {type: 'string'}, minItems: 2},
		],
		[
			'one of several',
			{oneOf: [{type: 'string'}, object({k: {type: 'string'}})], description: 'Either'},
			{anyOf: [{type: 'string'}, object({k: {type: 'string'}})], description: 'Either'},
		],
		[
			'a union of words',
			{anyOf: [{const: 'a'}, {const: 'b'}, {type: 'null'}], default: 'a'},
			{type: 'string', enum: ['a', 'b'], nullable: true, description: '(default: "a")'},
		],
		[
			'words that are explained one by one',
			{
				oneOf: [
					{const: 'a', description: 'first'},
					{const: 'b', title: 'B'},
				],
			},
			{
				anyOf: [
					{type: 'string', enum: ['a'], description: 'first'},
					{type: 'string', enum: ['b'], title: 'B'},
				],
			},
		],
		['a choice of one', {anyOf: [{type: 'string'}]}, {type: 'string'}],
		[
			'a choice inside of a choice',
			{anyOf: [{anyOf: [{type: 'string'}, {type: 'null'}]}, {type: 'integer'}]},
			{anyOf: [{type: 'string'}, {type: 'integer'}], nullable: true},
		],
		[
			'all of several',
			{allOf: [object({a: {type: 'string'}}, {required: ['a']}), object({b: {type: 'integer'}})]},
			object({a: {type: 'string'}, b: {type: 'integer'}}, {required: ['a']}),
		],
		[
			'conditions on what is required',
			object(
				{a: {type: 'string'}, b: {type: 'string'}},
				{anyOf: [{required: ['a']}, {required: ['b']}]},
			),
			object(
				{a: {type: 'string'}, b: {type: 'string'}},
				{description: '(one of these holds: [{"required":["a"]},{"required":["b"]}])'},
			),
		],
		[
			'limits that are not included',
			{type: 'integer', exclusiveMinimum: 0},
			{type: 'integer', minimum: 1},
		],
		[
			'limits of fractions',
			{type: 'number', exclusiveMaximum: 1, multipleOf: 0.1},
			{type: 'number', maximum: 1, description: '(exclusiveMaximum: 1; multipleOf: 0.1)'},
		],
		[
			'shapes of text',
			{type: 'string', description: 'An address.', format: 'uri', minLength: 3, pattern: '^h'},
			{type: 'string', description: 'An address. (format: "uri"; minLength: 3; pattern: "^h")'},
		],
		[
			'maps',
			{type: 'object', additionalProperties: {type: 'integer'}},
			{type: 'object', description: '(additionalProperties: {"type":"integer"})'},
		],
		[
			'what it calls closed',
			object({a: {type: 'string'}}, {additionalProperties: false}),
			object({a: {type: 'string'}}),
		],
		['types by other names', {type: 'float'}, {type: 'number'}],
		[
			'no type, but words that have one',
			{pattern: 'x'},
			{type: 'string', description: '(pattern: "x")'},
		],
		[
			'properties that may not be',
			object({a: {type: 'string'}, b: false}, {required: ['a', 'b', 'c', 'a']}),
			object({a: {type: 'string'}}, {required: ['a']}),
		],
		[
			'what a schema says about itself',
			{$id: 'x', $comment: 'y', readOnly: true, 'x-order': 1, type: 'string'},
			{type: 'string'},
		],
	])('is put in its words: %s', (_title, schema, expected) => {
		expect(converted(schema)).toEqual(expected);
	});

	test('is followed where it is defined', () => {
		const root = {$defs: {Name: {type: 'string', description: 'A name'}, 'a/b': {type: 'integer'}}};
		expect(converted({$ref: '#/$defs/Name'}, root)).toEqual({
			type: 'string',
			description: 'A name',
		});
		expect(converted({$ref: '#/$defs/Name', description: 'Mine'}, root)).toEqual({
			type: 'string',
			description: 'Mine',
		});
		expect(converted({$ref: '#/$defs/a~1b'}, root)).toEqual({type: 'integer'});
		expect(converted({$ref: 'https://example.com/x.json'}, root)).toEqual({
			...anything,
			description: 'See https://example.com/x.json',
		});
	});

	test('ends where it contains itself', () => {
		const node = object({kids: {type: 'array', items: {$ref: '#/$defs/Node'}}});
		expect(converted({$ref: '#/$defs/Node'}, {$defs: {Node: node}})).toEqual(
			object({
				kids: {type: 'array', items: {type: 'object', description: 'As above (#/$defs/Node)'}},
			}),
		);
	});

	test('stays small although its parts are named again and again', () => {
		const defs = Array.from({length: 30}, (_, index) => [
			`d${index}`,
			object({left: {$ref: `#/$defs/d${index + 1}`}, right: {$ref: `#/$defs/d${index + 1}`}}),
		]);
		const schema = object({x: {$ref: '#/$defs/d0'}}, {$defs: Object.fromEntries(defs)});
		expect(JSON.stringify(toGeminiSchema(schema)).length).toBeLessThan(500_000);
	});

	test('keeps properties whose names are words of schemas', () => {
		const names = ['$schema', 'const', 'oneOf', 'type', 'required', '__proto__'];
		const properties = Object.fromEntries(names.map(name => [name, {type: 'string'}]));
		const out = record(toGeminiSchema(object(properties, {required: names})).properties);
		expect(Object.keys(out)).toEqual(names);
	});
});

describe('the root', () => {
	test.each<readonly [title: string, schema: Json, expected: unknown]>([
		['nothing', {}, {type: 'object'}],
		[
			'a reference',
			{$ref: '#/$defs/A', $defs: {A: object({a: {type: 'string'}})}},
			object({a: {type: 'string'}}),
		],
		[
			'alternatives',
			{
				anyOf: [
					object({a: {type: 'string'}, k: {const: 1}}, {required: ['a', 'k']}),
					object({b: {type: 'string'}, k: {const: 2}}, {required: ['b', 'k']}),
				],
			},
			object(
				{
					a: {type: 'string'},
					k: {
						anyOf: [
							{type: 'integer', minimum: 1, maximum: 1, description: '(always 1)'},
							{type: 'integer', minimum: 2, maximum: 2, description: '(always 2)'},
						],
					},
					b: {type: 'string'},
				},
				{required: ['k']},
			),
		],
		['another type', {type: 'string'}, {type: 'object'}],
	])('is an object, also from %s', (_title, schema, expected) => {
		expect(toGeminiSchema(schema)).toEqual(expected);
	});
});

/** As found in the tools of servers and extensions. */
const nasty: readonly unknown[] = [
	{$schema: 'http://json-schema.org/draft-07/schema#', type: 'string'},
	{type: 'string', const: 'x'},
	{type: 'string', enum: ['a', 'a', '']},
	{type: 'string', enum: []},
	{type: 'string', enum: [1, 2]},
	{enum: [null]},
	{const: null},
	{const: {a: 1}},
	{const: [1]},
	{enum: [{a: 1}, [2], 'x', 3, false]},
	{type: ['null']},
	{type: []},
	{type: ['string', 'number', 'boolean', 'object', 'array', 'null']},
	{type: 'any'},
	{type: 'Integer'},
	{type: 7},
	{type: 'array', items: {}},
	{type: 'array', items: true},
	{type: 'array', items: false},
	{type: 'array', items: []},
	{type: 'array', items: {type: 'array', items: {type: 'array'}}},
	{type: 'array', prefixItems: [{}, {const: 1}], items: {type: 'string'}, minItems: -1},
	{type: 'array', uniqueItems: true, contains: {type: 'string'}},
	{type: 'object'},
	{type: 'object', properties: {}},
	{type: 'object', properties: {a: true, b: null, c: 'string'}, required: ['a', 7, 'zz']},
	{type: 'object', required: ['a']},
	{type: 'object', required: true, properties: {a: {type: 'string', required: true}}},
	{type: 'object', additionalProperties: true},
	{type: 'object', patternProperties: {'^x': {type: 'string'}}, minProperties: 1},
	{type: 'object', propertyNames: {pattern: '^[a-z]+$'}, unevaluatedProperties: false},
	{type: 'object', properties: {a: {}}, dependentRequired: {a: ['b']}},
	JSON.parse(
		'{"type":"object","properties":{"a":{}},"if":{"required":["a"]},"then":{"required":["b"]}}',
	),
	{not: {type: 'string'}},
	{oneOf: []},
	{anyOf: [{}]},
	{anyOf: [true, false]},
	{anyOf: [{type: 'null'}]},
	{anyOf: [{type: 'string'}, {type: 'string'}]},
	{oneOf: [{type: 'integer', enum: [1]}, {type: 'null'}], nullable: true},
	{anyOf: [{$ref: '#/$defs/Gone'}, {type: 'null'}]},
	{
		type: 'object',
		properties: {a: {type: 'string'}},
		oneOf: [{required: ['a']}, {not: {required: ['a']}}],
	},
	{
		type: 'object',
		properties: {a: {type: 'string'}},
		anyOf: [{properties: {b: {type: 'integer'}}}],
	},
	{allOf: []},
	{allOf: [{$ref: '#/$defs/Loop'}, {description: 'both'}]},
	{allOf: [{type: 'string'}, {minLength: 2}, {enum: ['aa', 'b']}]},
	{allOf: [{anyOf: [{type: 'string'}, {type: 'integer'}]}, {anyOf: [{const: 'a'}]}]},
	{$ref: '#/$defs/Loop'},
	{$ref: '#/$defs/Ping'},
	{$ref: '#'},
	{$ref: '#/properties/x'},
	{$ref: ''},
	{$ref: '#/$defs/%7B'},
	{$ref: 3},
	{$dynamicRef: '#node'},
	{type: 'integer', minimum: '1', maximum: null, exclusiveMinimum: true},
	{type: 'number', minimum: 1e308, multipleOf: 0.01, format: 'decimal'},
	{type: 'integer', format: 'uint8', exclusiveMaximum: 10.5},
	{type: 'string', format: 'date-time', contentEncoding: 'base64', examples: ['x']},
	{type: 'string', description: 3, title: {}, default: 'x'.repeat(1000)},
	{type: 'string', nullable: true, deprecated: true, 'x-google': {a: 1}},
	{type: 'string', discriminator: {propertyName: 'kind'}},
	null,
	'string',
	[],
	0,
];

describe('any schema', () => {
	const $defs = {
		Loop: object({next: {$ref: '#/$defs/Loop'}, all: {allOf: [{$ref: '#/$defs/Loop'}]}}),
		Ping: {$ref: '#/$defs/Pong'},
		Pong: {$ref: '#/$defs/Ping'},
	};

	test(`is accepted: ${nasty.length} nasty ones`, () => {
		expect(nasty.length).toBeGreaterThanOrEqual(60);
		for (const schema of nasty) {
			const out = toGeminiSchema(object({x: schema}, {$defs}));
			expect([JSON.stringify(schema), schemaProblem(out)]).toEqual([
				JSON.stringify(schema),
				undefined,
			]);
			expect(Object.keys(record(out.properties))).toEqual(['x']);
		}
	});

	test('is accepted at the root', () => {
		for (const schema of nasty) {
			const out = toGeminiSchema({...record(schema), $defs});
			expect(out.type).toBe('object');
			expect([JSON.stringify(schema), schemaProblem(out)]).toEqual([
				JSON.stringify(schema),
				undefined,
			]);
		}
	});

	test('is accepted, whatever it is made of', () => {
		const word = fc.constantFrom(
			...['type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'required'],
			...['minimum', 'format', 'nullable', '$ref', 'not', 'description', 'prefixItems'],
		);
		const value = fc.constantFrom<unknown>(
			'string',
			'object',
			'array',
			'null',
			'#/$defs/Loop',
			'#',
			1,
			true,
			null,
		);
		const {tree} = fc.letrec(tie => ({
			tree: fc.oneof(
				{maxDepth: 5},
				value,
				fc.array(tie('tree'), {maxLength: 3}),
				fc.dictionary(word, tie('tree'), {maxKeys: 4}),
			),
		}));
		fc.assert(
			fc.property(fc.dictionary(word, tree, {maxKeys: 5}), schema => {
				const root = {...schema, $defs};
				const before = JSON.stringify(root);
				expect(schemaProblem(toGeminiSchema(root))).toBeUndefined();
				expect(JSON.stringify(root)).toBe(before);
			}),
			{numRuns: 1500},
		);
	});
});
