import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	createDecoder,
	type Decoder,
} from '../../../../source/modes/interactive/terminal/decoder.ts';
import {
	type InputEvent,
	type KeyEvent,
	noModifiers,
} from '../../../../source/modes/interactive/terminal/input-event.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const decoder = () => createDecoder({escTimeoutMs: 10});

/** All events of these reads, the held ones included. */
function decode(...reads: readonly string[]): readonly InputEvent[] {
	const subject = decoder();
	return [...reads.flatMap(read => subject.feed(bytes(read))), ...subject.flush()];
}

const text = (value: string): InputEvent => ({kind: 'text', text: value});
const paste = (value: string): InputEvent => ({kind: 'paste', text: value});
const key = (name: string, sequence: string, held: Partial<KeyEvent> = {}): InputEvent => ({
	kind: 'key',
	...noModifiers,
	name,
	sequence,
	...held,
});

/** `ctrl+shift+a` of a key event, text and pastes as they are: enough to compare many at once. */
function label(event: InputEvent): string {
	if (event.kind === 'text') return `"${event.text}"`;
	if (event.kind !== 'key') return event.kind;
	const held = (['ctrl', 'alt', 'shift', 'super'] as const).filter(name => event[name]);
	return [...held, event.name].join('+');
}

const labels = (...reads: readonly string[]) =>
	decode(...reads)
		.map(label)
		.join(' ');

describe('plain keys', () => {
	test('characters that arrive together are one text', () => {
		expect(decode('héllo 完了')).toEqual([text('héllo 完了')]);
	});

	test('a character that is cut in two arrives once and whole', () => {
		const subject = decoder();
		const cut = [...bytes('完👍')].map(byte => subject.feed(Uint8Array.of(byte)));
		expect(cut.flat()).toEqual([text('完'), text('👍')]);
	});

	test('bytes below space have the names people know them by', () => {
		const sent = ['\r', '\n', '\t', '\x7F', '\b', '\x01', '\x1A', '\0', '\x1D', '\x1F', '\x1C'];
		expect(labels(...sent)).toBe(
			'enter ctrl+j tab backspace backspace ctrl+a ctrl+z ctrl+space ctrl+] ctrl+- ctrl+\\',
		);
	});

	test('a burst of keys in one read is one event each', () => {
		expect(decode('ab\x7F\x7F\x03')).toEqual([
			text('ab'),
			key('backspace', '\x7F'),
			key('backspace', '\x7F'),
			key('c', '\x03', {ctrl: true}),
		]);
	});

	test('CR LF from a terminal in line mode is one Enter', () => {
		expect(labels('\r\n')).toBe('enter');
	});
});

describe('escape', () => {
	test('a lone ESC is a key only after silence', () => {
		const subject = decoder();
		expect(subject.feed(bytes('\x1B'))).toEqual([]);
		expect(subject.wait()).toBe(10);
		expect(subject.flush()).toEqual([key('escape', '\x1B')]);
		expect(subject.wait()).toBeUndefined();
	});

	test('a sequence that has begun is waited for longer than a lone ESC', () => {
		const subject = decoder();
		subject.feed(bytes('\x1B['));
		const introduced = subject.wait() ?? 0;
		subject.feed(bytes('20'));
		const begun = subject.wait() ?? 0;
		expect(introduced).toBeGreaterThan(10);
		expect(begun).toBeGreaterThan(introduced);
	});

	test('an arrow in three reads is exactly one up', () => {
		expect(decode('\x1B', '[', 'A')).toEqual([key('up', '\x1B[A')]);
	});

	test('two ESC are two keys, not one with Alt', () => {
		expect(labels('\x1B\x1B')).toBe('escape escape');
	});

	test('ESC and a character is that key with Alt, its case told as Shift', () => {
		expect(labels('\x1Bb', '\x1BB', '\x1B\r', '\x1B\x7F', '\x1B\x1D', '\x1B ', '\x1Bé')).toBe(
			'alt+b alt+shift+b alt+enter alt+backspace ctrl+alt+] alt+space alt+é',
		);
	});

	test('the characters that introduce sequences are Alt keys when nothing follows', () => {
		for (const character of ['[', ']', '_'])
			expect(labels(`\x1B${character}`)).toBe(`alt+${character}`);
		expect(labels('\x1BO')).toBe('alt+shift+o');
		expect(labels('\x1BP')).toBe('alt+shift+p');
	});

	test('Alt+] with text behind it is no reply that swallows the text', () => {
		expect(labels('\x1B]abc', 'def')).toBe('alt+] "abc" "def"');
	});

	test('a sequence that is broken off does not take the next key with it', () => {
		expect(labels('\x1B[12\x1B[A', 'x')).toBe('unknown up "x"');
		expect(labels('\x1B]11;rgb:\r')).toBe('unknown enter');
	});

	test('what never ends is given up after silence', () => {
		expect(labels('\x1B[1;')).toBe('unknown');
		expect(decode(`\x1B[${'1'.repeat(600)}`).map(event => event.kind)).toEqual(['unknown', 'text']);
	});
});

