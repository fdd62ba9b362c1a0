const token =
	/[^\u0000-\u001f\u007f-\u009f]+|(?:\u001b\[|\u009b)(?<given>[0-?]*)[ -/]*(?<final>[@-~])|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]|[\u0000-\u001f\u007f-\u009f]/g;

/** No screen is wider; a larger number in a sequence is an attack on our memory. */
const mostColumns = 10_000;

/** The rows that a terminal of endless width and height would show at the end. */
function createScreen() {
	const rows: string[] = [''];
	let row = 0;
	let column = 0;
	const line = (): string => rows[row] ?? '';

	function write(text: string): void {
		const now = line();
		rows[row] =
			column === now.length
				? now + text
				: now.slice(0, column).padEnd(column) + text + now.slice(column + text.length);
		column += text.length;
	}

	function newLine(): void {
		row += 1;
		column = 0;
		if (row === rows.length) rows.push('');
	}

	function eraseLine(kind: number): void {
		if (kind === 0) rows[row] = line().slice(0, column);
		else rows[row] = kind === 2 ? '' : ' '.repeat(column) + line().slice(column);
	}

	/** Where the top of the screen was is not known: what follows stands below, so nothing is lost. */
	function toFreshRow(): void {
		row = rows.length - 1;
		if (line() !== '') newLine();
	}

	const moves: Readonly<Record<string, (count: number) => void>> = {
		A: count => {
			row = Math.max(0, row - count);
		},
		B: count => {
			row = Math.min(rows.length - 1, row + count);
		},
		C: count => {
			column = Math.min(mostColumns, column + count);
		},
		D: count => {
			column = Math.max(0, column - count);
		},
		G: count => {
			column = Math.min(mostColumns, count - 1);
		},
		H: toFreshRow,
	};

	function control(final: string, given: string): void {
		const number = Number.parseInt(given, 10);
		if (final === 'K') eraseLine(Number.isNaN(number) ? 0 : number);
		else if (final === 'J' && !(number > 0)) {
			eraseLine(0);
			rows.length = row + 1;
		} else moves[final]?.(Number.isNaN(number) ? 1 : Math.max(1, number));
	}

	const single: Readonly<Record<string, () => void>> = {
		'\n': newLine,
		'\r': () => {
			column = 0;
		},
		'\b': () => {
			column = Math.max(0, column - 1);
		},
		'\t': () => write('\t'),
	};

	return {write, control, single, text: () => rows.join('\n')};
}

function settled(raw: string): string {
	const screen = createScreen();
	for (const {0: found, groups} of raw.matchAll(token)) {
		if (groups?.final !== undefined) screen.control(groups.final, groups.given ?? '');
		else if (/^[^\u0000-\u001f\u007f-\u009f]/.test(found)) screen.write(found);
		else screen.single[found]?.();
	}

	return screen.text();
}

/** Output as a person would read it when all is done: no colours, no redraws, no bells. */
export const readable = (raw: string): string =>
	/[\b\u001b\u009b]|\r(?!\n)/.test(raw)
		? settled(raw).toWellFormed()
		: raw
				.replaceAll('\r\n', '\n')
				.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
				.toWellFormed();

/** NUL bytes, or a good part of bytes that no text has. */
export function looksBinary(bytes: Uint8Array): boolean {
	const sample = bytes.subarray(0, 8192);
	if (sample.includes(0)) return true;
	const odd = sample.filter(byte => byte < 7 || (byte > 13 && byte < 27) || byte === 0x7f).length;
	return sample.length > 32 && odd / sample.length > 0.05;
}
