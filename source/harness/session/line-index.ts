import fs from 'node:fs';
import type {SessionProblem} from './entries.ts';

/** Where an entry stands in the file, and what is needed to place it in the tree without reading it. */
export type LineRecord = {
	readonly id: string;
	parentId: string | null;
	readonly type: string;
	readonly offset: number;
	readonly length: number;
	/** Set where the bytes of the line are not the record itself. */
	readonly value?: Readonly<Record<string, unknown>>;
};

export type FileIndex = {
	readonly header: Readonly<Record<string, unknown>>;
	readonly records: readonly LineRecord[];
	readonly problems: readonly SessionProblem[];
	/** Entries of these types are wanted at once: names, labels, the remembered leaf. */
	readonly notes: readonly {
		readonly record: LineRecord;
		readonly value: Readonly<Record<string, unknown>>;
	}[];
	/** Bytes of the file. */
	readonly size: number;
	/** How the file ends: with a line feed, with a record that lacks it, or with half a record. */
	readonly tail: 'closed' | 'open' | 'torn';
};

export class NotASessionError extends Error {
	override readonly name = 'NotASessionError';
}

const chunkBytes = 4 * 1024 * 1024;
const headPattern =
	/^\{"type":"([a-z_]+)","id":"([^"\\]{1,64})","parentId":(?:null|"([^"\\]{1,64})"),"timestamp":"/;
const noteTypes = new Set(['label', 'session_info', 'custom']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function parseLine(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		// The caller reports the line.
		return undefined;
	}
}

/** Where two records meet; inside of a string the quote would be escaped. */
const glue = '}{"';

/** `whole`: it ended with a line feed. */
type Line = {readonly line: Buffer; readonly offset: number; readonly whole: boolean};

/** Every line of a file, without holding the file in memory. */
function* linesOf(file: string): Generator<Line> {
	const handle = fs.openSync(file, 'r');
	try {
		let rest = Buffer.alloc(0);
		let restOffset = 0;
		const chunk = Buffer.allocUnsafe(chunkBytes);
		for (;;) {
			const read = fs.readSync(handle, chunk, 0, chunk.length, restOffset + rest.length);
			if (read === 0) break;
			const bytes =
				rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, read)]) : chunk.subarray(0, read);
			let from = 0;
			for (let at = bytes.indexOf(10, rest.length); at >= 0; at = bytes.indexOf(10, from)) {
				yield {line: bytes.subarray(from, at), offset: restOffset + from, whole: true};
				from = at + 1;
			}

			rest = Buffer.from(bytes.subarray(from));
			restOffset += from;
		}

		if (rest.length > 0) yield {line: rest, offset: restOffset, whole: false};
	} finally {
		fs.closeSync(handle);
	}
}

/** Records that a crash glued together: `…}{"type":…`. */
function unglue(text: string): Record<string, unknown>[] {
	const parts = text.replaceAll('\0', '').split(/(?<=\})(?=\{"type":")/);
	return parts.map(parseLine).filter(part => part !== undefined);
}

type Gathering = {
	header: Record<string, unknown> | undefined;
	readonly records: LineRecord[];
	readonly notes: {record: LineRecord; value: Record<string, unknown>}[];
	readonly problems: SessionProblem[];
};

function toRecord(
	value: Record<string, unknown>,
	place: Pick<LineRecord, 'length' | 'offset' | 'value'>,
): LineRecord | undefined {
	if (typeof value.id !== 'string' || typeof value.type !== 'string') return undefined;
	const parentId = typeof value.parentId === 'string' ? value.parentId : null;
	return {id: value.id, parentId, type: value.type, ...place};
}

function addParsed(
	into: Gathering,
	value: Record<string, unknown>,
	place: Pick<LineRecord, 'length' | 'offset' | 'value'>,
): boolean {
	if (!into.header) {
		if (value.type === 'session' && typeof value.id === 'string') into.header = value;
		return into.header !== undefined;
	}

	const record = toRecord(value, place);
	if (!record) return false;
	into.records.push(record);
	if (noteTypes.has(record.type)) into.notes.push({record, value});
	return true;
}

function addLine(into: Gathering, {line, offset, whole}: Line, number: number): void {
	const last = line[line.length - 1];
	const length = last === 13 ? line.length - 1 : line.length;
	const place = {offset, length};
	// A line that begins and ends as we write it is taken at its word; it is parsed when it is read.
	const head = into.header
		? headPattern.exec(line.toString('latin1', 0, Math.min(length, 260)))
		: null;
	const plain = line[length - 1] === 0x7d && !line.includes(glue);
	if (head && whole && plain && !noteTypes.has(head[1] ?? '')) {
		into.records.push({
			id: head[2] ?? '',
			parentId: head[3] ?? null,
			type: head[1] ?? '',
			...place,
		});
		return;
	}

	const text = line.toString('utf8', 0, length).replace(/^\uFEFF/, '');
	if (text.trim() === '') return;
	const value = parseLine(text);
	if (value && addParsed(into, value, place)) return;
	const saved = value ? [] : unglue(text);
	for (const part of saved) addParsed(into, part, {...place, value: part});
	const reason =
		saved.length > 0 ? `${saved.length} records were glued together` : 'not a readable record';
	into.problems.push({line: number, reason});
}

/** Reads where everything is. Only bad lines are left out, and each is reported. */
export function indexFile(file: string): FileIndex {
	const into: Gathering = {header: undefined, records: [], notes: [], problems: []};
	let size = 0;
	let tail: FileIndex['tail'] = 'closed';
	let number = 0;
	for (const {line, offset, whole} of linesOf(file)) {
		number += 1;
		addLine(into, {line, offset, whole}, number);
		size = offset + line.length + (whole ? 1 : 0);
		tail = whole ? 'closed' : into.problems.at(-1)?.line === number ? 'torn' : 'open';
	}

	if (!into.header) {
		throw new NotASessionError(
			`${file} is not a session file: its first record is no session header`,
		);
	}

	return {...into, header: into.header, size, tail};
}