describe('sequences of keys', () => {
	test('xterm, the Linux console and rxvt name the same keys', () => {
		expect(labels('\x1B[A', '\x1BOA', '\x1B[1;5A', '\x1BOa', '\x1B[a', '\x1B\x1B[A')).toBe(
			'up up ctrl+up ctrl+up shift+up alt+up',
		);
		expect(labels('\x1B[H', '\x1B[1~', '\x1B[7~', '\x1BOH', '\x1B[1;6F', '\x1B[8^')).toBe(
			'home home home home ctrl+shift+end ctrl+end',
		);
		expect(labels('\x1BOP', '\x1B[[A', '\x1B[11~', '\x1B[15~', '\x1B[24;2~', '\x1B[1;5R')).toBe(
			'f1 f1 f1 f5 shift+f12 ctrl+f3',
		);
		expect(labels('\x1B[5~', '\x1B[6;5~', '\x1B[3$', '\x1B[3@', '\x1B[2~', '\x1B[Z')).toBe(
			'pageUp ctrl+pageDown shift+delete ctrl+shift+delete insert shift+tab',
		);
	});

	test('the keypad in application mode types its characters', () => {
		expect(labels('\x1BOp\x1BOy\x1BOk\x1BOM')).toBe('"0" "9" "+" enter');
	});

	test('the kitty protocol tells modified keys, and keys without text', () => {
		expect(labels('\x1B[27u', '\x1B[13;2u', '\x1B[97;5u', '\x1B[97;6u', '\x1B[122;5u')).toBe(
			'escape shift+enter ctrl+a ctrl+shift+a ctrl+z',
		);
		expect(labels('\x1B[98;3u', '\x1B[45;5u', '\x1B[127;5u', '\x1B[32;5u', '\x1B[112;9u')).toBe(
			'alt+b ctrl+- ctrl+backspace ctrl+space super+p',
		);
	});

	test('the kitty protocol with alternates: Ctrl and a Cyrillic letter is the key at its place', () => {
		expect(labels('\x1B[1089::99;5u')).toBe('ctrl+c');
		expect(labels('\x1B[97:65;2u', '\x1B[49:33;2u')).toBe('"A" "!"');
	});

	test('keypad keys of the kitty protocol type, released keys and bare modifiers do nothing', () => {
		expect(labels('\x1B[57400u', '\x1B[57414u', '\x1B[57419;5u')).toBe('"1" enter ctrl+up');
		expect(decode('\x1B[97;5:3u\x1B[1;1:3A\x1B[3;1:3~')).toEqual([]);
		expect(labels('\x1B[97;5:2u')).toBe('ctrl+a');
		expect(labels('\x1B[57441;2u')).toBe('unknown');
	});

	test('locks are not modifiers', () => {
		expect(labels('\x1B[97;69u', '\x1B[1;129A')).toBe('ctrl+a up');
	});

	test("xterm's modifyOtherKeys", () => {
		expect(labels('\x1B[27;5;97~', '\x1B[27;2;13~', '\x1B[27;6;65~', '\x1B[27;2;65~')).toBe(
			'ctrl+a shift+enter ctrl+shift+a "A"',
		);
		expect(labels('\x1B[27;5;8~', '\x1B[27;5;127~')).toBe('ctrl+backspace ctrl+backspace');
	});

	test('a code beyond Unicode is no crash', () => {
		expect(labels('\x1B[99999999u')).toBe('"\ufffd"');
	});
});

