import {toJsonLine} from '../../lib/json-lines.ts';
import type {EntryBody, SessionEntry, SessionHeader, SessionProblem} from './entries.ts';
import {createEntryCache} from './entry-cache.ts';
import {appendLine, createEntryFile, createRecordReader} from './entry-file.ts';
import {newEntryId} from './ids.ts';
import type {FileIndex, LineRecord} from './line-index.ts';

/** One session: an append-only tree of entries, in a file or in memory. */
export type SessionTree = {
	readonly header: SessionHeader;
	/** undefined: kept in memory only. The file appears with the first user or assistant message. */
	readonly file: string | undefined;
	readonly problems: readonly SessionProblem[];
	leafId(): string | null;
	/** Number of entries, without reading them. */
	size(): number;
	/** The parent, without reading the entry; null at a root, undefined for an unknown id. */
	parentOf(id: string): string | null | undefined;
	entry(id: string): SessionEntry | undefined;
	/** In the order of the file. */
	entries(): readonly SessionEntry[];
	/** Ids of all entries of a type, in the order of the file, without reading them. */
	idsOf(type: string): readonly string[];
	childrenOf(id: string | null): readonly string[];
	/** Root to `id` (default: the leaf). */
	path(id?: string | null): readonly SessionEntry[];
	label(id: string): string | undefined;
	name(): string | undefined;
	/** Appends a child of the leaf and moves the leaf to it. On a failed write memory and file are as before; throws. */
	append(body: EntryBody, as?: {readonly id: string; readonly timestamp: string}): SessionEntry;
	/** Moves the leaf; null is before the first entry. */
	moveTo(id: string | null): void;
};

export type TreeSource = {
	readonly header: SessionHeader;
	readonly file: string | undefined;
	/** What the file holds already; absent for a new session. */
	readonly index?: FileIndex;
	readonly now?: () => Date;
};

/** Of the file: the usual session is parsed once, a huge one piece by piece. */
const cacheBytes = 64 * 1024 * 1024;

type Nodes = {
	readonly records: Map<string, LineRecord>;
	readonly children: Map<string | null, string[]>;
	readonly labels: Map<string, string>;
	name: string | undefined;
	leaf: string | null;
};

const sessionTitle = (name: unknown): string | undefined => {
	const title = typeof name === 'string' ? name.replace(/[\r\n]+/g, ' ').trim() : '';
	return title === '' ? undefined : title;
};

function takeNote(nodes: Nodes, value: Readonly<Record<string, unknown>>): void {
	if (value.type === 'session_info') nodes.name = sessionTitle(value.name);
	if (value.type === 'label' && typeof value.targetId === 'string') {
		if (typeof value.label === 'string' && value.label !== '')
			nodes.labels.set(value.targetId, value.label);
		else nodes.labels.delete(value.targetId);
	}
}

function place(nodes: Nodes, record: LineRecord): void {
	nodes.records.set(record.id, record);
	const parent =
		record.parentId !== null && nodes.records.has(record.parentId) ? record.parentId : null;
	const siblings = nodes.children.get(parent);
	if (siblings) siblings.push(record.id);
	else nodes.children.set(parent, [record.id]);
	nodes.leaf = record.id;
}

/** A parent that could not be read must not cut off its branch: its children hang on the record before it. */
function reattach(records: readonly LineRecord[], damaged: boolean): void {
	const known = new Set<string>();
	let before: string | null = null;
	for (const record of records) {
		if (damaged && record.parentId !== null && !known.has(record.parentId))
			record.parentId = before;
		known.add(record.id);
		before = record.id;
	}
}

function nodesOf(index: FileIndex | undefined): Nodes {
	const nodes: Nodes = {
		records: new Map(),
		children: new Map(),
		labels: new Map(),
		name: undefined,
		leaf: null,
	};
	if (!index) return nodes;
	reattach(index.records, index.problems.length > 0);
	for (const record of index.records) place(nodes, record);
	for (const {value} of index.notes) takeNote(nodes, value);
	return nodes;
}

const isSpoken = (body: EntryBody): boolean =>
	body.type === 'message' && (body.message.role === 'user' || body.message.role === 'assistant');

