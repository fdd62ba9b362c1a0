type Stream = {write(text: string): unknown};
type Done = () => void;

const mostKept = 65_536;

/** Keeps away from the screen what libraries and extensions write to the standard streams, and writes it later. */
export function createStrayOutput(streams: readonly Stream[], out: Stream) {
	let kept = '';
	let isCapturing = false;

	const keep = (chunk: unknown, encoding?: unknown, done?: unknown) => {
		const text = typeof chunk === 'string' ? chunk : Buffer.from(toBytes(chunk)).toString('utf8');
		kept = (kept + text).slice(-mostKept);
		const callback = isDone(encoding) ? encoding : isDone(done) ? done : undefined;
		if (callback !== undefined) queueMicrotask(callback);
		return true;
	};

	return {
		capture() {
			if (isCapturing) return;
			isCapturing = true;
			for (const stream of streams) {
				Object.defineProperty(stream, 'write', {value: keep, configurable: true, writable: true});
			}
		},
		release() {
			if (!isCapturing) return;
			isCapturing = false;
			// The method of the class shows again.
			for (const stream of streams) Reflect.deleteProperty(stream, 'write');
			if (kept !== '') out.write(kept);
			kept = '';
		},
	};
}

function toBytes(chunk: unknown): Uint8Array {
	return chunk instanceof Uint8Array ? chunk : new Uint8Array();
}

function isDone(value: unknown): value is Done {
	return typeof value === 'function';
}
