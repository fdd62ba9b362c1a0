import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {printable} from '../../source/lib/foreign-text.ts';

test('ordinary text of any script is not touched', () => {
	for (const text of [
		'plain\n\ttext',
		'完了 한국어 שלום עולם مرحبا नमस्ते สวัสดี',
		'👩‍👩‍👧‍👦 ❤️‍🔥 1️⃣ 🇩🇪 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
		'می‌خواهم',
		'葛󠄀',
		'e\u0301\u0301',
	]) {
		expect(printable(text)).toBe(text);
		expect(printable(text, {colours: true})).toBe(text);
	}
});

test('sequences are taken out, whole ones with all they carry', () => {
	expect(printable('a\x1B[2J\x1B[3;4Hb\x1B[?1049lc\x1B(Bd\x9B2Je')).toBe('abcde');
	expect(printable('a\x1B]52;c;aGk=\x07b\x1B]0;title\x1B\\c\x1BPq#1\x1B\\d\x1B_Gx\x1B\\e')).toBe(
		'abcde',
	);
	expect(printable('\x1B]8;;http://x\x1B\\link\x1B]8;;\x07')).toBe('link');
	expect(printable('\x1B[31mred\x1B[0m')).toBe('red');
});

test('what only begins like a sequence hides nothing', () => {
	expect(printable('a\x1B]0;rm -rf /\nb')).toBe('a␛]0;rm -rf /\nb');
	expect(printable('\x1B[31')).toBe('␛[31');
	expect(printable('\x1B')).toBe('␛');
	expect(printable('\x9D0;x')).toBe('<U+009D>0;x');
});

test('a sequence that appears when another is taken out does not work', () => {
	expect(printable('\x1B\x1B[0m[2J')).toBe('␛[2J');
	expect(printable('\x1B\x1B]0;x\x07[2J', {colours: true})).toBe('␛[2J');
});

test('other control characters show', () => {
	expect(printable('a\x07b\bc\rd\0e\x7Ff\x85g')).toBe('a␇b␈c␍d␀e␡f<U+0085>g');
});

test('line ends become one kind', () => {
	expect(printable('a\r\nb\u2028c\u2029d')).toBe('a\nb\nc\nd');
});

test('direction marks and hidden characters show', () => {
	expect(printable('user\u202Enimda')).toBe('user<U+202E>nimda');
	expect(printable('a\u200Bb\uFEFFc\u00ADd\u3164e')).toBe('a<U+200B>b<U+FEFF>c<U+00AD>d<U+3164>e');
	expect(printable(`x${'\u200D'.repeat(3)}y`)).toBe('x<U+200D and 2 more hidden>y');
	const smuggled = Array.from('hi', letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
	expect(printable(`x${smuggled.join('')}`)).toBe('x<U+E0068 and 1 more hidden>');
});

test('half characters and towers of marks are made harmless', () => {
	expect(printable('a\uD800b\uDC00')).toBe('a\uFFFDb\uFFFD');
	expect(printable(`z${'\u0301'.repeat(500)}`)).toBe(`z${'\u0301'.repeat(8)}`);
});

describe('colours', () => {
	const coloured = (text: string) => printable(text, {colours: true});

	test('are made anew from what is understood, and closed', () => {
		expect(coloured('\x1B[1;31mred\x1B[0m plain')).toBe('\x1B[1m\x1B[31mred\x1B[22m\x1B[39m plain');
		expect(coloured('\x1B[38;2;1;2;3mx')).toBe('\x1B[38;2;1;2;3mx\x1B[39m');
		expect(coloured('\x1B[8mhidden\x1B[5m blink')).toBe('hidden blink');
	});

	test('every line opens and closes its own', () => {
		expect(coloured('\x1B[31ma\nb\x1B[m\nc')).toBe('\x1B[31ma\x1B[39m\n\x1B[31mb\x1B[39m\nc');
	});
});

describe('whatever comes', () => {
	const nasty = fc
		.array(
			fc.oneof(
				fc.constantFrom(
					'\x1B',
					'\x9B',
					'\x9D',
					'\x90',
					'[',
					']',
					'8;;',
					'0;',
					'm',
					'31',
					'\x07',
					'\\',
					'\x1B\\',
				),
				fc.constantFrom(
					'\n',
					'\r',
					'\t',
					'\0',
					'\x7F',
					'\u202E',
					'\u200B',
					'\u200D',
					'\uFE0F',
					'\uD800',
					'\uDC00',
				),
				fc.string({unit: 'binary', maxLength: 4}),
			),
			{maxLength: 40},
		)
		.map(parts => parts.join(''));
	const forbidden =
		/[\0-\x08\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\u2028\u2029]|\p{Surrogate}/u;

	test('only what shows is left', () => {
		fc.assert(
			fc.property(nasty, text => {
				expect(printable(text)).not.toMatch(forbidden);
			}),
		);
	});

	test('with colours, only colours besides', () => {
		fc.assert(
			fc.property(nasty, text => {
				const shown = printable(text, {colours: true}).replaceAll(/\x1B\[(?!0?m)[\d;:]+m/g, '');
				expect(shown).not.toMatch(forbidden);
			}),
		);
	});

	test('twice is the same as once', () => {
		fc.assert(
			fc.property(nasty, text => {
				const once = printable(text);
				expect(printable(once)).toBe(once);
			}),
		);
	});

	test('unfinished strings in masses are read once', () => {
		const count = 100_000;
		expect(printable('\x1B]0;'.repeat(count))).toBe('␛]0;'.repeat(count));
		expect(printable('\x1B['.repeat(count))).toBe('␛['.repeat(count));
	});
});
