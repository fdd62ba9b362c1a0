import {type InputEvent, type KeyEvent, type Modifiers, noModifiers} from './input-event.ts';

/** Bytes below space that have a name of their own; the others are ctrl and a letter. */
const controlKeys = new Map<number, {readonly name: string; readonly ctrl: boolean}>([
	[0x00, {name: 'space', ctrl: true}],
	// Some terminals send this for Backspace, others for Ctrl+Backspace; deleting is the safe reading.
	[0x08, {name: 'backspace', ctrl: false}],
	[0x09, {name: 'tab', ctrl: false}],
	[0x0d, {name: 'enter', ctrl: false}],
	[0x1b, {name: 'escape', ctrl: false}],
	[0x1c, {name: '\\', ctrl: true}],
	[0x1d, {name: ']', ctrl: true}],
	[0x1e, {name: '^', ctrl: true}],
	[0x1f, {name: '-', ctrl: true}],
	[0x7f, {name: 'backspace', ctrl: false}],
]);

const named = new Map<number, string>([
	[8, 'backspace'],
	[9, 'tab'],
	[13, 'enter'],
	[27, 'escape'],
	[32, 'space'],
	[127, 'backspace'],
	...[...'0123456789./*-+'].map((character, index): [number, string] => [57399 + index, character]),
	[57414, 'enter'],
	[57415, '='],
	[57416, ','],
	...[
		'left',
		'right',
		'up',
		'down',
		'pageUp',
		'pageDown',
		'home',
		'end',
		'insert',
		'delete',
		'clear',
	].map((name, index): [number, string] => [57417 + index, name]),
]);

export function isControl(code: number): boolean {
	return code < 0x20 || code === 0x7f;
}

/** The key of one character that was typed alone, after ESC, or below space. */
export function toCharacterKey(
	character: string,
	options: {readonly alt: boolean; readonly sequence: string},
): KeyEvent {
	const code = character.codePointAt(0) ?? 0;
	const {alt, sequence} = options;
	const base = {kind: 'key', ...noModifiers, alt, sequence} as const;
	if (isControl(code)) {
		const key = controlKeys.get(code);
		return {...base, name: key?.name ?? String.fromCharCode(code + 0x60), ctrl: key?.ctrl ?? true};
	}

	const name = character === ' ' ? 'space' : character.toLowerCase();
	return {...base, name, shift: name !== character && character !== ' '};
}

/** The three readings of a key that the kitty protocol may give. */
export type KeyCodes = {
	readonly code: number;
	readonly shifted?: number | undefined;
	readonly base?: number | undefined;
};

/** A key that came as a code point with modifiers (kitty `CSI u`, xterm's modifyOtherKeys). */
export function toCodedKey(codes: KeyCodes, modifiers: Modifiers, sequence: string): InputEvent {
	const {code, shifted, base} = codes;
	const name = named.get(code);
	if (name === undefined && sendsNothing(code)) return {kind: 'unknown', sequence};
	if (name !== undefined && name.length > 1 && name !== 'space') {
		return {kind: 'key', ...modifiers, name, sequence};
	}

	const character = name === undefined || name === 'space' ? toCharacter(code) : name;
	if (!hasCommand(modifiers)) {
		return {kind: 'text', text: modifiers.shift ? toShifted(character, shifted) : character};
	}

	// With Ctrl held on a layout that is not Latin, the key's place says what was meant.
	const latin =
		name === undefined && code > 0x7f && base !== undefined ? toCharacter(base) : character;
	const key = toCharacterKey(latin, {alt: false, sequence});
	return {...key, ...modifiers, shift: modifiers.shift || key.shift};
}

/** Lock and modifier keys of the private use area, and codes that stand for no key. */
function sendsNothing(code: number): boolean {
	return isControl(code) || (code >= 0xe000 && code <= 0xf8ff);
}

function hasCommand(modifiers: Modifiers): boolean {
	return modifiers.ctrl || modifiers.alt || modifiers.super;
}

function toShifted(character: string, shifted: number | undefined): string {
	return shifted === undefined ? character.toUpperCase() : toCharacter(shifted);
}

function toCharacter(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
