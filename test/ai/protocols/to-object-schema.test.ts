import {describe, expect, test} from 'vitest';
import {toObjectSchema} from '../../../source/ai/protocols/to-object-schema.ts';

const object = (properties: object, more: object = {}) => ({type: 'object', properties, ...more});
const a = {a: {type: 'string'}};
const b = {b: {type: 'integer'}};

describe('a schema for a tool', () => {
	test('that is a plain object is the same object', () => {
		const plain = object(a, {required: ['gone'], additionalProperties: false, $schema: 'x'});
		expect(toObjectSchema(plain)).toBe(plain);
	});

	test.each<readonly [title: string, schema: Readonly<Record<string, unknown>>, expected: unknown]>(
		[
			['nothing', {}, object({})],
			[
				'an object without properties',
				{type: 'object', additionalProperties: true},
				object({}, {additionalProperties: true}),
			],
			['properties without a type', {properties: a, required: ['a']}, object(a, {required: ['a']})],
			[
				'alternatives: what all of them require is required',
				{
					oneOf: [
						object({...a, k: {const: 1}}, {required: ['a', 'k']}),
						object({...b, k: {const: 2}}, {required: ['k']}),
					],
				},
				object({...a, k: {anyOf: [{const: 1}, {const: 2}]}, ...b}, {required: ['k']}),
			],
			[
				'parts: what any of them requires is required',
				{allOf: [object(a, {required: ['a']}), object(b)], description: 'Both'},
				object({...a, ...b}, {required: ['a'], description: 'Both'}),
			],
			[
				'an object with alternatives',
				object(a, {required: ['a'], anyOf: [{required: ['b']}, {properties: b}]}),
				object({...a, ...b}, {required: ['a']}),
			],
			[
				'a reference, whose own references still lead somewhere',
				{$ref: '#/$defs/In', $defs: {In: object({x: {$ref: '#/$defs/X'}}), X: {type: 'string'}}},
				object(
					{x: {$ref: '#/$defs/X'}},
					{$defs: {In: object({x: {$ref: '#/$defs/X'}}), X: {type: 'string'}}},
				),
			],
			['itself', {$ref: '#'}, object({})],
			['something else', {type: 'array', items: {}}, object({}, {items: {}})],
		],
	)('is made of %s', (_title, schema, expected) => {
		expect(toObjectSchema(schema)).toEqual(expected);
	});
});