describe('paste', () => {
	const lines = Array.from({length: 15}, (_, index) => `line ${index}`);

	test('with marks: one event, line ends made one kind', () => {
		expect(decode(`\x1B[200~${lines.join('\r')}\x1B[201~`)).toEqual([paste(lines.join('\n'))]);
		expect(decode('\x1B[200~a\r\nb\nc\rd\x1B[201~x')).toEqual([paste('a\nb\nc\nd'), text('x')]);
	});

	test('with marks, byte by byte: the same event', () => {
		const sent = `\x1B[200~${lines.join('\r')}\x1B[201~`;
		expect(decode(...sent)).toEqual([paste(lines.join('\n'))]);
	});

	test('marks that are cut in two do not show', () => {
		expect(decode('\x1B[20', '0~ab\rcd', '\x1B[2', '01~')).toEqual([paste('ab\ncd')]);
	});

	test('what looks like keys inside the marks is text', () => {
		expect(decode('\x1B[200~\x03\x1B[A\x1B[200~\x1B[201~')).toEqual([paste('\x03\x1B[A\x1B[200~')]);
	});

	test('without an end mark it ends after silence, and typing goes on', () => {
		const subject = decoder();
		expect(subject.feed(bytes('\x1B[200~abc\x1B[2'))).toEqual([]);
		expect(subject.wait()).toBe(1500);
		expect(subject.flush()).toEqual([paste('abc\x1B[2')]);
		expect(subject.feed(bytes('x\x1B[201~y'))).toEqual([text('x'), text('y')]);
	});

	test('without marks: several lines in one read are a paste', () => {
		expect(decode('line 1\rline 2\rline 3\r')).toEqual([paste('line 1\nline 2\nline 3\n')]);
		expect(decode('a\n\nb')).toEqual([paste('a\n\nb')]);
	});

	test('without marks, over several reads: one paste, and a line end at the cut submits nothing', () => {
		const subject = decoder();
		expect(subject.feed(bytes('line 1\rline 2'))).toEqual([]);
		expect(subject.wait()).toBe(20);
		expect(subject.feed(bytes('\r'))).toEqual([]);
		expect(subject.feed(bytes('line 3'))).toEqual([]);
		expect(subject.flush()).toEqual([paste('line 1\nline 2\nline 3')]);
		expect(subject.feed(bytes('\r')).map(label)).toEqual(['enter']);
	});

	test('a key ends a paste without marks, and comes after it', () => {
		expect(decode('ab\rcd', '\x1B[A').map(label)).toEqual(['paste', 'up']);
		expect(decode('ab\rcd', '\x03').map(label)).toEqual(['paste', 'ctrl+c']);
	});

	test('one line and Enter in one read is typing, as slow connections and scripts deliver it', () => {
		expect(labels('y\r')).toBe('"y" enter');
		expect(labels('😀\r')).toBe('"😀" enter');
		expect(labels('hello there\r')).toBe('"hello there" enter');
		expect(labels('\rnext')).toBe('enter "next"');
	});

	test('keys that were typed ahead are no paste', () => {
		expect(labels('ab\x7Fc\r')).toBe('"ab" backspace "c" enter');
	});
});

