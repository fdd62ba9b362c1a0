/** Everything a terminal can be switched to, and back, by id. */
export const modes = {
	alternateScreen: {on: '\u001B[?1049h', off: '\u001B[?1049l'},
	/** Flags 1 and 4: keys tell their modifiers, and Ctrl works on layouts that are not Latin. The stack is per screen. */
	kittyKeys: {on: '\u001B[>5u', off: '\u001B[<u'},
	/** For terminals without the kitty protocol. Some read it as underline, hence the reset. */
	modifyOtherKeys: {on: '\u001B[>4;1m\u001B[0m', off: '\u001B[>4;0m\u001B[0m'},
	/** A wrong guess at a width must not shift the whole screen. */
	noWrap: {on: '\u001B[?7l', off: '\u001B[?7h'},
	/** The terminal counts cells by grapheme, as we do. */
	graphemes: {on: '\u001B[?2027h', off: '\u001B[?2027l'},
	paste: {on: '\u001B[?2004h', off: '\u001B[?2004l'},
	focus: {on: '\u001B[?1004h', off: '\u001B[?1004l'},
	/** Clicks, wheel and drag, in SGR coordinates. */
	mouse: {on: '\u001B[?1002h\u001B[?1006h', off: '\u001B[?1006l\u001B[?1002l'},
	/** The title before ours is put aside. */
	title: {on: '\u001B[22;0t', off: '\u001B[23;0t'},
	/** Something goes on, nobody knows for how long. */
	progress: {on: '\u001B]9;4;3;0\u001B\\', off: '\u001B]9;4;0;0\u001B\\'},
	hiddenCursor: {on: '\u001B[?25l', off: '\u001B[?25h'},
} as const;

export type ModeId = keyof typeof modes;

/** On from the first moment, in this order. */
export const startModes: readonly ModeId[] = [
	'alternateScreen',
	'kittyKeys',
	'noWrap',
	'paste',
	'focus',
	'mouse',
	'hiddenCursor',
];

/** Ends whatever a frame may have been in the middle of. */
export const settleFrame = '\u001B[?2026l\u001B[r\u001B[0m';
