import {parseJson, toJsonLine} from '../../lib/json-lines.ts';
import type {SessionEntry, SessionHeader} from './entries.ts';
import {
	createSessionFile,
	openSessionFile,
	type SessionFile,
	type Write,
	type Written,
} from './file.ts';
import {toEntry} from './raw-record.ts';
import type {Found, Place} from './records.ts';

/** Where a tree keeps its entries. */
export type EntryStore = {
	readonly file: string | undefined;
	/** When it throws, nothing was kept. An entry without a place must be held by the tree. */
	write(entry: SessionEntry): Written;
	/** undefined: damaged. */
	read(place: Place): SessionEntry | undefined;
	/** What others added, or at first all that is there. */
	readNew(): IterableIterator<Found>;
	hasGrown(): boolean;
	close(): void;
};

export function createMemoryStore(seed: readonly SessionEntry[]): EntryStore {
	let line = seed.length + 1;
	return {
		file: undefined,
		write: () => ({line: ++line, place: undefined}),
		read: () => undefined,
		readNew: () => [].values(),
		hasGrown: () => false,
		close() {},
	};
}

export function createFileStore(file: string, write?: Write): EntryStore {
	const session = openSessionFile(file, write);
	return {...session, file, ...codec(session)};
}

const codec = (session: SessionFile): Pick<EntryStore, 'read' | 'write'> => ({
	write: entry => session.append(toJsonLine(entry)),
	read: place => toEntry(parseJson(session.read(place).toString().trim())),
});

export type LazyFile = {
	readonly file: string;
	readonly header: SessionHeader;
	/** Entries that the session begins with, none of them a message. */
	readonly seed: readonly SessionEntry[];
	readonly write: Write | undefined;
};

/**
 * Keeps entries in memory until the first message of a user or an assistant; then the file appears, with
 * all of them, in one write. A session in which nothing was said leaves no file behind.
 */
export function createLazyStore({file, header, seed, write}: LazyFile): EntryStore {
	const buffered = [...seed];
	let line = seed.length + 1;
	let store: EntryStore | undefined;

	return {
		file,
		write(entry) {
			if (store) return store.write(entry);
			if (isConversation(entry)) {
				const text = [header, ...buffered, entry].map(toJsonLine).join('');
				createSessionFile(file, [text], write);
				store = createFileStore(file, write);
				// The tree holds these entries already; reading them only moves the store to the end.
				for (const _ of store.readNew());
			}

			buffered.push(entry);
			return {line: ++line, place: undefined};
		},
		read: place => store?.read(place),
		readNew: () => store?.readNew() ?? [].values(),
		hasGrown: () => store?.hasGrown() ?? false,
		close: () => store?.close(),
	};
}

export const isConversation = (entry: SessionEntry): boolean =>
	entry.type === 'message' && (entry.message.role === 'user' || entry.message.role === 'assistant');
