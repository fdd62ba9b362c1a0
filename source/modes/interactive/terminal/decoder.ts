import {StringDecoder} from 'node:string_decoder';
import {isControl, toCharacterKey} from './character-key.ts';
import type {InputEvent} from './input-event.ts';
import {createPasteCollector} from './paste-collector.ts';
import {
	createSequenceReader,
	escapeCharacter,
	isBareIntroducer,
	isOnlyEscapes,
	openSequence,
	settleSequence,
} from './sequence-reader.ts';

export type Decoder = {
	/** What these bytes complete. They may be cut anywhere, also inside a character or a sequence. */
	feed(bytes: Uint8Array): readonly InputEvent[];
	/** Milliseconds of silence after which `flush` is due; undefined when nothing is held back. */
	wait(): number | undefined;
	/** Settles what is held back as what it is if nothing more comes. */
	flush(): readonly InputEvent[];
};

/** A sequence that has begun in earnest is waited for much longer than a lone ESC: links are slow, keys are not. */
const sequenceMs = 500;
const introducerMs = 100;
const pasteMs = 1500;
const burstMs = 20;

/**
 * Turns the bytes of a terminal into events: plain keys, xterm, rxvt and kitty sequences, pastes, mouse, focus and
 * replies. Time passes only through `flush`, and every byte is looked at a bounded number of times.
 */
export function createDecoder({escTimeoutMs}: {readonly escTimeoutMs: number}): Decoder {
	const utf8 = new StringDecoder('utf8');
	let events: InputEvent[] = [];
	const emit = (event: InputEvent) => void events.push(event);
	const paste = createPasteCollector(text => emit({kind: 'paste', text}));
	const reader = createSequenceReader({emit, beginPaste: paste.begin});

	const readPlain = (text: string, at: number) => {
		const next = text.indexOf(escapeCharacter, at);
		const end = next === -1 ? text.length : next;
		const run = text.slice(at, end);
		if (run !== '' && !paste.takeBurst(run)) toKeys(run).forEach(emit);
		if (next === -1) return end;
		paste.endBurst();
		openSequence(reader);
		return end + 1;
	};

	const readOn = (text: string, at: number) => {
		if (paste.isOpen()) return paste.read(text, at);
		return reader.sequence === '' ? readPlain(text, at) : reader.read(reader, text, at);
	};

	const take = () => {
		const taken = events;
		events = [];
		return taken;
	};

	return {
		feed(bytes) {
			const text = utf8.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
			for (let at = 0; at < text.length; ) at = readOn(text, at);
			return take();
		},
		wait() {
			const {sequence} = reader;
			if (paste.isOpen()) return pasteMs;
			if (sequence === '') return paste.inBurst() ? Math.max(escTimeoutMs, burstMs) : undefined;
			if (isOnlyEscapes(sequence)) return escTimeoutMs;
			return isBareIntroducer(sequence) ? introducerMs : sequenceMs;
		},
		flush() {
			if (paste.isOpen()) paste.end();
			else if (reader.sequence !== '') settleSequence(reader);
			else paste.endBurst();
			return take();
		},
	};
}

/** Text that holds no ESC: runs of characters, and the keys that lie below space. */
function toKeys(run: string): InputEvent[] {
	if (run === '\r\n') return [toCharacterKey('\r', {alt: false, sequence: run})];
	return (run.match(/[\0-\x1F\x7F]|[^\0-\x1F\x7F]+/g) ?? []).map(part =>
		isControl(part.charCodeAt(0))
			? toCharacterKey(part, {alt: false, sequence: part})
			: {kind: 'text', text: part},
	);
}
