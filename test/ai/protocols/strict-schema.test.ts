import {describe, expect, test} from 'vitest';
import {toStrictSchema} from '../../../source/ai/protocols/strict-schema.ts';

describe('a strict schema', () => {
	test('demands every property; an optional one may be null', () => {
		const schema = {
			type: 'object',
			properties: {
				path: {type: 'string', description: 'Where.'},
				edits: {
					type: 'array',
					items: {type: 'object', properties: {line: {type: 'integer'}}, required: ['line']},
				},
				mode: {
					anyOf: [
						{type: 'string', const: 'a'},
						{type: 'string', const: 'b'},
					],
				},
			},
			required: ['path', 'mode'],
		};
		expect(toStrictSchema(schema)).toEqual({
			type: 'object',
			properties: {
				path: {type: 'string', description: 'Where.'},
				edits: {
					anyOf: [
						{
							type: 'array',
							items: {
								type: 'object',
								properties: {line: {type: 'integer'}},
								required: ['line'],
								additionalProperties: false,
							},
						},
						{type: 'null'},
					],
				},
				mode: {
					anyOf: [
						{type: 'string', const: 'a'},
						{type: 'string', const: 'b'},
					],
				},
			},
			required: ['path', 'edits', 'mode'],
			additionalProperties: false,
		});
	});

	test.each([
		['a limit', {type: 'number', minimum: 1}],
		['a node without a type', {type: 'array', items: {}}],
		['a free map', {type: 'object', additionalProperties: {type: 'string'}}],
		['a pattern deep inside', {type: 'object', properties: {a: {type: 'string', pattern: 'x'}}}],
		['a branch that has one', {anyOf: [{type: 'string'}, {type: 'number', multipleOf: 2}]}],
		['nothing', undefined],
	])('is not to be had for %s', (_title, schema) => {
		expect(toStrictSchema(schema)).toBeUndefined();
	});
});
