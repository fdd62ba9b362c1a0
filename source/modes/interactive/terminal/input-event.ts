/** Which modifier keys were held. */
export type Modifiers = {
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
	readonly super: boolean;
};

/** A key that is not plain text. `name` is lower case (`a`, `enter`, `pageUp`, `f5`); `sequence` is what arrived. */
export type KeyEvent = Modifiers & {
	readonly kind: 'key';
	readonly name: string;
	readonly sequence: string;
};

export type MouseButton = 'left' | 'middle' | 'right' | 'none' | 'wheelUp' | 'wheelDown';

/** `row` and `column` count from 0. */
export type MouseEvent = {
	readonly kind: 'mouse';
	readonly action: 'press' | 'release' | 'drag' | 'move' | 'wheel';
	readonly button: MouseButton;
	readonly row: number;
	readonly column: number;
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
};

/** What the terminal answers when asked. */
export type Reply =
	| {readonly type: 'da1'; readonly attributes: readonly number[]}
	| {readonly type: 'decrqm'; readonly mode: number; readonly value: number}
	| {readonly type: 'kittyFlags'; readonly flags: number}
	| {readonly type: 'cursor'; readonly row: number; readonly column: number}
	| {readonly type: 'window'; readonly parameters: readonly number[]}
	| {readonly type: 'colourScheme'; readonly dark: boolean}
	| {readonly type: 'osc'; readonly code: number; readonly data: string}
	| {readonly type: 'dcs'; readonly data: string}
	| {readonly type: 'apc'; readonly data: string};

export type InputEvent =
	| {readonly kind: 'text'; readonly text: string}
	| KeyEvent
	| {readonly kind: 'paste'; readonly text: string}
	| MouseEvent
	| {readonly kind: 'focus'; readonly focused: boolean}
	| {readonly kind: 'reply'; readonly reply: Reply}
	| {readonly kind: 'unknown'; readonly sequence: string};

/** xterm's modifier parameter: 1 + shift 1, alt 2, ctrl 4, super 8, hyper 16, meta 32; the locks above are ignored. */
export function toModifiers(parameter: number | undefined): Modifiers {
	const bits = Math.max(0, (parameter ?? 1) - 1);
	return {
		shift: (bits & 1) !== 0,
		alt: (bits & 2) !== 0 || (bits & 32) !== 0,
		ctrl: (bits & 4) !== 0,
		super: (bits & 8) !== 0,
	};
}

export const noModifiers: Modifiers = {ctrl: false, alt: false, shift: false, super: false};
