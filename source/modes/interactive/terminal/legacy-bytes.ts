import type {InputEvent, KeyEvent} from './input-event.ts';

const letters: Readonly<Record<string, string>> = {
	up: 'A',
	down: 'B',
	right: 'C',
	left: 'D',
	end: 'F',
	home: 'H',
};
const numbers: Readonly<Record<string, number>> = {insert: 2, delete: 3, pageUp: 5, pageDown: 6};
const characters: Readonly<Record<string, string>> = {
	enter: '\r',
	tab: '\t',
	backspace: '\u007F',
	space: ' ',
	// A lone ESC would be waited for; this is understood at once.
	escape: '\u001B[27u',
};

/** The bytes by which an old terminal tells of `event`; nothing when it could not. */
export function toLegacyBytes(event: InputEvent): string | undefined {
	if (event.kind === 'text') return event.text;
	if (event.kind === 'paste') return event.text.replaceAll(/\s*\n\s*/g, ' ');
	return event.kind === 'key' ? toKeyBytes(event) : undefined;
}

function toKeyBytes(key: KeyEvent): string | undefined {
	const held = 1 + (key.shift ? 1 : 0) + (key.alt ? 2 : 0) + (key.ctrl ? 4 : 0);
	const letter = letters[key.name];
	if (letter !== undefined) return held === 1 ? `\u001B[${letter}` : `\u001B[1;${held}${letter}`;
	const number = numbers[key.name];
	if (number !== undefined) return held === 1 ? `\u001B[${number}~` : `\u001B[${number};${held}~`;
	if (key.name === 'tab' && key.shift) return '\u001B[Z';
	const plain = characters[key.name] ?? toCharacter(key);
	return plain !== undefined && key.alt && key.name !== 'escape' ? `\u001B${plain}` : plain;
}

function toCharacter(key: KeyEvent): string | undefined {
	if (key.name.length > 1) return undefined;
	const character = key.shift ? key.name.toUpperCase() : key.name;
	if (!key.ctrl) return character;
	const code = key.name.toUpperCase().charCodeAt(0);
	return code >= 0x40 && code < 0x60 ? String.fromCharCode(code - 0x40) : undefined;
}
