import {type TSchema, Type} from 'typebox';
import {describe, expect, test} from 'vitest';
import {checkToolInput} from '../../source/ai/tool-input.ts';

const fields = {
	count: Type.Number(),
	isAll: Type.Optional(Type.Boolean()),
	tags: Type.Optional(Type.Array(Type.String())),
	edits: Type.Optional(Type.Array(Type.Object({line: Type.Integer(), text: Type.String()}))),
	mode: Type.Optional(Type.Union([Type.Literal('fast'), Type.Literal('slow')])),
	either: Type.Optional(Type.Union([Type.Number(), Type.Boolean()])),
	env: Type.Optional(Type.Record(Type.String(), Type.Number())),
	maybe: Type.Optional(Type.Union([Type.String(), Type.Null()])),
};
const box = Type.Object(fields, {additionalProperties: false});

/** The same as somebody else's server would send it. */
const plain = JSON.parse(JSON.stringify(box)) as TSchema;

const schemas = [
	['TypeBox', box],
	['plain JSON Schema', plain],
] as const;

describe.each(schemas)('input of a tool described by %s', (_name, schema) => {
	test('that fits is passed on as it is', () => {
		const input = {count: 1, tags: ['a'], maybe: null};
		expect(checkToolInput(schema, input)).toEqual({ok: true, value: input});
	});

	test.each([
		['a number in quotes', {count: ' 3.5 '}, {count: 3.5}],
		['truth in quotes', {count: 1, isAll: 'TRUE'}, {count: 1, isAll: true}],
		['one item for a list', {count: 1, tags: 'a'}, {count: 1, tags: ['a']}],
		['a list in quotes', {count: 1, tags: '["a","b"]'}, {count: 1, tags: ['a', 'b']}],
		['numbers in a list of texts', {count: 1, tags: [1, true]}, {count: 1, tags: ['1', 'true']}],
		['null for nothing', {count: 1, isAll: null, tags: null}, {count: 1}],
		[
			'the same deep inside',
			{count: 1, edits: {line: '7', text: 'x'}},
			{count: 1, edits: [{line: 7, text: 'x'}]},
		],
		['the same in a choice', {count: 1, either: 'false'}, {count: 1, either: false}],
		['the same in a record', {count: 1, env: {a: '1'}}, {count: 1, env: {a: 1}}],
		['an object in quotes', '{"count":"1"}', {count: 1}],
	])('is mended when it is plain what was meant: %s', (_title, input, value) => {
		const before = structuredClone(input);
		expect(checkToolInput(schema, input)).toEqual({ok: true, value});
		expect(input).toEqual(before);
	});

	test.each([
		['nothing', {}, ['count: is required']],
		['null for what is needed', {count: null}, ['count: must be number']],
		['words for a number', {count: 'many'}, ['count: must be number']],
		[
			'a fraction for a whole number',
			{count: 1, edits: [{line: '1.5', text: ''}]},
			['edits.0.line: must be integer'],
		],
		['a name too many', {count: 1, colour: 'red'}, ['colour: is not a known property']],
		['a missing name deep inside', {count: 1, edits: [{line: 1}]}, ['edits.0.text: is required']],
		[
			'none of the choices',
			{count: 1, mode: 'warp'},
			['mode: must be "fast"', 'mode: must be "slow"'],
		],
		['no object', 7, ['(root): must be object']],
		['a list', [], ['(root): must be object']],
	])('is refused with a path and a reason: %s', (_title, input, problems) => {
		expect(checkToolInput(schema, input)).toEqual({ok: false, problems});
	});
});

describe('schemas from elsewhere', () => {
	const check = (schema: object, input: unknown) => checkToolInput(schema as TSchema, input);

	test('may refer to parts of themselves', () => {
		const schema = {
			type: 'object',
			properties: {root: {$ref: '#/$defs/node'}},
			$defs: {
				node: {
					type: 'object',
					properties: {size: {type: 'integer'}, next: {$ref: '#/$defs/node'}},
					required: ['size'],
				},
			},
		};
		expect(check(schema, {root: {size: '1', next: {size: '2', next: null}}})).toEqual({
			ok: true,
			value: {root: {size: 1, next: {size: 2}}},
		});
		expect(check(schema, {root: {size: 1, next: {}}})).toEqual({
			ok: false,
			problems: ['root.next.size: is required'],
		});
	});

	test('may list types', () => {
		const schema = {type: 'object', properties: {n: {type: ['integer', 'null']}}};
		expect(check(schema, {n: '4'})).toEqual({ok: true, value: {n: 4}});
		expect(check(schema, {n: null})).toEqual({ok: true, value: {n: null}});
	});

	test('may name the only values', () => {
		const schema = {type: 'object', properties: {m: {enum: ['a', 'b']}}};
		expect(check(schema, {m: 'c'})).toEqual({ok: false, problems: ['m: must be one of ["a","b"]']});
	});

	test('may be nothing, or nonsense: then the tool is the judge', () => {
		expect(check({}, {a: 1})).toEqual({ok: true, value: {a: 1}});
		const broken = {type: 'object', properties: {a: {type: 'string', pattern: '('}}};
		expect(check(broken, {a: 'x'})).toEqual({ok: true, value: {a: 'x'}});
	});

	test('with many faults name the first dozen', () => {
		const required = Array.from({length: 30}, (_, index) => `p${index}`);
		const checked = check({type: 'object', required}, {});
		expect(checked.ok ? [] : checked.problems).toHaveLength(12);
	});
});
