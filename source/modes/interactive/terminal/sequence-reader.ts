import {toCharacterKey} from './character-key.ts';
import {toControlEvent, toSs3Event} from './control-sequence.ts';
import type {InputEvent} from './input-event.ts';
import {toStringReply} from './string-reply.ts';

/** One escape sequence being read, as far as it came. */
export type SequenceReader = {
	/** What came so far, ESC included; empty when no sequence is open. */
	sequence: string;
	/** Reads on from `at` and says where it stopped. */
	read: Read;
	readonly emit: (event: InputEvent) => void;
	/** The mark that opens a paste was read. */
	readonly beginPaste: () => void;
};

type Read = (reader: SequenceReader, text: string, at: number) => number;

export const escapeCharacter = '\u001B';
const longestSequence = 256;
const longestString = 1_048_576;
/** What may follow the introducer of a string; anything else was Alt and that key. */
const stringStarts = new Map([
	[']', /\d/],
	['P', /[\d>!+$]/],
	['_', /G/],
]);

export function createSequenceReader(
	effects: Pick<SequenceReader, 'emit' | 'beginPaste'>,
): SequenceReader {
	return {...effects, sequence: '', read: readEscape};
}

export function openSequence(reader: SequenceReader): void {
	reader.sequence = escapeCharacter;
	reader.read = readEscape;
}

/** Nothing more comes: what is there was typed, or is the rest of something broken. */
export function settleSequence(reader: SequenceReader): void {
	const {sequence} = reader;
	if (isOnlyEscapes(sequence)) {
		finish(reader, undefined);
		for (const _ of sequence) reader.emit(escapeKey());
	} else if (isBareIntroducer(sequence)) {
		finish(reader, toCharacterKey(sequence.slice(-1), {alt: true, sequence}));
	} else {
		finish(reader, {kind: 'unknown', sequence});
	}
}

export function isOnlyEscapes(sequence: string): boolean {
	return sequence === escapeCharacter || sequence === escapeCharacter + escapeCharacter;
}

export function isBareIntroducer(sequence: string): boolean {
	return /^\u001B{1,2}[[O\]P_]$/.test(sequence);
}

function readEscape(reader: SequenceReader, text: string, at: number): number {
	const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
	const next = at + character.length;
	if (character === escapeCharacter) {
		// A second ESC may be Alt in front of a sequence; a third shows that the first was a key.
		if (isDoubled(reader)) reader.emit(escapeKey());
		reader.sequence = escapeCharacter + escapeCharacter;
		return next;
	}

	const read = readerAfter(character);
	if (read !== undefined) {
		reader.read = read;
		reader.sequence += character;
		return next;
	}

	if (isDoubled(reader)) reader.emit(escapeKey());
	finish(reader, toCharacterKey(character, {alt: true, sequence: escapeCharacter + character}));
	return next;
}

function readerAfter(introducer: string): Read | undefined {
	if (introducer === '[') return readControl;
	if (introducer === 'O') return readSs3;
	return stringStarts.has(introducer) ? readString : undefined;
}

function readControl(reader: SequenceReader, text: string, at: number): number {
	if (!extend(reader, text.charAt(at))) return at;
	const {sequence} = reader;
	if (!endsControl(sequence)) return at + 1;
	if (sequence.endsWith('[200~')) {
		finish(reader, undefined);
		reader.beginPaste();
	} else if (sequence.endsWith('[201~')) {
		finish(reader, undefined);
	} else {
		finish(reader, toControlEvent(sequence, isDoubled(reader)));
	}

	return at + 1;
}

function readSs3(reader: SequenceReader, text: string, at: number): number {
	const character = text.charAt(at);
	if (!extend(reader, character)) return at;
	if (!/[\d;]/.test(character)) finish(reader, toSs3Event(reader.sequence, isDoubled(reader)));
	return at + 1;
}

function readString(reader: SequenceReader, text: string, at: number): number {
	const {sequence} = reader;
	const introducer = sequence.slice(-1);
	if (isBareIntroducer(sequence) && !stringStarts.get(introducer)?.test(text.charAt(at))) {
		finish(reader, toCharacterKey(introducer, {alt: true, sequence}));
		return at;
	}

	const found = text.slice(at).search(/[\0-\x1F\x7F]/);
	const end = found === -1 ? text.length : at + found;
	if (sequence.length < longestString) reader.sequence += text.slice(at, end);
	if (found === -1) return end;
	if (text.charAt(end) === escapeCharacter) {
		reader.read = readStringEnd;
		return end + 1;
	}

	const isWhole = text.charAt(end) === '\u0007';
	finishString(reader, isWhole);
	return isWhole ? end + 1 : end;
}

function readStringEnd(reader: SequenceReader, text: string, at: number): number {
	const isWhole = text.charAt(at) === '\\';
	finishString(reader, isWhole);
	if (isWhole) return at + 1;
	// The ESC began something else.
	openSequence(reader);
	return at;
}

function finishString(reader: SequenceReader, isWhole: boolean): void {
	const {sequence} = reader;
	finish(reader, isWhole ? toStringReply(sequence) : {kind: 'unknown', sequence});
}

/** Adds a character, or gives the sequence up when it cannot belong to one. */
function extend(reader: SequenceReader, character: string): boolean {
	const {sequence} = reader;
	if (character < ' ' || character > '~' || sequence.length > longestSequence) {
		finish(reader, {kind: 'unknown', sequence});
		return false;
	}

	reader.sequence += character;
	return true;
}

function finish(reader: SequenceReader, event: InputEvent | undefined): void {
	reader.sequence = '';
	if (event !== undefined) reader.emit(event);
}

/** Whether the last byte ends a control sequence, with exceptions for the Linux console and rxvt. */
function endsControl(sequence: string): boolean {
	if (/^\u001B{1,2}\[\[?$/.test(sequence)) return false;
	return /[@-~]$/.test(sequence) || /\[\d+\$$/.test(sequence);
}

function isDoubled({sequence}: SequenceReader): boolean {
	return sequence.startsWith(escapeCharacter + escapeCharacter);
}

function escapeKey(): InputEvent {
	return toCharacterKey(escapeCharacter, {alt: false, sequence: escapeCharacter});
}
