import {PassThrough, Writable} from 'node:stream';
import type {InputEvent} from './input-event.ts';
import {toLegacyBytes} from './legacy-bytes.ts';
import type {Size} from './painter.ts';

/** Takes the frames that Ink commits; Ink never sees the terminal. */
export function createInkOutput(size: Size, onFrame: (rows: readonly string[]) => void) {
	const stream = new Writable({
		decodeStrings: false,
		write(chunk: unknown, _encoding, done) {
			const text = String(chunk);
			// Modes that Ink wants to set are the guard's business.
			if (!isOnlySequences(text)) onFrame(text.split('\n'));
			done();
		},
	});
	// Every component that fits its text to the window listens for its size.
	stream.setMaxListeners(0);
	const tty = Object.assign(stream, {isTTY: true, columns: size.columns, rows: size.rows});

	return {
		stream: tty,
		resize({columns, rows}: Size) {
			tty.columns = columns;
			tty.rows = rows;
			tty.emit('resize');
		},
	};
}

/** An empty frame of several rows is a frame; a write of nothing, or of sequences alone, is none. */
function isOnlySequences(text: string): boolean {
	return /^(?:\u001B\[[?>=<]?[\d;]*[A-Za-ln-z])*$/.test(text);
}

/** Gives Ink's own input hooks their keys, one in each turn of the event loop, as they count reads and not keys. */
export function createInkInput() {
	const stream = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode: () => stream,
		ref: () => stream,
		unref: () => stream,
	});
	let queue: (string | (() => void))[] = [];
	let isBusy = false;

	const sendNext = () => {
		const next = queue.shift();
		isBusy = next !== undefined;
		if (next === undefined) return;
		if (typeof next === 'string') stream.write(next);
		else next();
		setImmediate(() => setImmediate(sendNext));
	};

	return {
		stream,
		forward(event: InputEvent) {
			const bytes = toLegacyBytes(event);
			// Without a reader keys would pile up, and reach whoever reads next.
			if (bytes === undefined || stream.listenerCount('readable') === 0) return;
			queue.push(bytes);
			if (!isBusy) sendNext();
		},
		/** Runs `then` when all that was forwarded has been read: at once when there is nothing. */
		after(then: () => void) {
			if (isBusy) queue.push(then);
			else then();
		},
		clear() {
			queue = [];
		},
	};
}