describe('mouse, focus and replies', () => {
	test('buttons, wheel, drag and modifiers', () => {
		const at = {row: 4, column: 9, ctrl: false, alt: false, shift: false};
		expect(decode('\x1B[<0;10;5M\x1B[<0;10;5m\x1B[<34;10;5M\x1B[<35;10;5M')).toEqual([
			{kind: 'mouse', action: 'press', button: 'left', ...at},
			{kind: 'mouse', action: 'release', button: 'left', ...at},
			{kind: 'mouse', action: 'drag', button: 'right', ...at},
			{kind: 'mouse', action: 'move', button: 'none', ...at},
		]);
		expect(decode('\x1B[<64;10;5M\x1B[<89;10;5M')).toEqual([
			{kind: 'mouse', action: 'wheel', button: 'wheelUp', ...at},
			{kind: 'mouse', action: 'wheel', button: 'wheelDown', ...at, ctrl: true, alt: true},
		]);
	});

	test('focus', () => {
		expect(decode('\x1B[I\x1B[O')).toEqual([
			{kind: 'focus', focused: true},
			{kind: 'focus', focused: false},
		]);
	});

	test('replies are no keys, however they are cut', () => {
		const sent =
			'\x1B[?62;22c\x1B[?2026;2$y\x1B[?1u\x1B[12;40R\x1B[6;18;9t\x1B[?997;1n' +
			'\x1B]11;rgb:1e1e/1e1e/1e1e\x1B\\\x1B]10;rgb:ff/ff/ff\x07\x1BP>|xterm(390)\x1B\\\x1B_Gi=1;OK\x1B\\';
		const replies = [
			{type: 'da1', attributes: [62, 22]},
			{type: 'decrqm', mode: 2026, value: 2},
			{type: 'kittyFlags', flags: 1},
			{type: 'cursor', row: 11, column: 39},
			{type: 'window', parameters: [6, 18, 9]},
			{type: 'colourScheme', dark: true},
			{type: 'osc', code: 11, data: 'rgb:1e1e/1e1e/1e1e'},
			{type: 'osc', code: 10, data: 'rgb:ff/ff/ff'},
			{type: 'dcs', data: '>|xterm(390)'},
			{type: 'apc', data: 'Gi=1;OK'},
		].map(reply => ({kind: 'reply', reply}));
		expect(decode(sent)).toEqual(replies);
		expect(decode(...sent)).toEqual(replies);
	});
});

describe('any bytes', () => {
	const known = [
		'a',
		'é',
		'完',
		'👩‍👩‍👧',
		' ',
		'\x7F',
		'\x03',
		'\x1B[A',
		'\x1B[1;5C',
		'\x1BOP',
		'\x1B[97;5u',
		'\x1Bb',
		'\x1B[<0;3;4M',
		'\x1B[200~x\ry\x1B[201~',
		'\x1B]11;rgb:0/0/0\x07',
		'\x1B[?62c',
		'\x1B[27;5;13~',
		'\x1B\x1B[B',
	];

	/** Neighbouring texts joined: how much one read held is not part of the meaning. */
	function joined(events: readonly InputEvent[]): InputEvent[] {
		const all: InputEvent[] = [];
		for (const event of events) {
			const last = all.at(-1);
			const continues = event.kind === 'text' && last?.kind === 'text';
			if (continues) all[all.length - 1] = text(last.text + event.text);
			else all.push(event);
		}

		return all;
	}

	test('where reads are cut changes nothing', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...known), {maxLength: 20}),
				fc.array(fc.nat({max: 12}), {minLength: 1, maxLength: 40}),
				(parts, sizes) => {
					const all = bytes(parts.join(''));
					const subject = decoder();
					const events: InputEvent[] = [];
					for (let at = 0, turn = 0; at < all.length; turn += 1) {
						const size = 1 + (sizes[turn % sizes.length] ?? 0);
						events.push(...subject.feed(all.subarray(at, at + size)));
						at += size;
					}

					events.push(...subject.flush());
					expect(joined(events)).toEqual(joined(decode(parts.join(''))));
				},
			),
		);
	});

	test('nothing is held for ever, and nothing throws', () => {
		fc.assert(
			fc.property(fc.array(fc.uint8Array({maxLength: 40}), {maxLength: 8}), reads => {
				const subject = decoder();
				for (const read of reads) subject.feed(read);
				subject.flush();
				expect(subject.wait()).toBeUndefined();
				expect(subject.feed(bytes('x\x1B[A')).map(label).slice(-1)).toEqual(['up']);
			}),
		);
	});

	test('a paste of a megabyte in small reads is one event', () => {
		const subject: Decoder = decoder();
		const line = 'some text of a line\r';
		const events: InputEvent[] = [...subject.feed(bytes('\x1B[200~'))];
		for (let sent = 0; sent < 1_000_000; sent += line.length)
			events.push(...subject.feed(bytes(line)));
		events.push(...subject.feed(bytes('\x1B[201~')));
		expect(events).toEqual([paste(line.replace('\r', '\n').repeat(50_000))]);
	});

	test('fifty thousand ESC are as many keys', () => {
		expect(decode(`${'\x1B'.repeat(50_000)}x`)).toHaveLength(50_000);
	});
});
