import {expect, test} from 'vitest';
import {keyText, matches, parseKey} from '../../../../source/modes/interactive/keys/key.ts';
import {createDecoder} from '../../../../source/modes/interactive/terminal/decoder.ts';

/** Whether the bytes of a terminal are the key of this name. */
function isKey(bytes: string, name: string): boolean {
	const decoder = createDecoder({escTimeoutMs: 10});
	const [event] = [...decoder.feed(Buffer.from(bytes)), ...decoder.flush()];
	const key = parseKey(name);
	return event !== undefined && key !== undefined && matches(event, key);
}

test('a key has one way to be written, whatever the order and case of its parts', () => {
	const texts = [
		'Shift+CTRL+p',
		'ctrl+-',
		'esc',
		'RETURN',
		'alt+pageup',
		'ctrl++',
		'+',
		'F5',
		'super+é',
	];
	expect(
		texts.map(text =>
			keyText(
				parseKey(text) ?? {...{ctrl: false, alt: false, shift: false, super: false}, name: '?'},
			),
		),
	).toEqual([
		'ctrl+shift+p',
		'ctrl+-',
		'escape',
		'enter',
		'alt+pageUp',
		'ctrl++',
		'+',
		'f5',
		'super+é',
	]);
});

test('what names no key is none', () => {
	for (const text of ['', 'ctrl+', 'ctrl+shift', 'hyper+a', 'ab', 'f13', 'ctrl a']) {
		expect(parseKey(text)).toBeUndefined();
	}
});

test.each([
	['\x1F', 'ctrl+-'],
	['\x1B[45;5u', 'ctrl+-'],
	['\x1D', 'ctrl+]'],
	['\x1B[Z', 'shift+tab'],
	['\x1B\r', 'alt+enter'],
	['\x1B[13;2u', 'shift+enter'],
	['\n', 'ctrl+j'],
	['\x1B[112;6u', 'shift+ctrl+p'],
	['\x1Bb', 'alt+b'],
	['\x1B', 'escape'],
	['\x1B[5;5~', 'ctrl+pageUp'],
	['L', 'shift+l'],
	['l', 'l'],
	['?', '?'],
	[' ', 'space'],
])('%j is %s', (bytes, name) => {
	expect(isKey(bytes, name)).toBe(true);
});

test('a modifier more or less is another key', () => {
	expect(isKey('\x1B[1;6A', 'ctrl+up')).toBe(false);
	expect(isKey('l', 'shift+l')).toBe(false);
	expect(isKey('L', 'l')).toBe(false);
	expect(isKey('\x01', 'a')).toBe(false);
	expect(isKey('ab', 'a')).toBe(false);
});
