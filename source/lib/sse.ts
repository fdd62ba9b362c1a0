export type SseEvent = {readonly event?: string; readonly data: string};

/** `null` is a comment: nothing to read, but a sign of life. */
export type SseItem = SseEvent | null;

export type SseParser = {
	push(chunk: string): readonly SseItem[];
	/** What the last lines amount to when nothing ended them. */
	end(): readonly SseItem[];
};

const valueAfter = (line: string, name: string): string =>
	line.slice(name.length + (line[name.length] === ' ' ? 1 : 0));

/** Server-sent events out of text that is cut anywhere. All three line ends, comments, many data lines. */
export function createSseParser(): SseParser {
	/** Pieces of the line that has not ended yet; joined once, however many there are. */
	let pieces: string[] = [];
	let endedInReturn = false;
	let data: string | undefined;
	let event: string | undefined;

	/** With one line end only; a return at the end of a chunk may be half of one. */
	function normalise(chunk: string): string {
		const text = endedInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
		if (chunk !== '') endedInReturn = chunk.endsWith('\r');
		return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
	}

	function dispatch(out: SseItem[]): void {
		if (data !== undefined) out.push(event === undefined ? {data} : {event, data});
		data = undefined;
		event = undefined;
	}

	function readLine(line: string, out: SseItem[]): void {
		if (line === '') dispatch(out);
		else if (line.startsWith(':')) out.push(null);
		else if (line.startsWith('data:')) {
			const value = valueAfter(line, 'data:');
			data = data === undefined ? value : `${data}\n${value}`;
		} else if (line.startsWith('event:')) event = valueAfter(line, 'event:');
	}

	return {
		push(chunk) {
			const out: SseItem[] = [];
			const text = normalise(chunk);
			let from = 0;
			for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
				const line = text.slice(from, at);
				readLine(pieces.length > 0 ? pieces.join('') + line : line, out);
				pieces = [];
				from = at + 1;
			}

			if (from < text.length) pieces.push(text.slice(from));
			return out;
		},
		end() {
			const out: SseItem[] = [];
			if (pieces.length > 0) readLine(pieces.join(''), out);
			pieces = [];
			dispatch(out);
			return out;
		},
	};
}