/** Half a record gets a mark besides, so that no later reader takes it for a whole one. */
const lineEnds = {closed: '', open: '\n', torn: '~\n'} as const;

function createWriter(source: TreeSource) {
	const {file, header} = source;
	let exists = source.index !== undefined;
	let pending = toJsonLine(header);
	let before: string = lineEnds[source.index?.tail ?? 'closed'];
	return (entry: SessionEntry): void => {
		if (file === undefined) return;
		const line = toJsonLine(entry);
		if (exists) {
			appendLine(file, before + line);
			before = '';
		} else if (isSpoken(entry)) {
			createEntryFile(file, pending + line);
			exists = true;
			pending = '';
		} else pending += line;
	};
}

/** Reads entries when they are asked for. What this process appended stays in memory as well. */
function createReader(source: TreeSource, nodes: Nodes) {
	const cache = createEntryCache<SessionEntry>(cacheBytes);
	const read = createRecordReader(source.file ?? '');
	const parse = (record: LineRecord): SessionEntry => {
		const text = record.value ? '' : read(record.offset, record.length);
		try {
			const value: unknown = record.value ?? JSON.parse(text);
			// The index has checked that this is a record with an id and a type.
			return {...(value as SessionEntry), parentId: record.parentId};
		} catch {
			// Damage inside a line that looked whole: its place in the tree is kept, its content is lost.
			const {id, parentId} = record;
			const data = {bytes: record.length};
			return {type: 'custom', customType: 'bough.unreadable', data, id, parentId, timestamp: ''};
		}
	};
	const entry = (id: string): SessionEntry | undefined => {
		const record = nodes.records.get(id);
		if (!record) return undefined;
		const cached = cache.get(id);
		if (cached) return cached;
		const value = parse(record);
		cache.set(id, value, record.length + 200);
		return value;
	};
	return entry;
}

export function createTree(source: TreeSource): SessionTree {
	const nodes = nodesOf(source.index);
	const stored = createReader(source, nodes);
	const write = createWriter(source);
	const fresh = new Map<string, SessionEntry>();
	const now = source.now ?? (() => new Date());
	const entry = (id: string) => fresh.get(id) ?? stored(id);

	function path(id: string | null = nodes.leaf): readonly SessionEntry[] {
		const ids: string[] = [];
		const seen = new Set<string>();
		for (let at = id; at !== null && nodes.records.has(at) && !seen.has(at); ) {
			seen.add(at);
			ids.push(at);
			at = nodes.records.get(at)?.parentId ?? null;
		}

		return ids.reverse().flatMap(each => entry(each) ?? []);
	}

	function append(
		body: EntryBody,
		as?: {readonly id: string; readonly timestamp: string},
	): SessionEntry {
		const id = as?.id ?? newEntryId(taken => nodes.records.has(taken));
		const place_ = {id, parentId: nodes.leaf, timestamp: as?.timestamp ?? now().toISOString()};
		const {type, ...rest} = body;
		// The order of the fields is what the quick reader expects.
		const made = {type, ...place_, ...rest} as SessionEntry;
		write(made);
		fresh.set(id, made);
		place(nodes, {id, parentId: place_.parentId, type, offset: 0, length: 0});
		takeNote(nodes, made);
		return made;
	}

	return {
		header: source.header,
		file: source.file,
		problems: source.index?.problems ?? [],
		leafId: () => nodes.leaf,
		size: () => nodes.records.size,
		parentOf: id => nodes.records.get(id)?.parentId,
		entry,
		entries: () => [...nodes.records.keys()].flatMap(id => entry(id) ?? []),
		idsOf: type => [...nodes.records.values()].filter(r => r.type === type).map(({id}) => id),
		childrenOf: id => nodes.children.get(id) ?? [],
		path,
		label: id => nodes.labels.get(id),
		name: () => nodes.name,
		append,
		moveTo(id) {
			if (id !== null && !nodes.records.has(id))
				throw new Error(`There is no entry ${id} in this session`);
			nodes.leaf = id;
		},
	};
}
