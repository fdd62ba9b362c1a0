import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createPartialJson, parseJson} from '../../source/lib/partial-json.ts';

describe('whole JSON', () => {
	test('is read as JSON.parse reads it', () => {
		fc.assert(
			fc.property(fc.jsonValue(), value => {
				const text = JSON.stringify(value);
				expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	test.each([
		['a raw line feed in a string', '{"a":"x\ny"}', {a: 'x\ny'}],
		['a raw tab and a null character', '{"a":"x\ty\u0000"}', {a: 'x\ty\u0000'}],
		['a regular expression with lone backslashes', String.raw`{"a":"\d+\.\w"}`, {a: '\\d+\\.\\w'}],
		['a Windows path', String.raw`{"a":"C:\Users\x"}`, {a: 'C:\\Users\\x'}],
		['good escapes beside bad ones', String.raw`{"a":"\"\u00e9\n\q"}`, {a: '"é\n\\q'}],
	])('%s is mended', (_name, text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	test.each(['{"a":"x', '{"a":1', '{"a"', '{', '[1,', '{"a":"x\\', '{"a":1}}', 'tru', ''])(
		'%s is not completed',
		text => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		},
	);

	test('a key called __proto__ is a member like any other', () => {
		expect(Object.keys(Object(parseJson('{"__proto__":1,"a":"x\ny"}')))).toEqual([
			'__proto__',
			'a',
		]);
	});
});

describe('JSON that is still arriving', () => {
	test('shows what is there so far', () => {
		let time = 0;
		const json = createPartialJson(() => time);
		const seen: unknown[] = [];
		for (const piece of ['{"path":"a', '.ts","text":"one\\', 'ntwo', '","n":1', '2}']) {
			json.add(piece);
			time += 100;
			seen.push(json.value());
		}

		expect(seen).toEqual([
			{path: 'a'},
			{path: 'a.ts', text: 'one'},
			{path: 'a.ts', text: 'one\ntwo'},
			{path: 'a.ts', text: 'one\ntwo', n: 1},
			{path: 'a.ts', text: 'one\ntwo', n: 12},
		]);
	});

	test('a bad escape or raw control character hides nothing', () => {
		const json = createPartialJson(() => 0);
		json.add('{"pattern":"\\d+","text":"a\nb');
		expect(json.value()).toEqual({pattern: '\\d+', text: 'a\nb'});
	});

	test('keeps the last good view when more text makes no sense', () => {
		let time = 0;
		const json = createPartialJson(() => time);
		json.add('{"a":1}');
		const before = json.value();
		json.add(' nonsense');
		time += 100;
		expect(json.value()).toEqual(before);
	});

	test('200 000 characters in small pieces are looked at a few dozen times, not ten thousand', () => {
		let looks = 0;
		let last: unknown;
		const json = createPartialJson(() => 0);
		json.add('{"text":"');
		for (let count = 0; count < 10_000; count += 1) {
			json.add('x'.repeat(20));
			const value = json.value();
			if (value !== last) looks += 1;
			last = value;
		}

		expect(looks).toBeGreaterThan(10);
		expect(looks).toBeLessThan(150);
	});
});
