import type {InputEvent, Modifiers} from '../terminal/input-event.ts';

/** A key as bindings name it. */
export type Key = Modifiers & {readonly name: string};

const aliases = new Map([
	['esc', 'escape'],
	['return', 'enter'],
	['del', 'delete'],
	['ins', 'insert'],
	['pageup', 'pageUp'],
	['pagedown', 'pageDown'],
]);
const named = new Set([
	...['escape', 'enter', 'tab', 'space', 'backspace', 'delete', 'insert', 'clear'],
	...['home', 'end', 'pageUp', 'pageDown', 'up', 'down', 'left', 'right'],
	...Array.from({length: 12}, (_, index) => `f${index + 1}`),
]);
const modifierNames = ['ctrl', 'alt', 'shift', 'super'] as const;

/** The key that a text like `ctrl+shift+a` names; undefined when there is none. */
export function parseKey(text: string): Key | undefined {
	const [, held = '', last = ''] = /^((?:[a-z]+\+)*)(.+)$/i.exec(text.trim()) ?? [];
	const modifiers = held.toLowerCase().split('+').slice(0, -1);
	const lower = last.toLowerCase();
	const name = aliases.get(lower) ?? lower;
	const isKnown = named.has(name) || /^[!-~]$/.test(name) || /^\P{ASCII}$/u.test(name);
	const isModifier = (modifier: string) => modifierNames.some(known => known === modifier);
	if (!isKnown || !modifiers.every(isModifier)) return undefined;
	return {
		name,
		ctrl: modifiers.includes('ctrl'),
		alt: modifiers.includes('alt'),
		shift: modifiers.includes('shift'),
		super: modifiers.includes('super'),
	};
}

/** The one way to write a key, so that equal keys are equal texts. */
export function keyText(key: Key): string {
	return [...modifierNames.filter(modifier => key[modifier]), key.name].join('+');
}

/** Whether this event is that key. A letter that was typed is the key of its place, a capital one with Shift. */
export function matches(event: InputEvent, key: Key): boolean {
	if (event.kind === 'key') {
		return (
			event.name === key.name && modifierNames.every(modifier => event[modifier] === key[modifier])
		);
	}

	if (event.kind !== 'text' || key.ctrl || key.alt || key.super) return false;
	const {text} = event;
	if (text === ' ') return key.name === 'space' && !key.shift;
	const lower = text.toLowerCase();
	return lower === key.name && key.shift === (lower !== text);
}
