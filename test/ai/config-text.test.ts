import {describe, expect, test} from 'vitest';
import {parseConfig, readConfigText} from '../../source/ai/config-text.ts';

describe('configuration text', () => {
	test('is JSON with comments, trailing commas and a BOM', () => {
		const source = '\uFEFF{\n// why\n"a": [1, 2,], /* and */ "b": {"c": true,},\n}';
		expect(parseConfig(source, 'x.json')).toEqual({value: {a: [1, 2], b: {c: true}}, problems: []});
	});

	test.each([
		['{\n"a": 1\n"b": 2}', 3, 'not valid JSON: comma expected'],
		['{"a": "x', 1, 'not valid JSON: unexpected end of string'],
		['7', 1, 'must hold one JSON object'],
	])('%j is nothing, with a reason and a line', (source, line, message) => {
		expect(parseConfig(source, 'x.json')).toEqual({
			value: {},
			problems: [{path: 'x.json', line, message}],
		});
	});

	test('knows the line of each entry, and of the nearest one around what is not there', () => {
		const {lineOf} = readConfigText('{\n"a": {\n"b": [\n1,\n{"c": 2}]}}', 'x.json');
		expect(lineOf(['a'])).toBe(2);
		expect(lineOf(['a', 'b', 1, 'c'])).toBe(5);
		expect(lineOf(['a', 'b', 1, 'z'])).toBe(5);
		expect(lineOf(['z'])).toBe(1);
	});
});
