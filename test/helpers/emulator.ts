import xterm from '@xterm/headless';
import stringWidth from 'string-width';

type Terminal = InstanceType<typeof xterm.Terminal>;

/** What a program can leave switched on behind itself. */
export type Modes = {
	readonly alternate: boolean;
	readonly mouse: string;
	readonly paste: boolean;
	readonly focus: boolean;
	readonly cursorKeys: boolean;
	readonly keypad: boolean;
	readonly origin: boolean;
	readonly insert: boolean;
	readonly wrap: boolean;
	readonly cursorHidden: boolean;
	readonly keyboard: string;
	readonly modifyOtherKeys: number;
	readonly sync: boolean;
};

/** Text that was printed over the right edge. */
export type Overflow = {readonly column: number; readonly width: number; readonly text: string};

export type Emulator = {
	/** Resolves when the bytes were taken in. */
	write(bytes: Uint8Array): Promise<void>;
	resize(columns: number, rows: number): void;
	lines(): readonly string[];
	/** The cell of the cursor, from 0. */
	cursor(): {readonly row: number; readonly column: number};
	modes(): Modes;
	overflows(): readonly Overflow[];
	dispose(): void;
};

export type EmulatorOptions = {
	readonly columns: number;
	readonly rows: number;
	/** Knows the kitty keyboard protocol. */
	readonly kitty: boolean;
	/** Receives what the terminal answers. */
	readonly answer: (text: string) => void;
};

/** A terminal without a window: xterm's model, cells counted by grapheme, with a kitty keyboard. */
export function createEmulator(options: EmulatorOptions): Emulator {
	const {columns, rows, kitty, answer} = options;
	const terminal = new xterm.Terminal({
		cols: columns,
		rows,
		allowProposedApi: true,
		scrollback: 5000,
	});
	countByGrapheme(terminal);
	const keyboard = watchKeyboard(terminal, kitty, answer);
	const overflows = watchOverflow(terminal);
	const answers = terminal.onData(answer);
	for (const [code, colour] of [
		[10, 'd0d0/d0d0/d0d0'],
		[11, '1e1e/1e1e/1e1e'],
	] as const) {
		terminal.parser.registerOscHandler(code, data => {
			if (data === '?') answer(`\x1B]${code};rgb:${colour}\x1B\\`);
			return true;
		});
	}

	return {
		write: bytes => new Promise(resolve => terminal.write(bytes, resolve)),
		resize: (width, height) => terminal.resize(width, height),
		lines() {
			const {active} = terminal.buffer;
			return Array.from(
				{length: terminal.rows},
				(_, row) =>
					active
						.getLine(active.baseY + row)
						?.translateToString(false, 0, terminal.cols)
						.trimEnd() ?? '',
			);
		},
		cursor: () => ({row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX}),
		modes() {
			const {modes} = terminal;
			return {
				alternate: terminal.buffer.active.type === 'alternate',
				mouse: modes.mouseTrackingMode,
				paste: modes.bracketedPasteMode,
				focus: modes.sendFocusMode,
				cursorKeys: modes.applicationCursorKeysMode,
				keypad: modes.applicationKeypadMode,
				origin: modes.originMode,
				insert: modes.insertMode,
				wrap: modes.wraparoundMode,
				cursorHidden: reach(terminal, '_core', 'coreService', 'isCursorHidden') === true,
				keyboard: keyboard.main.join(),
				modifyOtherKeys: keyboard.modifyOtherKeys,
				sync: modes.synchronizedOutputMode,
			};
		},
		overflows: () => overflows,
		dispose() {
			answers.dispose();
			terminal.dispose();
		},
	};
}

function watchKeyboard(terminal: Terminal, kitty: boolean, answer: (text: string) => void) {
	const state = {main: [] as number[], alternate: [] as number[], modifyOtherKeys: 0};
	const stack = () => (terminal.buffer.active.type === 'alternate' ? state.alternate : state.main);
	const first = (parameters: ReadonlyArray<number | number[]>) => Number(parameters[0] ?? 0);
	terminal.parser.registerCsiHandler({prefix: '>', final: 'u'}, parameters => {
		stack().push(first(parameters));
		return true;
	});
	terminal.parser.registerCsiHandler({prefix: '<', final: 'u'}, parameters => {
		stack().splice(-(first(parameters) || 1));
		return true;
	});
	terminal.parser.registerCsiHandler({prefix: '?', final: 'u'}, () => {
		if (kitty) answer(`\x1B[?${stack().at(-1) ?? 0}u`);
		return true;
	});
	terminal.parser.registerCsiHandler({prefix: '>', final: 'm'}, parameters => {
		if (first(parameters) === 4) state.modifyOtherKeys = Number(parameters[1] ?? 0);
		return true;
	});
	return state;
}

/** Text that does not fit between the cursor and the right edge. xterm has no public hook for that. */
function watchOverflow(terminal: Terminal): readonly Overflow[] {
	const overflows: Overflow[] = [];
	const handler = reach(terminal, '_core', '_inputHandler');
	const print = reach(handler, 'print');
	const setPrintHandler = reach(handler, '_parser', 'setPrintHandler');
	if (typeof print !== 'function' || typeof setPrintHandler !== 'function') {
		throw new Error('xterm changed inside: look for its print handler');
	}

	setPrintHandler.call(
		reach(handler, '_parser'),
		(data: Uint32Array, start: number, end: number): void => {
			const text = String.fromCodePoint(...data.subarray(start, end));
			const width = stringWidth(text);
			const column = Math.min(terminal.buffer.active.cursorX, terminal.cols);
			if (column + width > terminal.cols) overflows.push({column, width, text});
			print.call(handler, data, start, end);
		},
	);
	return overflows;
}

const joining = /[\p{M}\p{Emoji_Modifier}\u200B-\u200F\u{E0020}-\u{E007F}]/u;
const picture = /\p{Extended_Pictographic}/u;
const regional = /[\u{1F1E6}-\u{1F1FF}]/u;

/** Cells as current terminals count them: one or two for each grapheme. */
function countByGrapheme(terminal: Terminal): void {
	const pack = (code: number, width: number, joins: boolean) =>
		((code & 0xff_ff_ff) << 3) | ((width & 3) << 1) | (joins ? 1 : 0);
	terminal.unicode.register({
		version: 'graphemes',
		wcwidth: code => toWidth(code),
		charProperties(code, preceding) {
			const character = String.fromCodePoint(code);
			const before = String.fromCodePoint(preceding >> 3);
			const width = (preceding >> 1) & 3;
			const joins = preceding !== 0 && (preceding & 1) === 1;
			if (preceding !== 0 && joining.test(character)) {
				return pack(code, code === 0xfe0f ? 2 : width, true);
			}

			const isPair = regional.test(character) && regional.test(before) && !joins;
			if (preceding !== 0 && (isPair || (picture.test(character) && before === '\u200D'))) {
				return pack(code, 2, true);
			}

			return pack(code, toWidth(code), false);
		},
	});
	terminal.unicode.activeVersion = 'graphemes';
}

function toWidth(code: number): 0 | 1 | 2 {
	if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
	if (code < 0x300) return 1;
	const character = String.fromCodePoint(code);
	const width = regional.test(character) ? 2 : stringWidth(character);
	return width === 0 ? 0 : width === 1 ? 1 : 2;
}

/** A value deep inside of an object whose type does not tell of it. */
function reach(from: unknown, ...path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(value, name) =>
			typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
		from,
	);
}
