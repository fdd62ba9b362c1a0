import type {EntryBody, EntryHead, SessionEntry, SessionHeader, SessionProblem} from './entries.ts';
import {createEntryReader} from './entry-reader.ts';
import {newEntryId} from './ids.ts';
import {toRememberedLeaf} from './leaf.ts';
import {createLineage, type Lineage, type NewNode, type Node} from './lineage.ts';
import {createNotes, type Label} from './notes.ts';
import {toHead} from './raw-record.ts';
import type {Found, LostRecord} from './records.ts';
import {SessionError} from './session-error.ts';
import type {EntryStore} from './store.ts';

/** One session: an append-only tree of entries, in a file or in memory. */
export type SessionTree = {
	readonly header: SessionHeader;
	/** undefined: kept in memory only. The file appears with the first user or assistant message. */
	readonly file: string | undefined;
	/** Grows when an entry turns out to be damaged only as it is read. */
	readonly problems: readonly SessionProblem[];
	leafId(): string | null;
	/** Number of entries, without reading them. */
	size(): number;
	/** What is known of an entry without reading it. */
	head(id: string): EntryHead | undefined;
	/** In the order of the file. */
	heads(): readonly EntryHead[];
	/** Root to `id` (default: the leaf). */
	pathHeads(id?: string | null): readonly EntryHead[];
	/** null at a root, undefined for an unknown id. */
	parentOf(id: string): string | null | undefined;
	/** By time. null: the roots. */
	childrenOf(id: string | null): readonly string[];
	/** All entries of a type, in the order of the file. */
	idsOf(type: string): readonly string[];
	/** Reads it from the file unless it was read lately, as do the two below. */
	entry(id: string): SessionEntry | undefined;
	/** In the order of the file. */
	entries(): readonly SessionEntry[];
	/** Root to `id` (default: the leaf). */
	path(id?: string | null): readonly SessionEntry[];
	label(id: string): string | undefined;
	labels(): ReadonlyMap<string, Label>;
	name(): string | undefined;
	/** Appends a child of the leaf and moves the leaf to it. On a failed write memory and file are as before; throws. */
	append(body: EntryBody): SessionEntry;
	/** Moves the leaf; null is before the first entry. */
	moveTo(id: string | null): void;
	/** Takes in what another process has added and says whether there was anything. A leaf at the end of the file stays at the end. */
	refresh(): boolean;
	close(): void;
};

export type Clock = () => number;

export type TreeSource = {
	readonly store: EntryStore;
	readonly header: SessionHeader;
	/** What the store holds already. */
	readonly found?: Iterable<Found>;
	/** Entries that the tree begins with and holds in memory. */
	readonly seed?: readonly SessionEntry[];
	readonly now: Clock;
};

export function createTree({store, header, found = [], seed = [], now}: TreeSource): SessionTree {
	const lineage = createLineage();
	const notes = createNotes();
	const problems = createProblems();
	let leaf: string | null = null;

	const {read, readAll} = createEntryReader(store, lineage, node => {
		problems.note(node.line, 'damaged');
		if (leaf === node.head.id) leaf = node.head.parentId;
	});

	const endOfFile = (): string | null => {
		const last = lineage.nodes().at(-1);
		const remembered = last && toRememberedLeaf(last.head, () => read(last));
		const isThere = remembered === null || (remembered && lineage.node(remembered));
		return isThere ? remembered : (last?.head.id ?? null);
	};

	const take = (found: Iterable<Found>): void => {
		const {entries, lost, odd} = sort(found, notes.add);
		for (const {line, reason} of odd) problems.note(line, reason);
		for (const {line, head} of lineage.add(entries, lost)) {
			problems.note(line, `the id ${head.id} is used twice`);
		}
	};

	const requireEntry = (id: string): Node => {
		const node = lineage.node(id);
		if (node) return node;
		throw new SessionError('refused', `There is no entry ${id} in this session.`);
	};

	take(found);
	lineage.add(seed.map((entry, at) => toHeld(entry, at + 2)));
	for (const entry of seed) notes.add(entry);
	leaf = endOfFile();
	return {
		...toViews(lineage, readAll, () => leaf),
		header,
		file: store.file,
		problems: problems.list,
		leafId: () => leaf,
		entry(id) {
			const node = lineage.node(id);
			return node && read(node);
		},
		label: id => notes.labels().get(id)?.label,
		labels: notes.labels,
		name: notes.name,
		append(body) {
			if (store.hasGrown()) take(store.readNew());
			const id = newEntryId(taken => lineage.node(taken) !== undefined);
			const timestamp = new Date(now()).toISOString();
			// These four first and in this order: that is what lets a line be told without parsing it.
			const start = {type: body.type, id, parentId: leaf, timestamp};
			const entry: SessionEntry = {...start, ...body};
			const written = store.write(entry);
			lineage.add([{...written, head: toHead(entry), held: written.place ? undefined : entry}]);
			notes.add(entry);
			leaf = id;
			return entry;
		},
		moveTo(id) {
			leaf = id === null ? null : requireEntry(id).head.id;
		},
		refresh() {
			if (!store.hasGrown()) return false;
			const follows = leaf === endOfFile();
			take(store.readNew());
			if (follows) leaf = endOfFile();
			return true;
		},
		close: store.close,
	};
}

const toHeld = (held: SessionEntry, line: number): NewNode => ({
	head: toHead(held),
	line,
	place: undefined,
	held,
});

type Views =
	| 'childrenOf'
	| 'entries'
	| 'head'
	| 'heads'
	| 'idsOf'
	| 'parentOf'
	| 'path'
	| 'pathHeads'
	| 'size';

/** The questions about the shape of the tree, asked for heads or for whole entries. */
function toViews(
	lineage: Lineage,
	readAll: (nodes: () => readonly Node[]) => readonly SessionEntry[],
	leaf: () => string | null,
): Pick<SessionTree, Views> {
	const path = (id: string | null = leaf()) => lineage.pathTo(id);
	const head = (id: string) => lineage.node(id)?.head;
	const heads = () => lineage.nodes().map(node => node.head);
	return {
		size: () => lineage.nodes().length,
		head,
		heads,
		pathHeads: id => path(id).map(node => node.head),
		parentOf: id => head(id)?.parentId,
		childrenOf: id => lineage.childrenOf(id).map(node => node.head.id),
		idsOf: type => heads().flatMap(one => (one.type === type ? [one.id] : [])),
		entries: () => readAll(lineage.nodes),
		path: id => readAll(() => path(id)),
	};
}

type Sorted = {
	readonly entries: readonly NewNode[];
	readonly lost: readonly LostRecord[];
	readonly odd: readonly SessionProblem[];
};

function sort(found: Iterable<Found>, note: (entry: SessionEntry) => void): Sorted {
	const entries: NewNode[] = [];
	const lost: LostRecord[] = [];
	const odd: SessionProblem[] = [];
	for (const item of found) {
		if (item.kind === 'lost') lost.push(item);
		if (item.kind === 'lost' || item.kind === 'flaw') odd.push(item);
		if (item.kind !== 'entry') continue;
		const {head, line, place, entry} = item;
		entries.push({head, line, place, held: undefined});
		if (entry) note(entry);
	}

	return {entries, lost, odd};
}

function createProblems() {
	const list: SessionProblem[] = [];
	return {
		list,
		/** One per line: a line that was only half there before is told anew. */
		note(line: number, reason: string): void {
			const known = list.findIndex(problem => problem.line === line);
			if (known === -1) list.push({line, reason});
			else list[known] = {line, reason};
		},
	};
}
