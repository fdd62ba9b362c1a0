import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createSseParser, type SseItem} from '../../source/lib/sse.ts';

function parse(...chunks: readonly string[]): readonly SseItem[] {
	const parser = createSseParser();
	return [...chunks.flatMap(chunk => parser.push(chunk)), ...parser.end()];
}

describe('server-sent events', () => {
	test.each([
		['a line feed', 'event: a\ndata: 1\n\ndata: 2\n\n'],
		['a return', 'event: a\rdata: 1\r\rdata: 2\r\r'],
		['both', 'event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n'],
	])('lines may end in %s', (_name, text) => {
		expect(parse(text)).toEqual([{event: 'a', data: '1'}, {data: '2'}]);
	});

	test('the cut between chunks makes no difference', () => {
		const text = ': hi\r\nevent: a\r\ndata: {"x":1}\r\ndata:  two\r\n\r\ndata: 文字\n\n\rdata:last';
		const whole = parse(text);
		expect(whole).toEqual([
			null,
			{event: 'a', data: '{"x":1}\n two'},
			{data: '文字'},
			{data: 'last'},
		]);
		fc.assert(
			fc.property(fc.array(fc.nat(text.length), {maxLength: 12}), cuts => {
				const at = [0, ...cuts.sort((a, b) => a - b), text.length];
				const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
				expect(parse(...chunks)).toEqual(whole);
			}),
		);
	});

	test('one space after the colon belongs to the format, further ones to the data', () => {
		expect(parse('data:a\n\ndata: a\n\ndata:  a\n\n')).toEqual([
			{data: 'a'},
			{data: 'a'},
			{data: ' a'},
		]);
	});

	test('fields nobody asked for are passed over, and an event without data is none', () => {
		expect(parse('id: 7\nretry: 10\nnonsense\n\nevent: ping\n\ndata: x\n\n')).toEqual([
			{data: 'x'},
		]);
	});

	test('the last event counts even if the body ends right behind it', () => {
		expect(parse('data: [DONE]')).toEqual([{data: '[DONE]'}]);
	});
});
