import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createLineReader, parseJson, toJsonLine} from '../../source/lib/json-lines.ts';

const separators = 'a\u0085b\u2028c\u2029d\u000be\u000cf\ud800g\u0000h\r\ni';

const collect = (chunks: readonly Uint8Array[]): readonly string[] => {
	const reader = createLineReader();
	return [...chunks.flatMap(chunk => reader.push(chunk)), ...reader.end()];
};

test('text with every kind of line separator survives, one byte at a time', () => {
	const values = [{text: separators}, {text: '完了 👩‍👩‍👧‍👦'}];
	const bytes = Buffer.from(values.map(toJsonLine).join(''));
	const lines = collect([...bytes].map(byte => Uint8Array.of(byte)));
	expect(lines.map(line => JSON.parse(line))).toEqual(values);
});

test('unescaped separators of a careless writer do not end a line', () => {
	const raw = '{"text":"a\u0085b\u2028c\u2029d"}';
	expect(collect([Buffer.from(`${raw}\n${raw}\n`)])).toEqual([raw, raw]);
});

test('the writer escapes U+2028 and U+2029', () => {
	expect(toJsonLine({text: '\u2028\u2029'})).toBe('{"text":"\\u2028\\u2029"}\n');
});

test('a carriage return before the line feed is dropped, also when a chunk ends between them', () => {
	const chunks = ['one\r', '\ntwo\r\nth\rree\n'].map(text => Buffer.from(text));
	expect(collect(chunks)).toEqual(['one', 'two', 'th\rree']);
});

test('the last line needs no end, and blank lines are lines', () => {
	expect(collect([Buffer.from('one\n\ntwo')])).toEqual(['one', '', 'two']);
	expect(collect([Buffer.from('one\n')])).toEqual(['one']);
});

test('a chunk may be overwritten by its owner once it was pushed', () => {
	const reader = createLineReader();
	const chunk = Buffer.from('half');
	reader.push(chunk);
	chunk.fill(0);
	expect(reader.push(Buffer.from(' done\n'))).toEqual(['half done']);
	expect(reader.end()).toEqual([]);
});

test('any values come back however the bytes are cut', () => {
	fc.assert(
		fc.property(
			fc.array(fc.jsonValue({noUnicodeString: false}), {maxLength: 8}),
			fc.integer({min: 1, max: 7}),
			(values, size) => {
				const bytes = Buffer.from(values.map(toJsonLine).join(''));
				const chunks = Array.from({length: Math.ceil(bytes.length / size)}, (_, index) =>
					bytes.subarray(index * size, (index + 1) * size),
				);
				const lines = collect(chunks);
				expect(lines.map(line => JSON.parse(line))).toEqual(
					values.map(value => JSON.parse(JSON.stringify(value))),
				);
			},
		),
		{numRuns: 100},
	);
});

test('what is not JSON is undefined', () => {
	expect([parseJson('{"a":1}'), parseJson('{"a":'), parseJson('')]).toEqual([
		{a: 1},
		undefined,
		undefined,
	]);
});
