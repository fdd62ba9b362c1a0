import type {Decoder} from './decoder.ts';
import type {InputEvent} from './input-event.ts';

/** As much of a stdin as is needed here. */
export type InputStream = {
	on(name: 'data', listener: (bytes: Uint8Array) => void): unknown;
	on(name: 'end', listener: () => void): unknown;
	off(name: 'data', listener: (bytes: Uint8Array) => void): unknown;
	off(name: 'end', listener: () => void): unknown;
	resume(): unknown;
	pause(): unknown;
};

export type Input = {start(): void; stop(): void};

/** Reads a terminal through a decoder. Owned by the process, so that no re-render can lose half a sequence. */
export function createInput(options: {
	readonly stdin: InputStream;
	readonly decoder: Decoder;
	readonly onEvent: (event: InputEvent) => void;
	/** The terminal is gone. */
	readonly onEnd: () => void;
}): Input {
	const {stdin, decoder, onEvent, onEnd} = options;
	let timer: NodeJS.Timeout | undefined;
	let reads = 0;

	const deliver = (events: readonly InputEvent[]) => events.forEach(onEvent);
	const hold = () => {
		clearTimeout(timer);
		const wait = decoder.wait();
		if (wait === undefined) return;
		const seen = reads;
		timer = setTimeout(() => {
			// After a busy stretch the rest may lie in the pipe already: it is read before setImmediate runs.
			setImmediate(() => {
				if (reads !== seen) return;
				deliver(decoder.flush());
				hold();
			});
		}, wait);
	};
	const onData = (bytes: Uint8Array) => {
		reads += 1;
		deliver(decoder.feed(bytes));
		hold();
	};

	return {
		start() {
			stdin.on('data', onData);
			stdin.on('end', onEnd);
			stdin.resume();
		},
		stop() {
			stdin.off('data', onData);
			stdin.off('end', onEnd);
			stdin.pause();
			clearTimeout(timer);
			reads += 1;
			decoder.flush();
		},
	};
}
