import {toCodedKey} from './character-key.ts';
import {
	type InputEvent,
	type Modifiers,
	noModifiers,
	type Reply,
	toModifiers,
} from './input-event.ts';
import {toMouseEvent} from './mouse-report.ts';

const letterKeys = new Map(
	Object.entries({
		A: 'up',
		B: 'down',
		C: 'right',
		D: 'left',
		E: 'clear',
		F: 'end',
		H: 'home',
		M: 'enter',
		P: 'f1',
		Q: 'f2',
		R: 'f3',
		S: 'f4',
	}),
);

const numberKeys = new Map<number, string>([
	[1, 'home'],
	[2, 'insert'],
	[3, 'delete'],
	[4, 'end'],
	[5, 'pageUp'],
	[6, 'pageDown'],
	[7, 'home'],
	[8, 'end'],
	...[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map((code, index): [number, string] => [
		code,
		`f${index + 1}`,
	]),
]);

/** rxvt marks held modifiers by the last byte. */
const rxvtMarks = new Map<string, Partial<Modifiers>>([
	['$', {shift: true}],
	['^', {ctrl: true}],
	['@', {ctrl: true, shift: true}],
]);

type Sequence = {
	readonly text: string;
	readonly mark: string;
	/** Parameters, each with its sub-parameters. */
	readonly parameters: ReadonlyArray<ReadonlyArray<number | undefined>>;
	readonly between: string;
	readonly final: string;
	/** An extra ESC came first. */
	readonly alt: boolean;
};

const shape = /^\u001B{1,2}\[([<=>?]?)([\d;:]*)([ -/]*)([@-~$])$/;

/** The event of one whole `CSI` sequence; nothing for a key that was released. */
export function toControlEvent(text: string, alt: boolean): InputEvent | undefined {
	const linuxConsole = /^\u001B{1,2}\[\[([A-E])$/.exec(text)?.[1];
	if (linuxConsole !== undefined) {
		const name = `f${linuxConsole.charCodeAt(0) - 0x40}`;
		return {kind: 'key', ...noModifiers, alt, name, sequence: text};
	}

	const match = shape.exec(text);
	if (match === null) return {kind: 'unknown', sequence: text};
	const [, mark = '', parameters = '', between = '', final = ''] = match;
	const sequence = {text, mark, parameters: toParameters(parameters), between, final, alt};
	if (mark === '<') return toMouseEvent(sequence) ?? {kind: 'unknown', sequence: text};
	if (mark !== '') return replyOrUnknown(toReply(sequence), text);
	return toPlainEvent(sequence);
}

/** The event of one whole `SS3` sequence: function and keypad keys. */
export function toSs3Event(text: string, alt: boolean): InputEvent {
	const [, parameters = '', final = ''] = /^\u001B{1,2}O([\d;]*)(.)$/.exec(text) ?? [];
	const held = toModifiers(toParameters(parameters).at(-1)?.[0]);
	const rxvtControl = /[a-d]/.test(final);
	const name = letterKeys.get(rxvtControl ? final.toUpperCase() : final);
	if (name === undefined) return toKeypadEvent(final, text);
	return {
		kind: 'key',
		...held,
		ctrl: held.ctrl || rxvtControl,
		alt: held.alt || alt,
		name,
		sequence: text,
	};
}

/** `ESC O j` … `ESC O y`: the numeric keypad in application mode, its characters moved up by 64. */
function toKeypadEvent(final: string, sequence: string): InputEvent {
	return /[j-y]/.test(final)
		? {kind: 'text', text: String.fromCharCode(final.charCodeAt(0) - 0x40)}
		: {kind: 'unknown', sequence};
}

function toParameters(text: string): Sequence['parameters'] {
	return text
		.split(';')
		.map(group => group.split(':').map(digits => (digits === '' ? undefined : Number(digits))));
}

function toPlainEvent(sequence: Sequence): InputEvent | undefined {
	const {text, parameters, final} = sequence;
	const first = parameters[0]?.[0];
	if (final === 'I' || final === 'O') return {kind: 'focus', focused: final === 'I'};
	if (final === 't')
		return {kind: 'reply', reply: {type: 'window', parameters: numbers(parameters)}};
	if (final === 'R' && first !== undefined && first !== 1) {
		return {
			kind: 'reply',
			reply: {type: 'cursor', row: first - 1, column: (parameters[1]?.[0] ?? 1) - 1},
		};
	}

	// A released key: an application that did not ask for these must not act twice.
	if (parameters[1]?.[1] === 3) return undefined;
	const modifiers = heldIn(sequence);
	if (final === 'u') {
		const [code = 0, shifted, base] = parameters[0] ?? [];
		return toCodedKey({code, shifted, base}, modifiers, text);
	}

	if (final === '~' && first === 27) {
		return toCodedKey({code: parameters[2]?.[0] ?? 0}, modifiers, text);
	}

	const name = nameOf(sequence);
	return name === undefined
		? {kind: 'unknown', sequence: text}
		: {kind: 'key', ...modifiers, name, sequence: text};
}

function nameOf({final, parameters}: Sequence): string | undefined {
	if (final === 'Z') return 'tab';
	if (final === '~' || rxvtMarks.has(final)) return numberKeys.get(parameters[0]?.[0] ?? 0);
	return letterKeys.get(/[a-d]/.test(final) ? final.toUpperCase() : final);
}

function heldIn({parameters, final, alt}: Sequence): Modifiers {
	const held = toModifiers(parameters[1]?.[0]);
	const shift = held.shift || final === 'Z' || /[a-d]/.test(final);
	return {...held, shift, alt: held.alt || alt, ...rxvtMarks.get(final)};
}

function toReply({mark, parameters, between, final}: Sequence): Reply | undefined {
	const [first = 0, second = 0] = numbers(parameters);
	if (mark !== '?') return undefined;
	switch (between + final) {
		case 'c':
			return {type: 'da1', attributes: numbers(parameters)};
		case '$y':
			return {type: 'decrqm', mode: first, value: second};
		case 'u':
			return {type: 'kittyFlags', flags: first};
		case 'n':
			return first === 997 ? {type: 'colourScheme', dark: second === 1} : undefined;
		default:
			return undefined;
	}
}

function replyOrUnknown(reply: Reply | undefined, sequence: string): InputEvent {
	return reply === undefined ? {kind: 'unknown', sequence} : {kind: 'reply', reply};
}

function numbers(parameters: Sequence['parameters']): number[] {
	return parameters.map(group => group[0] ?? 0);
}
